import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useTranslations } from "use-intl";
import { nameOf } from "../../../entities/person/person-name.ts";
import { TextField } from "../../../platform/forms/fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";
import { colleaguesQuery, maxListedColleagues } from "../staff/staff.api.ts";

export interface ColleagueChoiceProps {
  organizationId: string;
  /** The person who is being changed. */
  except: string;
  value: string;
  onChange: (userId: string) => void;
}

/** The colleague whose rights a person gets. Large organizations get a search field. */
export function ColleagueChoice({ organizationId, except, value, onChange }: ColleagueChoiceProps) {
  const t = useTranslations("rights");
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const words = useDeferredValue(search.trim());
  const found = useQuery(colleaguesQuery(organizationId, words)).data?.data ?? [];
  const isLong = search !== "" || found.length >= maxListedColleagues;
  const others = found
    .filter(({ id }) => id !== except && id !== chosen?.id)
    .map((person) => ({ id: person.id, name: nameOf(person) }));
  const offered = chosen === null ? others : [chosen, ...others];
  return (
    <div className="grid gap-3">
      {isLong && (
        <TextField label={t("searchColleague")} value={search} maxLength={100} onChange={setSearch} />
      )}
      <Field label={t("sameAs")} hint={t("sameHint")}>
        {(control) => (
          <NativeSelect
            {...control}
            value={value}
            onChange={({ currentTarget }) => {
              setChosen(offered.find(({ id }) => id === currentTarget.value) ?? null);
              onChange(currentTarget.value);
            }}
          >
            <option value="">{t("nobody")}</option>
            {offered.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </div>
  );
}
