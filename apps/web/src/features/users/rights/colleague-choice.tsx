import { useState } from "react";
import { useTranslations } from "use-intl";
import { type Colleague, ColleagueField } from "../staff/colleague-field.tsx";

export interface ColleagueChoiceProps {
  organizationId: string;
  /** The person who is being changed, or undefined for a new one. */
  except: string | undefined;
  value: string;
  onChange: (userId: string) => void;
}

/** Selects the colleague whose rights are copied to a person. Large organizations get a search field. */
export function ColleagueChoice({ organizationId, except, value, onChange }: ColleagueChoiceProps) {
  const t = useTranslations("rights");
  const [colleague, setColleague] = useState<Colleague>(null);
  return (
    <ColleagueField
      organizationId={organizationId}
      label={t("sameAs")}
      hint={t("sameHint")}
      searchLabel={t("searchColleague")}
      noneLabel={t("nobody")}
      {...(except !== undefined && { except })}
      value={value === "" ? null : colleague}
      onChange={(selected) => {
        setColleague(selected);
        onChange(selected?.userId ?? "");
      }}
    />
  );
}
