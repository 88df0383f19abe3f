import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { FilterChip } from "../../ui/chip.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { DateRangeFields } from "./date-range-fields.tsx";
import { rangeEnds } from "./date-range.ts";
import type { FilterOption } from "./use-filter-options.ts";
import { filterCount, type UsersSearch } from "./users-search.ts";

export type FilterChange = Partial<Record<"role" | "department" | "dateRange", string | undefined>>;

export interface UsersFiltersProps {
  search: UsersSearch;
  roles: readonly FilterOption[];
  departments: readonly FilterOption[];
  onChange: (change: FilterChange) => void;
}

interface FilterSelectChipProps {
  label: string;
  options: readonly FilterOption[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

const allOption = "";

/** A filter chip with a single choice. It stays open while arrow keys move through the values. */
function FilterSelectChip({ label, options, value, onChange }: FilterSelectChipProps) {
  const common = useTranslations("common");
  const shown = options.find((option) => option.value === value)?.label ?? value;
  return (
    <FilterChip
      label={label}
      {...(shown === undefined ? {} : { value: shown })}
      clearLabel={common("filter.clear", { name: label })}
      onClear={() => onChange(undefined)}
    >
      <RadioGroup
        label={label}
        value={value ?? allOption}
        options={[{ value: allOption, label: common("all") }, ...options]}
        onChange={(next) => onChange(next === allOption ? undefined : next)}
      />
    </FilterChip>
  );
}

/** Returns the selected range as text; undefined without a filter. */
function useRangeLabel(range: string | undefined): string | undefined {
  const t = useTranslations("users");
  const format = useFormat();
  if (range === undefined) return undefined;
  const { from, to } = rangeEnds(range);
  // Noon keeps the time zone from shifting the day.
  const day = (date: string) => format.date(`${date}T12:00:00`);
  return from === to ? day(from) : t("filter.range", { from: day(from), to: day(to) });
}

/** Filter chips, from 768 px. */
export function UsersFilters({ search, roles, departments, onChange }: UsersFiltersProps) {
  const t = useTranslations("users");
  const common = useTranslations("common");
  const [datesOpen, setDatesOpen] = useState(false);
  const labels = useRangeLabel(search.dateRange);
  return (
    <div
      role="group"
      aria-label={t("filter.label")}
      className="flex min-w-0 flex-1 flex-wrap items-center gap-2"
    >
      <FilterSelectChip
        label={t("filter.role")}
        options={roles}
        value={search.role}
        onChange={(role) => onChange({ role })}
      />
      <FilterSelectChip
        label={t("filter.department")}
        options={departments}
        value={search.department}
        onChange={(department) => onChange({ department })}
      />
      <FilterChip
        label={t("filter.created")}
        {...(labels === undefined ? {} : { value: labels })}
        clearLabel={common("filter.clear", { name: t("filter.created") })}
        onClear={() => onChange({ dateRange: undefined })}
        open={datesOpen}
        onOpenChange={setDatesOpen}
      >
        <DateRangeFields
          value={search.dateRange}
          onChange={(dateRange) => {
            onChange({ dateRange });
            setDatesOpen(false);
          }}
        />
      </FilterChip>
      {filterCount(search) > 1 && (
        <Button
          variant="quiet"
          size="small"
          onClick={() => onChange({ role: undefined, department: undefined, dateRange: undefined })}
        >
          {common("empty.resetFilters")}
        </Button>
      )}
    </div>
  );
}
