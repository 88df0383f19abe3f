import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { ConfirmDialog } from "../../platform/forms/confirm-dialog.tsx";
import { removeSite, type Site } from "./sites.api.ts";

interface RemoveDialogProps {
  organizationId: string;
  site: Site;
  onClose: () => void;
  onDone: (message: string) => void;
  onStale: () => void;
}

export function RemoveDialog({ organizationId, site, onClose, onDone, onStale }: RemoveDialogProps) {
  const t = useTranslations("sites");
  return (
    <ConfirmDialog
      title={t("removeTitle", { name: site.name })}
      effect={t("removeText", { count: site.memberCount })}
      confirmLabel={t("remove")}
      variant="danger"
      failureTitle={t("failed")}
      act={() => removeSite(organizationId, site)}
      onDone={() => {
        onDone(t("success.removed", { name: site.name }));
        onClose();
      }}
      mapError={(error) => (isApiError(error, "PRECONDITION_FAILED") ? t("stale") : undefined)}
      onFailure={(error) => isApiError(error, "PRECONDITION_FAILED") && onStale()}
      onClose={onClose}
    />
  );
}
