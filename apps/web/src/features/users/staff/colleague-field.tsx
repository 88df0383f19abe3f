import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useLocale } from "use-intl";
import { Field } from "../../../ui/form/field.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";
import { nameOf } from "../../../entities/person/person-name.ts";
import { TextField } from "../../../platform/forms/fields.tsx";
import { colleaguesQuery, maxListedColleagues, type StaffRecord } from "./staff.api.ts";

/** A selected colleague, or null if none is selected. */
export type Colleague = StaffRecord["successor"];

export interface ColleagueFieldProps {
  organizationId: string;
  label: string;
  hint?: string;
  /** Label of the search field. */
  searchLabel: string;
  /** Shown without a selection. */
  noneLabel: string;
  optionalMark?: string;
  /** Id of a member who is not offered. */
  except?: string;
  /** Also offers members who are locked or blocked. */
  everyState?: boolean;
  value: Colleague;
  onChange: (colleague: Colleague) => void;
}

/** Selects a member from a list sorted by displayed name. Large organizations get a search field. */
export function ColleagueField(props: ColleagueFieldProps) {
  const {
    organizationId,
    searchLabel,
    noneLabel,
    except,
    everyState = false,
    value,
    onChange,
    ...field
  } = props;
  const locale = useLocale();
  const [search, setSearch] = useState("");
  const deferredSearch = useDeferredValue(search.trim());
  const colleagues = useQuery(colleaguesQuery(organizationId, deferredSearch, everyState)).data?.data ?? [];
  const isLong = search !== "" || colleagues.length >= maxListedColleagues;
  const sortedColleagues = colleagues
    // Invited and deactivated members have no access that could be transferred or ended.
    .filter(({ id, status }) => id !== except && status === "active")
    .map((person) => ({ userId: person.id, name: nameOf(person) }))
    .toSorted((left, right) => left.name.localeCompare(right.name, locale));
  // Keeps the selected person visible during any search.
  const isListed = value === null || sortedColleagues.some(({ userId }) => userId === value.userId);
  const offered = isListed ? sortedColleagues : [value, ...sortedColleagues];
  return (
    <div className="grid gap-3">
      {isLong && <TextField label={searchLabel} value={search} maxLength={100} onChange={setSearch} />}
      <Field {...field}>
        {(control) => (
          <NativeSelect
            {...control}
            value={value?.userId ?? ""}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              onChange(offered.find(({ userId }) => userId === chosen) ?? null);
            }}
          >
            <option value="">{noneLabel}</option>
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
