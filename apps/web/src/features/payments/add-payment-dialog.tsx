import { useRef } from "react";
import { useLocale, useTranslations } from "use-intl";
import { formatHundredths, parseHundredths } from "../../entities/invoice/hundredths.ts";
import type { InvoiceDetail } from "../../entities/invoice/invoice.api.ts";
import { useCents } from "../../entities/invoice/use-cents.ts";
import { useInvoiceRefresh } from "../../entities/invoice/use-invoice-refresh.ts";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { TextField } from "../../platform/forms/fields.tsx";
import { FormDialog } from "../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { useToday } from "../../platform/i18n/use-today.ts";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { addPayment } from "./payments.api.ts";

interface AddPaymentDialogProps {
  invoice: InvoiceDetail;
  onClose: () => void;
}

type Values = { bookedOn: string; amountCents: string; note: string };

/** Enters a payment by hand. It may be a partial payment or a refund. */
export function AddPaymentDialog({ invoice, onClose }: AddPaymentDialogProps) {
  const t = useTranslations("payments");
  const locale = useLocale();
  const today = useToday();
  const cents = useCents();
  const refresh = useInvoiceRefresh();
  const { notifySuccess } = useNotify();
  const firstField = useRef<HTMLInputElement>(null);
  const { id, number, currency, openCents } = invoice;
  const bodyOf = ({ bookedOn, amountCents, note }: Values) => ({
    bookedOn,
    amountCents: parseHundredths(amountCents, locale) ?? Number.NaN,
    note: note.trim() === "" ? null : note,
  });
  const initial: Values = {
    bookedOn: today,
    amountCents: openCents > 0 ? formatHundredths(openCents, locale) : "",
    note: "",
  };
  const form = useAppForm({
    values: initial,
    schema: async () => (await import("@praxisportal/contract/payments/payments.schema")).addPaymentSchema,
    body: bodyOf,
    check(values, fieldErrors) {
      const amount = parseHundredths(values.amountCents, locale);
      if (amount === undefined) return { ...fieldErrors, amountCents: t("add.amountInvalid") };
      return amount === 0 ? { ...fieldErrors, amountCents: t("add.amountZero") } : fieldErrors;
    },
    send: (values, { idempotencyKey }) => addPayment(id, bodyOf(values), idempotencyKey),
    async onSuccess(paid) {
      await refresh(paid);
      notifySuccess(
        paid.openCents > 0 ? t("add.donePartly", { amount: cents(paid.openCents, currency) }) : t("add.done"),
      );
      onClose();
    },
    mapError: ({ code }) => (code === "CONFLICT" ? t("add.conflict") : undefined),
  });
  const { field } = form;
  return (
    <FormDialog
      title={t("add.title", { invoice: number ?? "" })}
      description={t("add.open", { amount: cents(openCents, currency) })}
      submitLabel={t("add.submit")}
      initialFocus={firstField}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("add.failed")} className="pt-3">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            {...field("amountCents")}
            focusRef={firstField}
            label={t("add.amount", { currency })}
            hint={t("add.amountHint")}
            inputMode="decimal"
            maxLength={15}
          />
          <TextField {...field("bookedOn")} label={t("add.bookedOn")} type="date" max={today} />
        </div>
        <TextField {...field("note")} label={t("add.note")} optional maxLength={200} spellCheck={undefined} />
      </AppForm>
    </FormDialog>
  );
}
