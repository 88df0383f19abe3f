import { useRef } from "react";
import { useLocale, useTranslations } from "use-intl";
import { parseHundredths } from "../../../entities/invoice/hundredths.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { SelectField, TextField } from "../../../platform/forms/fields.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { addTaxRate, type InvoiceTaxRate } from "./operator.api.ts";
import { operatorCountries } from "./operator-draft.ts";

interface AddRateDialogProps {
  onClose: () => void;
  onDone: () => void;
}

type Values = { country: InvoiceTaxRate["country"]; validFrom: string; rateBasisPoints: string };

const maxBasisPoints = 10_000;

/** Adds a tax rate of a country, valid from a given day on. */
export function AddRateDialog({ onClose, onDone }: AddRateDialogProps) {
  const t = useTranslations("invoice-operator");
  const locale = useLocale();
  const { notifySuccess } = useNotify();
  const firstField = useRef<HTMLInputElement>(null);
  // A percentage with two decimals is a whole number of basis points.
  const bodyOf = (values: Values) => ({
    ...values,
    rateBasisPoints: parseHundredths(values.rateBasisPoints, locale) ?? Number.NaN,
  });
  const initial: Values = { country: "DE", validFrom: "", rateBasisPoints: "" };
  const form = useAppForm({
    values: initial,
    schema: async () =>
      (await import("@praxisportal/contract/invoices/operator-profile.schema")).addTaxRateSchema,
    body: bodyOf,
    check(values, fieldErrors) {
      const rate = bodyOf(values).rateBasisPoints;
      return rate >= 0 && rate <= maxBasisPoints
        ? fieldErrors
        : { ...fieldErrors, rateBasisPoints: t("rates.invalid") };
    },
    send: (values, { idempotencyKey }) => addTaxRate(bodyOf(values), idempotencyKey),
    onSuccess() {
      onDone();
      notifySuccess(t("rates.added"));
      onClose();
    },
    errorFields(error) {
      if (error.code === "ALREADY_EXISTS") return { validFrom: t("rates.exists") };
      return error.code === "CONFLICT" ? { validFrom: t("rates.past") } : {};
    },
  });
  const { field } = form;
  return (
    <FormDialog
      title={t("rates.addTitle")}
      description={t("rates.addText")}
      submitLabel={t("rates.add")}
      initialFocus={firstField}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")} className="pt-3">
        <SelectField
          {...field("country")}
          label={t("rates.country")}
          options={operatorCountries.map((value) => ({ value, label: t(`country.${value}`) }))}
        />
        <TextField
          {...field("rateBasisPoints")}
          focusRef={firstField}
          label={t("rates.rate")}
          hint={t("rates.rateHint")}
          inputMode="decimal"
          maxLength={6}
        />
        <TextField {...field("validFrom")} label={t("rates.validFrom")} type="date" />
      </AppForm>
    </FormDialog>
  );
}
