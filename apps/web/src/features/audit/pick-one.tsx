import { useState } from "react";
import { useTranslations } from "use-intl";
import { FilterChip } from "../../ui/chip.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { TextInput } from "../../ui/text-input.tsx";

const everything = "";
/** Number of values from which a search field is shown. */
const searchFrom = 12;

export interface PickOneProps {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  /** Text for the chosen value when it differs from its label. */
  shown?: string | undefined;
  searchLabel?: string;
  onChange: (value: string | undefined) => void;
}

/** A filter chip with a single choice. It stays open while arrow keys move through the values. */
export function PickOne({ label, options, value, shown, searchLabel, onChange }: PickOneProps) {
  const common = useTranslations("common");
  const [search, setSearch] = useState("");
  const words =
    value === undefined ? undefined : (shown ?? options.find((each) => each.value === value)?.label);
  const wanted = search.trim().toLocaleLowerCase();
  const found = options.filter(
    (option) => option.value === value || option.label.toLocaleLowerCase().includes(wanted),
  );
  return (
    <FilterChip
      label={label}
      {...(words === undefined ? {} : { value: words })}
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
        value={value ?? everything}
        options={[{ value: everything, label: common("all") }, ...found]}
        onChange={(next) => onChange(next === everything ? undefined : next)}
      />
    </FilterChip>
  );
}
