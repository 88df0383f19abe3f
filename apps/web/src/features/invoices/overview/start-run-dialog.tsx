import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { invoiceKeys } from "../../../entities/invoice/invoice-keys.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { SelectField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { billingSummaryQuery, startRun } from "../invoices.api.ts";
import { monthBefore, runMonths } from "./run-months.ts";

interface StartRunDialogProps {
  /** A day of the current month. */
  today: string;
  onClose: () => void;
}

/** Selects the month of a run and explains its effect. */
export function StartRunDialog({ today, onClose }: StartRunDialogProps) {
  const t = useTranslations("invoices");
  const format = useFormat();
  const client = useQueryClient();
  const { notifySuccess } = useNotify();
  const months = runMonths(today);
  const initial: { month: string } = { month: months[0] ?? today.slice(0, 7) };
  const nameOf = (month: string) => format.calendar.month(`${month}-01`);
  const form = useAppForm({
    values: initial,
    send: ({ month }, { idempotencyKey }) => startRun({ month }, idempotencyKey),
    async onSuccess(run) {
      const { queryKey } = billingSummaryQuery();
      client.setQueryData(queryKey, (summary) => summary && { ...summary, run });
      void client.invalidateQueries({ queryKey: invoiceKeys.all });
      notifySuccess(t("start.done", { month: nameOf(run.month) }));
      onClose();
    },
    mapError: ({ code }) => (code === "CONFLICT" ? t("start.conflict") : undefined),
    keepsInput: false,
  });
  const { month } = form.values;
  return (
    <ConfirmDialog
      size="form"
      title={t("start.title", { month: nameOf(month) })}
      effect={t("start.effect", { month: nameOf(month), before: nameOf(monthBefore(month)) })}
      confirmLabel={t("start.submit")}
      busyLabel={t("start.busy")}
      failureTitle={t("start.failed")}
      form={form}
      onClose={onClose}
    >
      <SelectField
        {...form.field("month")}
        label={t("start.month")}
        options={months.map((value) => ({ value, label: nameOf(value) }))}
      />
      <p className="text-dense text-text-2">{t("start.once")}</p>
    </ConfirmDialog>
  );
}
