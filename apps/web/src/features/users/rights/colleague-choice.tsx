import { useState } from "react";
import { useTranslations } from "use-intl";
import { type Colleague, ColleagueField } from "../staff/colleague-field.tsx";

export interface ColleagueChoiceProps {
  organizationId: string;
  /** The person who is being changed; undefined for a new one. */
  except: string | undefined;
  value: string;
  onChange: (userId: string) => void;
}

/** The colleague whose rights a person gets. Large organizations get a search field. */
export function ColleagueChoice({ organizationId, except, value, onChange }: ColleagueChoiceProps) {
  const t = useTranslations("rights");
  const [chosen, setChosen] = useState<Colleague>(null);
  return (
    <ColleagueField
      organizationId={organizationId}
      label={t("sameAs")}
      hint={t("sameHint")}
      searchLabel={t("searchColleague")}
      noneLabel={t("nobody")}
      {...(except !== undefined && { except })}
      value={value === "" ? null : chosen}
      onChange={(colleague) => {
        setChosen(colleague);
        onChange(colleague?.userId ?? "");
      }}
    />
  );
}
