import { useTranslations } from "use-intl";
import type { FieldErrors } from "../../platform/validation/validate.ts";
import { Field } from "../../ui/field.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { countries, type OrganizationDraft } from "./setup-draft.ts";

export interface OrganizationFieldsProps {
  practice: OrganizationDraft;
  errors: FieldErrors;
  onChange: (practice: OrganizationDraft) => void;
}

/** Name, type and country of the first practice. */
export function OrganizationFields({ practice, errors, onChange }: OrganizationFieldsProps) {
  const t = useTranslations("setup");
  return (
    <>
      <Field label={t("practiceName")} error={errors["name"]}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="organization"
            maxLength={120}
            value={practice.name}
            onChange={(event) => onChange({ ...practice, name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t("practiceType")} hint={t("practiceTypeHint")} error={errors["type"]}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={60}
            value={practice.type}
            onChange={(event) => onChange({ ...practice, type: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t("country")} hint={t("countryHint")} error={errors["country"]}>
        {(control) => (
          <NativeSelect
            {...control}
            value={practice.country}
            onChange={(event) => {
              const country = countries.find((each) => each === event.currentTarget.value);
              if (country) onChange({ ...practice, country });
            }}
          >
            {countries.map((each) => (
              <option key={each} value={each}>
                {t(`countries.${each}`)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </>
  );
}
