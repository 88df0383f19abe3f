import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { type OrganizationVersion, removeOrganization } from "../organization-changes.api.ts";

interface DeleteOrganizationDialogProps {
  organization: OrganizationVersion & { readonly name: string };
  onClose: () => void;
  onDone: () => void;
}

/** Deletes an organization after the user has typed its name. */
export function DeleteOrganizationDialog({ organization, onClose, onDone }: DeleteOrganizationDialogProps) {
  const t = useTranslations("organization-steps");
  const client = useQueryClient();
  const form = useAppForm({
    values: { name: "" },
    keepsInput: false,
    check: ({ name }): Record<string, string> =>
      name.normalize().trim() === organization.name.normalize().trim() ? {} : { name: t("remove.nameWrong") },
    send: ({ name }) => removeOrganization(organization, name.trim()),
    onSuccess() {
      onDone();
      onClose();
    },
    mapError: (error) => (isApiError(error, "PRECONDITION_FAILED") ? t("stale") : undefined),
    onFailure(error) {
      if (isApiError(error, "PRECONDITION_FAILED")) {
        void client.invalidateQueries({ queryKey: organizationKeys.all });
      }
    },
  });
  return (
    <ConfirmDialog
      size="form"
      title={t("remove.title", { name: organization.name })}
      effect={t("remove.text")}
      confirmLabel={t("remove.submit")}
      busyLabel={t("remove.busy")}
      variant="danger"
      failureTitle={t("failed")}
      form={form}
      onClose={onClose}
    >
      <ul className="list-disc space-y-1 pl-5 text-body text-text">
        <li>{t("remove.people")}</li>
        <li>{t("remove.applications")}</li>
      </ul>
      <p className="text-body text-text">{t("remove.restore")}</p>
      <TextField
        {...form.field("name")}
        label={t("remove.name")}
        hint={t("remove.nameHint", { name: organization.name })}
        maxLength={undefined}
      />
    </ConfirmDialog>
  );
}
