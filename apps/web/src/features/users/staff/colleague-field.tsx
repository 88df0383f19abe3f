import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useLocale } from "use-intl";
import { Field } from "../../../ui/form/field.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";
import { personOptionsOf } from "../../../entities/person/person-options.ts";
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

/** Selects a member from a list sorted by last name. Large organizations get a search field. */
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
  const options = personOptionsOf(
    // Invited and deactivated members have no access that could be transferred or ended.
    colleagues.filter(({ id, status }) => id !== except && status === "active"),
    locale,
  );
  // Keeps the selected person visible during any search.
  const isListed = value === null || options.some(({ id }) => id === value.userId);
  const offered = isListed
    ? options
    : [{ id: value.userId, name: value.name, label: value.name }, ...options];
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
              const person = offered.find(({ id }) => id === chosen);
              onChange(person === undefined ? null : { userId: person.id, name: person.name });
            }}
          >
            <option value="">{noneLabel}</option>
            {offered.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </div>
  );
}
