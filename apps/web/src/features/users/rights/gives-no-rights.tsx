import { grantsSomething } from "@praxisportal/contract/rights";
import { canonicalRole } from "@praxisportal/contract/roles";
import { useTranslations } from "use-intl";

/** Explains which parts of a person's record grant no rights: the job title, and a role that is only a label. */
export function GivesNoRights({ role, jobTitle }: { role: string; jobTitle: string | null }) {
  const t = useTranslations("rights");
  const known = canonicalRole(role);
  const texts = [
    ...(known !== undefined && !grantsSomething(known) ? [t("label")] : []),
    ...(jobTitle === null ? [] : [t("jobTitle", { jobTitle })]),
  ];
  return texts.map((text) => (
    <p key={text} className="mt-3 text-dense text-text-2">
      {text}
    </p>
  ));
}
