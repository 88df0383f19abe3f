import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { useMedia } from "../../ui/layout/use-media.ts";
import { FilterButton } from "./filter-button.tsx";
import type { ListFilter } from "./list-column.ts";
import { ListFilterChip, shownValue, without } from "./list-filter.tsx";
import type { ListState } from "./use-list-search.ts";

interface ListToolbarProps {
  list: ListState;
  /** Absent for a list without a text search. */
  search: { readonly label: string; readonly placeholder: string } | undefined;
  filters: readonly ListFilter[];
  /** At the end of the row. */
  children: ReactNode;
}

/** Search and filters of a list: chips, or one button for a sheet in a narrow window. */
export function ListToolbar({ list, search, filters, children }: ListToolbarProps) {
  const t = useTranslations("list");
  const common = useTranslations("common");
  const isWide = useMedia("(min-width: 48rem)");
  const { search: searched } = list.search;
  const isFiltered =
    searched !== undefined || filters.some((filter) => shownValue(filter, list) !== undefined);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2 print:hidden">
      {search !== undefined && (
        <SearchField
          className="min-w-0 flex-1 basis-40 md:w-81 md:flex-none"
          label={search.label}
          placeholder={search.placeholder}
          value={searched ?? ""}
          onSearch={(text) => list.replace({ search: text })}
        />
      )}
      {filters.length > 0 && !isWide && <FilterButton filters={filters} list={list} />}
      {filters.length > 0 && isWide && (
        <div role="group" aria-label={t("filters")} className="flex min-w-0 flex-wrap items-center gap-2">
          {filters.map((filter) => (
            <ListFilterChip key={filter.label} filter={filter} list={list} />
          ))}
          {isFiltered && (
            <Button
              variant="quiet"
              size="small"
              onClick={() => list.change({ ...without(filters), search: undefined })}
            >
              {common("empty.resetFilters")}
            </Button>
          )}
        </div>
      )}
      {children}
    </div>
  );
}
