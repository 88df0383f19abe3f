import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { ignoreNotFound } from "../../../platform/forms/ignore-not-found.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { type InvoiceTaxRate, removeTaxRate } from "./operator.api.ts";

interface RemoveRateDialogProps {
  rate: InvoiceTaxRate;
  onClose: () => void;
  onDone: () => void;
}

const basisPointsPerUnit = 10_000;

/** Confirms removing a rate that the operator added. */
export function RemoveRateDialog({ rate, onClose, onDone }: RemoveRateDialogProps) {
  const t = useTranslations("invoice-operator");
  const format = useFormat();
  const { notifySuccess } = useNotify();
  return (
    <ConfirmDialog
      title={t("rates.removeTitle", {
        country: t(`country.${rate.country}`),
        rate: format.percent(rate.rateBasisPoints / basisPointsPerUnit, 2),
      })}
      effect={t("rates.removeText", { date: format.calendar.date(rate.validFrom) })}
      confirmLabel={t("rates.removeSubmit")}
      variant="danger"
      failureTitle={t("failed")}
      act={() => removeTaxRate(rate).catch(ignoreNotFound)}
      mapError={({ code }) => (code === "CONFLICT" ? t("rates.begun") : undefined)}
      onDone={() => {
        onDone();
        notifySuccess(t("rates.removed"));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
