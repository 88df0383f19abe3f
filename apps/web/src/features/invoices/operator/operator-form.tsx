import type { Language } from "@praxisportal/contract/languages";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { invoiceKeys } from "../../../entities/invoice/invoice-keys.ts";
import { useFieldLabels, useMissingFields } from "../../../entities/invoice/use-field-labels.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { SelectField, TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { changeOperator, type OperatorProfile, operatorQuery } from "./operator.api.ts";
import {
  bodyOf,
  changesOf,
  draftOf,
  operatorCountries,
  type TextField as TextName,
  textGroups,
  thirdCountryRules,
} from "./operator-draft.ts";
import { ReminderTexts } from "./reminder-texts.tsx";

interface Input {
  type?: "email" | "url";
  maxLength?: number;
  optional?: true;
  hint?: true;
}

const inputs: Partial<Record<TextName, Input>> = {
  contactEmail: { type: "email" },
  website: { type: "url", maxLength: 2000, optional: true },
  management: { maxLength: 200, optional: true, hint: true },
  register: { maxLength: 200, optional: true, hint: true },
  bankName: { optional: true },
  bic: { optional: true },
  creditorId: { optional: true, hint: true },
  iban: { hint: true },
};

/** Edits the master data of the operator in groups. They are saved as a whole. */
export function OperatorForm({ stored }: { stored: OperatorProfile }) {
  const t = useTranslations("invoice-operator");
  const common = useTranslations("common");
  const labelOf = useFieldLabels();
  const listFields = useMissingFields();
  const client = useQueryClient();
  const { notifySuccess } = useNotify();
  /** Data with which the form was initialized. */
  const [original, setOriginal] = useState(stored);
  /** Stored data, which differs from the original after a conflict. */
  const [base, setBase] = useState(stored);
  const [language, setLanguage] = useState<Language>("de");
  const form = useAppForm({
    values: draftOf(stored),
    schema: async () =>
      (await import("@praxisportal/contract/invoices/operator-profile.schema")).changeOperatorProfileSchema,
    body: bodyOf,
    send: (values) => changeOperator(changesOf(values, draftOf(original)), base.version),
    onSuccess(saved) {
      client.setQueryData(operatorQuery().queryKey, saved);
      void client.invalidateQueries({ queryKey: invoiceKeys.all });
      begin(saved);
      notifySuccess(t("saved"));
    },
    async onConflict() {
      // The form keeps the input. The next save uses the current version.
      setBase(await client.fetchQuery({ ...operatorQuery(), staleTime: 0 }));
    },
  });
  function begin(profile: OperatorProfile): void {
    setOriginal(profile);
    setBase(profile);
    form.reset(draftOf(profile));
  }
  useEffect(() => {
    // If there is no unsaved input, the form shows concurrent changes.
    if (stored.version > base.version && !form.isChanged) begin(stored);
  });
  const { field } = form;
  const text = (name: TextName) => {
    const { hint, ...input } = inputs[name] ?? {};
    return (
      <TextField
        key={name}
        {...field(name)}
        {...input}
        label={labelOf(name)}
        {...(hint === true && { hint: t(`hint.${name as "iban"}`) })}
      />
    );
  };
  return (
    <AppForm form={form} label={t("title")} failureTitle={t("failed")}>
      {form.isConflict && (
        <ErrorBox
          variant="warning"
          persistent
          title={t("conflict.title")}
          action={
            <Button size="small" onClick={() => begin(base)}>
              {t("conflict.take")}
            </Button>
          }
        >
          {t("conflict.text")}
        </ErrorBox>
      )}
      {base.missing.length > 0 && (
        <ErrorBox variant="warning" persistent title={t("missing.title")}>
          {t("missing.text", { fields: listFields(base.missing) })}
        </ErrorBox>
      )}
      <Card title={t("group.address")}>
        <div className="grid items-start gap-4 sm:grid-cols-6 *:sm:col-span-3">
          <div className="sm:col-span-6!">{text("name")}</div>
          <div className="sm:col-span-4!">{text("street")}</div>
          <div className="sm:col-span-2!">{text("houseNumber")}</div>
          <div className="sm:col-span-2!">{text("postalCode")}</div>
          <div className="sm:col-span-4!">{text("city")}</div>
          <SelectField
            {...field("country")}
            label={labelOf("country")}
            hint={t("hint.country")}
            options={[
              { value: "", label: t("noCountry") },
              ...operatorCountries.map((value) => ({ value, label: t(`country.${value}`) })),
            ]}
          />
        </div>
      </Card>
      <Card title={t("group.tax")}>
        <div className="grid items-start gap-4 sm:grid-cols-2">{textGroups.tax.map(text)}</div>
      </Card>
      <Card title={t("group.contact")} description={t("contactText")}>
        <div className="grid items-start gap-4 sm:grid-cols-2">{textGroups.contact.map(text)}</div>
      </Card>
      <Card title={t("group.bank")}>
        <div className="grid items-start gap-4 sm:grid-cols-2">{textGroups.bank.map(text)}</div>
      </Card>
      <Card title={t("group.rules")}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            {...field("paymentDays")}
            label={t("paymentDays")}
            hint={t("hint.paymentDays")}
            inputMode="numeric"
            maxLength={2}
          />
          <TextField
            {...field("debitNoticeDays")}
            label={t("debitNoticeDays")}
            hint={t("hint.debitNoticeDays")}
            inputMode="numeric"
            maxLength={2}
          />
          <SelectField
            {...field("thirdCountry")}
            label={t("thirdCountry")}
            hint={t("hint.thirdCountry")}
            options={thirdCountryRules.map((value) => ({ value, label: t(`rule.${value}`) }))}
          />
          <TextField
            {...field("billedFrom")}
            label={t("billedFrom")}
            hint={t("hint.billedFrom")}
            type="date"
            autoComplete={undefined}
          />
        </div>
      </Card>
      <ReminderTexts
        language={language}
        onLanguage={setLanguage}
        texts={form.values.reminders}
        error={form.errors["reminderTexts"]}
        onChange={(name, value) => form.setValue(`reminders.${name}`, value)}
      />
      <div className="button-row flex flex-wrap items-center gap-3">
        <WriteButton
          type="submit"
          variant="primary"
          busy={form.busy}
          busyLabel={common("saving")}
          disabled={!form.isChanged}
          disabledReason={t("unchanged")}
        >
          {common("save")}
        </WriteButton>
        {form.isChanged && <Button onClick={() => begin(base)}>{t("discard")}</Button>}
      </div>
    </AppForm>
  );
}
