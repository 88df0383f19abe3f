import Search from "lucide-react/icons/search";
import { useState } from "react";
import { Checkbox } from "./checkbox.tsx";
import { TextInput } from "./text-input.tsx";

/** Minimum number of values for which a search field is shown. */
const searchFromOptions = 8;

export interface FilterOptionsProps {
  /** Accessible name of the group. */
  label: string;
  options: readonly { value: string; label: string; count?: number | undefined }[];
  selected: readonly string[];
  onChange: (selected: readonly string[]) => void;
  searchLabel: string;
  /** Shown when the search matches no value. */
  emptyText: string;
}

/** The values of a multi-select filter. */
export function FilterOptions(props: FilterOptionsProps) {
  const { label, options, selected, onChange, searchLabel, emptyText } = props;
  const [search, setSearch] = useState("");
  const word = search.trim().toLocaleLowerCase();
  const matchingOptions = options.filter((option) => option.label.toLocaleLowerCase().includes(word));

  function toggle(value: string, checked: boolean) {
    onChange(checked ? [...selected, value] : selected.filter((other) => other !== value));
  }

  return (
    <div role="group" aria-label={label}>
      {options.length >= searchFromOptions && (
        <TextInput
          type="search"
          size="toolbar"
          icon={Search}
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className="mb-2"
        />
      )}
      {matchingOptions.length === 0 && <p className="px-2 py-2 text-dense text-text-3">{emptyText}</p>}
      <ul className="max-h-72 overflow-y-auto">
        {matchingOptions.map((option) => (
          <li
            key={option.value}
            className="flex items-center justify-between gap-2 rounded-r-2 hover:bg-surface-3"
          >
            <Checkbox
              label={option.label}
              checked={selected.includes(option.value)}
              onChange={(checked) => toggle(option.value, checked)}
              className="flex-1 px-2 py-3 md:py-2"
            />
            {option.count !== undefined && (
              <span className="pr-2 text-small text-text-3 tabular-nums">{option.count}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
