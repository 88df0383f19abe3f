import { useRef } from "react";
import { useTranslations } from "use-intl";
import type { InvoiceDetail } from "../../../entities/invoice/invoice.api.ts";
import { useInvoiceRefresh } from "../../../entities/invoice/use-invoice-refresh.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { changeLegalHold } from "../invoices.api.ts";

interface LegalHoldDialogProps {
  invoice: InvoiceDetail;
  onClose: () => void;
}

/** Keeps an invoice beyond its retention period and records the reason. */
function HoldDialog({ invoice, onClose }: LegalHoldDialogProps) {
  const t = useTranslations("invoice-changes");
  const refresh = useInvoiceRefresh();
  const { notifySuccess } = useNotify();
  const firstField = useRef<HTMLInputElement>(null);
  const form = useAppForm({
    values: { reason: "" },
    schema: async () => (await import("@praxisportal/contract/invoices/invoices.schema")).legalHoldSchema,
    send: ({ reason }) => changeLegalHold(invoice.id, reason),
    async onSuccess(held) {
      await refresh(held);
      notifySuccess(t("hold.done"));
      onClose();
    },
    keepsInput: false,
  });
  return (
    <ConfirmDialog
      size="form"
      title={t("hold.title", { invoice: invoice.number ?? "" })}
      effect={t("hold.effect")}
      confirmLabel={t("hold.submit")}
      failureTitle={t("hold.failed")}
      initialFocus={firstField}
      form={form}
      onClose={onClose}
    >
      <TextField
        {...form.field("reason")}
        focusRef={firstField}
        label={t("hold.reason")}
        hint={t("hold.reasonHint")}
        maxLength={200}
        spellCheck={undefined}
      />
    </ConfirmDialog>
  );
}

/** Starts or ends the legal hold of an invoice. */
export function LegalHoldDialog({ invoice, onClose }: LegalHoldDialogProps) {
  const t = useTranslations("invoice-changes");
  const format = useFormat();
  const refresh = useInvoiceRefresh();
  const { notifySuccess } = useNotify();
  if (invoice.legalHoldReason === null) return <HoldDialog invoice={invoice} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t("release.title", { invoice: invoice.number ?? "" })}
      effect={t("release.effect", {
        date: invoice.retainUntil === null ? "–" : format.calendar.date(invoice.retainUntil),
      })}
      confirmLabel={t("release.submit")}
      failureTitle={t("hold.failed")}
      act={async () => {
        await refresh(await changeLegalHold(invoice.id, null));
        notifySuccess(t("release.done"));
      }}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
