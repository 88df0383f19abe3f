import { useState } from "react";
import { useTranslations } from "use-intl";
import { FilterChip } from "../../ui/label/chip.tsx";
import { lazyPart, preloads } from "../loading/lazy-part.tsx";
import { type ListFilter, paramsOf } from "./list-column.ts";
import type { ListParams } from "./list-search.ts";
import type { ListState } from "./use-list-search.ts";

/** Returns the selected value as text, or undefined if the filter is not set. */
export function filterValueText(filter: ListFilter, list: ListState): string | undefined {
  if ("names" in filter) return filter.valueText;
  const value = (list.search as ListParams)[filter.name]?.toString();
  if (value === undefined) return undefined;
  return filter.valueText ?? filter.options.find((option) => option.value === value)?.label ?? value;
}

/** Returns the change of the URL that removes these filters. */
export function clearedFilters(filters: readonly ListFilter[]): ListParams {
  return Object.fromEntries(filters.flatMap(paramsOf).map((name) => [name, undefined]));
}

const FilterChoice = lazyPart(async () => (await import("./filter-choice.tsx")).FilterChoice);

/** A filter as a chip with its values in a popover. */
export function ListFilterChip({ filter, list }: { filter: ListFilter; list: ListState }) {
  const common = useTranslations("common");
  const [open, setOpen] = useState(false);
  return (
    <span className="contents" {...preloads(FilterChoice)}>
      <FilterChip
        label={filter.label}
        value={filterValueText(filter, list)}
        clearLabel={common("filter.clear", { name: filter.label })}
        onClear={() => list.change(clearedFilters([filter]))}
        open={open}
        onOpenChange={setOpen}
      >
        {"names" in filter ? (
          filter.content(() => setOpen(false))
        ) : (
          <FilterChoice filter={filter} list={list} />
        )}
      </FilterChip>
    </span>
  );
}
