import { useTranslations } from "use-intl";
import type { InvoiceDetail } from "../../../entities/invoice/invoice.api.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { ignoreNotFound } from "../../../platform/forms/ignore-not-found.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { discardInvoice } from "../invoices.api.ts";

interface DiscardDialogProps {
  invoice: InvoiceDetail;
  onClose: () => void;
  onDiscarded: () => void;
}

/** Confirms discarding a draft. */
export function DiscardDialog({ invoice, onClose, onDiscarded }: DiscardDialogProps) {
  const t = useTranslations("invoice-changes");
  const { notifySuccess } = useNotify();
  return (
    <ConfirmDialog
      title={t("discard.title", { name: invoice.organizationName })}
      effect={t("discard.effect")}
      confirmLabel={t("discard.submit")}
      busyLabel={t("discard.busy")}
      variant="danger"
      failureTitle={t("discard.failed")}
      act={() => discardInvoice(invoice.id).catch(ignoreNotFound)}
      onDone={() => {
        notifySuccess(t("discard.done"));
        onClose();
        onDiscarded();
      }}
      onClose={onClose}
    />
  );
}
