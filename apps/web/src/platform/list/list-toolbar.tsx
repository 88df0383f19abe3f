import Ellipsis from "lucide-react/icons/ellipsis";
import { type ReactNode, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { cx } from "../../ui/cx.ts";
import { useMedia } from "../../ui/layout/use-media.ts";
import { SearchField } from "../../ui/form/search-field.tsx";
import { FilterButton } from "./filter-button.tsx";
import type { ListFilter } from "./list-column.ts";
import { ListFilterChip, filterValueText, clearedFilters } from "./list-filter.tsx";
import type { ListState } from "./use-list-search.ts";

/** Maximum number of filters whose chips fit between the search and the tools of a wide window. */
const manyFilters = 2;
const wideWindow = "(min-width: 80rem)";

/** Maximum length of a placeholder that fits beside the buttons of a narrow window, in characters. */
const maxNarrowPlaceholder = 16;

interface ListToolbarProps {
  list: ListState;
  /** Absent for a list without a text search. */
  search: { readonly label: string; readonly placeholder: string } | undefined;
  filters: readonly ListFilter[];
  /** True if the window is below 768 px, where a button shows and hides the tools. */
  isNarrow: boolean;
  /** Tools that are used less often. They are at the end of the row, or in a separate row of a narrow window. */
  children: ReactNode;
}

/**
 * Search and filters of a list. In a narrow window, one button opens the filters in a sheet, so that the rows start
 * near the top.
 */
export function ListToolbar({ list, search, filters, isNarrow, children }: ListToolbarProps) {
  const t = useTranslations("list");
  const common = useTranslations("common");
  const [hasTools, setHasTools] = useState(false);
  const toolsId = useId();
  const { search: searchText } = list.search;
  const isFiltered = filters.some((filter) => filterValueText(filter, list) !== undefined);
  const hasChips = filters.length > 0 && !isNarrow;
  const isWide = useMedia(wideWindow);
  // Many chips, or any chips in a narrower window, have a separate row below the other tools.
  const isChipRow = filters.length > manyFilters || !isWide;
  const reset = hasChips && isFiltered && (
    <Button
      variant="quiet"
      size={isChipRow ? "medium" : "small"}
      onClick={() => list.change({ ...clearedFilters(filters), search: undefined })}
    >
      {common("empty.resetFilters")}
    </Button>
  );
  const chips = hasChips && (
    <div
      role="group"
      aria-label={t("filters")}
      className={cx("flex min-w-0 flex-wrap items-center gap-2", isChipRow ? "basis-full" : "flex-1")}
    >
      {filters.map((filter) => (
        <ListFilterChip key={filter.label} filter={filter} list={list} />
      ))}
      {!isChipRow && reset}
    </div>
  );
  return (
    <div
      className={cx(
        "mt-3 flex items-center gap-2 md:mt-4 print:hidden",
        (isNarrow || isChipRow) && "flex-wrap",
      )}
    >
      {search !== undefined && (
        <SearchField
          className="min-w-0 flex-1 basis-24 md:w-81 md:flex-none"
          label={search.label}
          placeholder={
            isNarrow && search.placeholder.length > maxNarrowPlaceholder
              ? t("params.search")
              : search.placeholder
          }
          value={searchText ?? ""}
          onSearch={(text) => list.replace({ search: text })}
        />
      )}
      {filters.length > 0 && isNarrow && <FilterButton filters={filters} list={list} />}
      {isChipRow ? reset : chips}
      {isNarrow && (
        <IconButton
          icon={Ellipsis}
          variant="edge"
          label={t("tools")}
          aria-expanded={hasTools}
          {...(hasTools ? { "aria-controls": toolsId } : {})}
          onClick={() => setHasTools(!hasTools)}
        />
      )}
      {(hasTools || !isNarrow) && (
        <div
          id={toolsId}
          className="button-row flex flex-wrap items-center gap-2 max-md:basis-full md:ml-auto md:shrink-0"
        >
          {children}
        </div>
      )}
      {isChipRow && chips}
    </div>
  );
}
