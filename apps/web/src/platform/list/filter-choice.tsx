import { useState } from "react";
import { useTranslations } from "use-intl";
import { RadioGroup } from "../../ui/form/radio-group.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { type ChoiceFilter, everything } from "./list-column.ts";
import type { ListParams } from "./list-search.ts";
import type { ListState } from "./use-list-search.ts";

/** Minimum number of options for which the list has a search field. */
const searchFrom = 12;

export interface FilterChoiceProps {
  filter: ChoiceFilter;
  list: ListState;
}

/** Selects a value of a filter. The popover stays open while arrow keys move through the values. */
export function FilterChoice({ filter: { name, label, options, searchLabel }, list }: FilterChoiceProps) {
  const common = useTranslations("common");
  const [search, setSearch] = useState("");
  const hasSearch = options.length >= searchFrom;
  const value = (list.search as ListParams)[name]?.toString() ?? everything;
  const searchText = search.trim().toLocaleLowerCase();
  const matchingOptions = options.filter(
    (option) => option.value === value || option.label.toLocaleLowerCase().includes(searchText),
  );
  return (
    <>
      {hasSearch && (
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
        // Without a search above them, the options scroll with the popover.
        className={hasSearch ? "max-h-72 overflow-y-auto" : undefined}
        label={label}
        value={value}
        options={[{ value: everything, label: common("all") }, ...matchingOptions]}
        onChange={(next) => list.change({ [name]: next === everything ? undefined : next })}
      />
    </>
  );
}
