import type { Role } from "@praxisportal/contract/roles";
import type { TemplateKey } from "@praxisportal/contract/staff/staff.rules";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useOfferedRoles } from "../edit/use-offered-roles.ts";
import { TemplateField } from "../staff/template-field.tsx";
import { useTemplate } from "../staff/use-template.ts";

interface PersonTemplateFieldProps {
  organizationId: string;
  /** `role` is undefined if the signed-in user may not assign the role of the template. */
  onFill: (filled: { role: Role | undefined; department: string; jobTitle: string }) => void;
}

/** Selects an onboarding template, of which only the role, job title and department are used. */
export function PersonTemplateField({ organizationId, onFill }: PersonTemplateFieldProps) {
  const t = useTranslations("staff");
  const offeredRoles = useOfferedRoles();
  const [chosenKey, setChosenKey] = useState<TemplateKey | null>(null);
  const select = useTemplate({
    organizationId,
    initial: null,
    isShown: true,
    onSelect: setChosenKey,
    onLoad(template) {
      onFill({
        role: offeredRoles.find((role) => role === template.role),
        department: template.department ?? "",
        jobTitle: t(`templates.functions.${template.key}`),
      });
    },
  });
  return <TemplateField hint={t("templates.fillsHint")} value={chosenKey ?? ""} onSelect={select} />;
}
