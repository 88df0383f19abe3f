import { useTranslations } from "use-intl";
import { type Colleague, ColleagueField } from "../staff/colleague-field.tsx";

export interface ColleagueChoiceProps {
  organizationId: string;
  /** The person who is being changed, or undefined for a new one. */
  except: string | undefined;
  value: Colleague;
  onChange: (colleague: Colleague) => void;
}

/** Selects the colleague whose rights are copied to a person. Large organizations get a search field. */
export function ColleagueChoice({ organizationId, except, value, onChange }: ColleagueChoiceProps) {
  const t = useTranslations("rights");
  return (
    <ColleagueField
      organizationId={organizationId}
      label={t("sameAs")}
      hint={t("sameHint")}
      searchLabel={t("searchColleague")}
      noneLabel={t("nobody")}
      {...(except !== undefined && { except })}
      value={value}
      onChange={onChange}
    />
  );
}
