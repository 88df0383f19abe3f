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

/** Selects an onboarding template, which fills in role, job title and department; nothing else of it is used. */
export function PersonTemplateField({ organizationId, onFill }: PersonTemplateFieldProps) {
  const t = useTranslations("staff");
  const offered = useOfferedRoles();
  const [chosen, setChosen] = useState<TemplateKey | null>(null);
  const select = useTemplate({
    organizationId,
    initial: null,
    isShown: true,
    onSelect: setChosen,
    onLoad(template) {
      onFill({
        role: offered.find((role) => role === template.role),
        department: template.department ?? "",
        jobTitle: t(`templates.functions.${template.key}`),
      });
    },
  });
  return <TemplateField hint={t("templates.fillsHint")} value={chosen ?? ""} onSelect={select} />;
}
