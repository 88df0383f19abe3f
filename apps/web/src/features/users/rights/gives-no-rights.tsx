import { grantsSomething } from "@praxisportal/contract/rights";
import { canonicalRole } from "@praxisportal/contract/roles";
import { useTranslations } from "use-intl";

/** Explains that the job title grants no rights, and neither does a role that is only a label. */
export function GivesNoRights({ role, jobTitle }: { role: string; jobTitle: string | null }) {
  const t = useTranslations("rights");
  const knownRole = canonicalRole(role);
  const texts = [
    ...(knownRole !== undefined && !grantsSomething(knownRole) ? [t("label")] : []),
    ...(jobTitle === null ? [] : [t("jobTitle", { jobTitle })]),
  ];
  return texts.map((text) => (
    <p key={text} className="mt-3 text-dense text-text-2">
      {text}
    </p>
  ));
}
