import { useState } from "react";
import { useTranslations } from "use-intl";
import { FilterChip } from "../../ui/label/chip.tsx";
import { RadioGroup } from "../../ui/form/radio-group.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { type ChoiceFilter, type ListFilter, paramsOf } from "./list-column.ts";
import type { ListParams } from "./list-search.ts";
import type { ListState } from "./use-list-search.ts";

/** Value of the option that removes a filter. */
export const everything = "";

/** Number of options from which on they can be searched. */
const searchFrom = 12;

/** Returns the selected value as text; undefined if the filter is not set. */
export function shownValue(filter: ListFilter, list: ListState): string | undefined {
  if ("names" in filter) return filter.shown;
  const value = (list.search as ListParams)[filter.name]?.toString();
  if (value === undefined) return undefined;
  return filter.shown ?? filter.options.find((option) => option.value === value)?.label ?? value;
}

/** Returns the change that removes filters. */
export function without(filters: readonly ListFilter[]): ListParams {
  return Object.fromEntries(filters.flatMap(paramsOf).map((name) => [name, undefined]));
}

interface ChoiceProps {
  filter: ChoiceFilter;
  list: ListState;
}

/** The options stay open while arrow keys move through them. */
function Choice({ filter: { name, label, options, searchLabel }, list }: ChoiceProps) {
  const common = useTranslations("common");
  const [search, setSearch] = useState("");
  const value = (list.search as ListParams)[name]?.toString() ?? everything;
  const wanted = search.trim().toLocaleLowerCase();
  const found = options.filter(
    (option) => option.value === value || option.label.toLocaleLowerCase().includes(wanted),
  );
  return (
    <>
      {options.length >= searchFrom && (
        <TextInput
          type="search"
          size="toolbar"
          className="mb-3"
          aria-label={searchLabel ?? label}
          placeholder={searchLabel}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <RadioGroup
        className="max-h-72 overflow-y-auto"
        label={label}
        value={value}
        options={[{ value: everything, label: common("all") }, ...found]}
        onChange={(next) => list.change({ [name]: next === everything ? undefined : next })}
      />
    </>
  );
}

/** A filter as a chip with its values in a popover. */
export function ListFilterChip({ filter, list }: { filter: ListFilter; list: ListState }) {
  const common = useTranslations("common");
  const [open, setOpen] = useState(false);
  return (
    <FilterChip
      label={filter.label}
      value={shownValue(filter, list)}
      clearLabel={common("filter.clear", { name: filter.label })}
      onClear={() => list.change(without([filter]))}
      open={open}
      onOpenChange={setOpen}
    >
      {"names" in filter ? filter.content(() => setOpen(false)) : <Choice filter={filter} list={list} />}
    </FilterChip>
  );
}
