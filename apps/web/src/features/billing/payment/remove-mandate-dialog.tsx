import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { ignoreNotFound } from "../../../platform/forms/ignore-not-found.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { organizationBillingQuery } from "../../../entities/organization/billing.api.ts";
import { removeMandate } from "../billing.api.ts";

export interface RemoveMandateDialogProps {
  organizationId: string;
  /** The masked IBAN. */
  iban: string;
  onClose: () => void;
}

/** Removes the SEPA mandate after a confirmation. Later invoices are paid by transfer. */
export function RemoveMandateDialog({ organizationId, iban, onClose }: RemoveMandateDialogProps) {
  const t = useTranslations("billing-profile");
  const client = useQueryClient();
  const { notifySuccess } = useNotify();
  return (
    <ConfirmDialog
      title={t("remove.title")}
      effect={t("remove.text", { iban })}
      confirmLabel={t("remove.submit")}
      variant="danger"
      failureTitle={t("remove.failed")}
      act={() => removeMandate().catch(ignoreNotFound)}
      onDone={() => {
        void client.invalidateQueries({ queryKey: organizationBillingQuery(organizationId).queryKey });
        notifySuccess(t("remove.done"));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
