import { templateKeys, type TemplateKey } from "@praxisportal/contract/staff/staff.rules";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../../../ui/form/field.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";
import { type OnboardingTemplate, templatesQuery } from "../board/board.api.ts";

interface TemplateFieldProps {
  organizationId: string;
  /** The template that fills in the form when it is shown first. */
  initial: TemplateKey | null;
  /** What the template fills in; by default all of an onboarding. */
  hint?: string;
  /** "" for no template. */
  value: string;
  onSelect: (template: OnboardingTemplate | null) => void;
}

/** Selects a template, which fills in the form. */
export function TemplateField({ organizationId, initial, hint, value, onSelect }: TemplateFieldProps) {
  const t = useTranslations("staff");
  const templates = useQuery(templatesQuery(organizationId)).data;
  const select = (key: string) => onSelect(templates?.find((template) => template.key === key) ?? null);
  const isApplied = useRef(initial === null);
  useEffect(() => {
    if (isApplied.current || templates === undefined) return;
    isApplied.current = true;
    // Returning to this step must not overwrite what the user changed.
    if (initial !== null && value === "") select(initial);
  });
  return (
    <Field label={t("templates.field")} hint={hint ?? t("templates.hint")}>
      {(control) => (
        <NativeSelect {...control} value={value} onChange={(event) => select(event.currentTarget.value)}>
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
