import { useRef } from "react";
import { useTranslations } from "use-intl";
import type { InvoiceDetail } from "../../../entities/invoice/invoice.api.ts";
import { useCents } from "../../../entities/invoice/use-cents.ts";
import { useInvoiceRefresh } from "../../../entities/invoice/use-invoice-refresh.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { creditInvoice } from "../invoices.api.ts";

interface CreditDialogProps {
  invoice: InvoiceDetail;
  onClose: () => void;
  onCredited: (creditNote: InvoiceDetail) => void;
}

/** Credits a final invoice with a reason, and invoices the same items again on request. */
export function CreditDialog({ invoice, onClose, onCredited }: CreditDialogProps) {
  const t = useTranslations("invoice-changes");
  const cents = useCents();
  const refresh = useInvoiceRefresh();
  const { notifySuccess } = useNotify();
  const firstField = useRef<HTMLInputElement>(null);
  const form = useAppForm({
    values: { reason: "", invoiceAgain: true },
    schema: async () => (await import("@praxisportal/contract/invoices/invoices.schema")).creditInvoiceSchema,
    send: (values, { idempotencyKey }) => creditInvoice(invoice.id, values, idempotencyKey),
    async onSuccess(creditNote) {
      await refresh();
      notifySuccess(t("credit.done", { invoice: creditNote.number ?? "" }));
      onClose();
      onCredited(creditNote);
    },
    mapError: ({ code }) => (code === "CONFLICT" ? t("credit.conflict") : undefined),
    keepsInput: false,
  });
  return (
    <ConfirmDialog
      size="form"
      title={t("credit.title", { invoice: invoice.number ?? "" })}
      effect={t("credit.effect", {
        amount: cents(invoice.grossCents, invoice.currency),
        name: invoice.organizationName,
      })}
      confirmLabel={t("credit.submit")}
      busyLabel={t("credit.busy")}
      variant="danger"
      failureTitle={t("credit.failed")}
      initialFocus={firstField}
      form={form}
      onClose={onClose}
    >
      <TextField
        {...form.field("reason")}
        focusRef={firstField}
        label={t("credit.reason")}
        hint={t("credit.reasonHint")}
        maxLength={200}
        spellCheck={undefined}
      />
      <Checkbox
        label={t("credit.again")}
        hint={t("credit.againHint")}
        checked={form.values.invoiceAgain}
        onChange={form.field("invoiceAgain").onChange}
      />
    </ConfirmDialog>
  );
}
