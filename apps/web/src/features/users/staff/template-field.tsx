import { templateKeys, type TemplateKey } from "@praxisportal/contract/staff/staff.rules";
import { useTranslations } from "use-intl";
import { Field } from "../../../ui/form/field.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";

interface TemplateFieldProps {
  /** Text about the fields that the template fills in. By default, these are all fields of an onboarding. */
  hint?: string;
  /** "" for no template. */
  value: string;
  onSelect: (key: TemplateKey | null) => void;
}

/** Selects a template, which fills in the form. */
export function TemplateField({ hint, value, onSelect }: TemplateFieldProps) {
  const t = useTranslations("staff");
  return (
    <Field label={t("templates.field")} hint={hint ?? t("templates.hint")}>
      {(control) => (
        <NativeSelect
          {...control}
          value={value}
          onChange={({ currentTarget }) => {
            onSelect(templateKeys.find((key) => key === currentTarget.value) ?? null);
          }}
        >
          <option value="">{t("templates.none")}</option>
          {templateKeys.map((key) => (
            <option key={key} value={key}>
              {t(`templates.${key}`)}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
