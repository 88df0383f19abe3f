import { useState } from "react";
import { useTranslations } from "use-intl";
import { FilterChip } from "../../ui/chip.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { TextInput } from "../../ui/text-input.tsx";

const allOption = "";
/** Number of values from which a search field is shown. */
const searchFrom = 12;

export interface SingleSelectChipProps {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  /** Text for the chosen value when it differs from its label. */
  shown?: string | undefined;
  searchLabel?: string;
  onChange: (value: string | undefined) => void;
}

/** A filter chip with a single choice. It stays open while arrow keys move through the values. */
export function SingleSelectChip({
  label,
  options,
  value,
  shown,
  searchLabel,
  onChange,
}: SingleSelectChipProps) {
  const common = useTranslations("common");
  const [search, setSearch] = useState("");
  const labels =
    value === undefined ? undefined : (shown ?? options.find((each) => each.value === value)?.label);
  const query = search.trim().toLocaleLowerCase();
  const found = options.filter(
    (option) => option.value === value || option.label.toLocaleLowerCase().includes(query),
  );
  return (
    <FilterChip
      label={label}
      {...(labels === undefined ? {} : { value: labels })}
      clearLabel={common("filter.clear", { name: label })}
      onClear={() => onChange(undefined)}
    >
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
        value={value ?? allOption}
        options={[{ value: allOption, label: common("all") }, ...found]}
        onChange={(next) => onChange(next === allOption ? undefined : next)}
      />
    </FilterChip>
  );
}
