import { useTranslations } from "use-intl";
import type { FieldErrors } from "../../platform/validation/validate.ts";
import { Field } from "../../ui/form/field.tsx";
import { NativeSelect } from "../../ui/form/native-select.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { countries, type OrganizationDraft } from "./setup-draft.ts";

export interface OrganizationFieldsProps {
  organization: OrganizationDraft;
  errors: FieldErrors;
  onChange: (organization: OrganizationDraft) => void;
}

/** Edits the name, type and country of the first organization. */
export function OrganizationFields({ organization, errors, onChange }: OrganizationFieldsProps) {
  const t = useTranslations("setup");
  const common = useTranslations("common");
  return (
    <>
      <Field label={t("organizationName")} error={errors["name"]}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="organization"
            maxLength={120}
            value={organization.name}
            onChange={(event) => onChange({ ...organization, name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field
        label={t("organizationType")}
        optionalMark={common("optional")}
        hint={t("organizationTypeHint")}
        error={errors["type"]}
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={60}
            value={organization.type}
            onChange={(event) => onChange({ ...organization, type: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t("country")} hint={t("countryHint")} error={errors["country"]}>
        {(control) => (
          <NativeSelect
            {...control}
            value={organization.country}
            onChange={(event) => {
              const country = countries.find((candidate) => candidate === event.currentTarget.value);
              if (country) onChange({ ...organization, country });
            }}
          >
            {countries.map((country) => (
              <option key={country} value={country}>
                {t(`countries.${country}`)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </>
  );
}
