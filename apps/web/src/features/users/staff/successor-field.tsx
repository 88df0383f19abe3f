import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../../../ui/form/field.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";
import { nameOf } from "../../../entities/person/person-name.ts";
import { TextField } from "../../../platform/forms/fields.tsx";
import { colleaguesQuery, maxListedColleagues, type StaffRecord } from "./staff.api.ts";

export type Successor = StaffRecord["successor"];

export interface SuccessorFieldProps {
  organizationId: string;
  /** Id of the departing member. */
  except: string;
  value: Successor;
  onChange: (successor: Successor) => void;
}

/** Selects the successor of a departing member. Large organizations get a search field. */
export function SuccessorField({ organizationId, except, value, onChange }: SuccessorFieldProps) {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const [search, setSearch] = useState("");
  const labels = useDeferredValue(search.trim());
  const found = useQuery(colleaguesQuery(organizationId, labels)).data?.data ?? [];
  const isLong = search !== "" || found.length >= maxListedColleagues;
  const others = found
    .filter(({ id }) => id !== except && id !== value?.userId)
    .map((person) => ({ userId: person.id, name: nameOf(person) }));
  // Keep the selected person visible, whatever the search.
  const offered = value === null ? others : [value, ...others];
  return (
    <div className="grid gap-3">
      {isLong && (
        <TextField label={t("offboarding.search")} value={search} maxLength={100} onChange={setSearch} />
      )}
      <Field
        label={t("offboarding.successor")}
        hint={t("offboarding.successorHint")}
        optionalMark={common("optional")}
      >
        {(control) => (
          <NativeSelect
            {...control}
            value={value?.userId ?? ""}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              onChange(offered.find(({ userId }) => userId === chosen) ?? null);
            }}
          >
            <option value="">{t("offboarding.nobody")}</option>
            {offered.map(({ userId, name }) => (
              <option key={userId} value={userId}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </div>
  );
}
