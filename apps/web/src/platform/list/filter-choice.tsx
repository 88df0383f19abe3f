import { useState } from "react";
import { useTranslations } from "use-intl";
import { RadioGroup } from "../../ui/form/radio-group.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { type ChoiceFilter, everything } from "./list-column.ts";
import type { ListParams } from "./list-search.ts";
import type { ListState } from "./use-list-search.ts";

/** The options can be searched if there are at least this many. */
const searchFrom = 12;

export interface FilterChoiceProps {
  filter: ChoiceFilter;
  list: ListState;
}

/** The values of a filter. They stay open while arrow keys move through them. */
export function FilterChoice({ filter: { name, label, options, searchLabel }, list }: FilterChoiceProps) {
  const common = useTranslations("common");
  const [search, setSearch] = useState("");
  const value = (list.search as ListParams)[name]?.toString() ?? everything;
  const searched = search.trim().toLocaleLowerCase();
  const found = options.filter(
    (option) => option.value === value || option.label.toLocaleLowerCase().includes(searched),
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
