import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { removeLogo } from "./logo.api.ts";

interface RemoveLogoDialogProps {
  organization: { id: string; name: string };
  onDone: () => void;
  onClose: () => void;
}

/** Asks before the logo of an organization is removed. */
export function RemoveLogoDialog({ organization, onDone, onClose }: RemoveLogoDialogProps) {
  const t = useTranslations("organization-logo");
  return (
    <ConfirmDialog
      title={t("removeTitle", { name: organization.name })}
      effect={t("removeText")}
      confirmLabel={t("remove")}
      variant="danger"
      failureTitle={t("notRemoved")}
      act={() => removeLogo(organization.id)}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
