import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button.tsx";
import { FilterChip } from "../../ui/chip.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { ListFilter } from "./list-column.ts";
import type { ListParams } from "./list-search.ts";
import type { ListState } from "./use-list-search.ts";

const everything = "";

/** A filter without what the browser compares. */
type AnyFilter = Omit<ListFilter<never>, "rowValue">;

interface FilterProps {
  filter: AnyFilter;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A filter chip with a single choice. It stays open while arrow keys move through the values. */
function Filter({ filter: { label, options }, value, onChange }: FilterProps) {
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
        value={value ?? everything}
        options={[{ value: everything, label: common("all") }, ...options]}
        onChange={(next) => onChange(next === everything ? undefined : next)}
      />
    </FilterChip>
  );
}

interface SortSelectProps {
  list: ListState;
  nameOf: (id: string) => string;
}

/** Sort order, where no table header shows it. */
export function SortSelect({ list, nameOf }: SortSelectProps) {
  const t = useTranslations("list");
  return (
    <NativeSelect
      size="toolbar"
      className="flex-1 basis-48"
      aria-label={t("sort.label")}
      value={`${list.sort.sortBy} ${list.sort.sortOrder}`}
      onChange={(event) => {
        const [field = "", order] = event.currentTarget.value.split(" ");
        list.setSort(field, order === "desc" ? "desc" : "asc");
      }}
    >
      {list.sortFields.flatMap((field) =>
        (["asc", "desc"] as const).map((order) => (
          <option key={`${field} ${order}`} value={`${field} ${order}`}>
            {nameOf(field)}, {t(`sort.${order}`)}
          </option>
        )),
      )}
    </NativeSelect>
  );
}

interface ListToolbarProps {
  list: ListState;
  search: { readonly label: string; readonly placeholder: string };
  filters: readonly AnyFilter[];
  /** At the end of the row. */
  children: ReactNode;
}

/** Search and filters of a list. */
export function ListToolbar({ list, search, filters, children }: ListToolbarProps) {
  const t = useTranslations("list");
  const common = useTranslations("common");
  const params: ListParams = { ...list.search };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <SearchField
        label={search.label}
        placeholder={search.placeholder}
        value={list.search.search ?? ""}
        onSearch={(text) => list.replace({ search: text })}
      />
      {filters.length > 0 && (
        <div role="group" aria-label={t("filters")} className="flex min-w-0 flex-wrap items-center gap-2">
          {filters.map((filter) => (
            <Filter
              key={filter.name}
              filter={filter}
              value={params[filter.name]?.toString()}
              onChange={(value) => list.change({ [filter.name]: value })}
            />
          ))}
          {list.hasActiveFilters && (
            <Button variant="quiet" size="small" onClick={list.reset}>
              {common("empty.resetFilters")}
            </Button>
          )}
        </div>
      )}
      {children}
    </div>
  );
}
