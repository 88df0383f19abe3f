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
import { ListFilterChip, shownValue, without } from "./list-filter.tsx";
import type { ListState } from "./use-list-search.ts";

/** Up to this number of filters, their chips fit between the search and the tools of a wide window. */
const manyFilters = 2;
const wideWindow = "(min-width: 80rem)";

interface ListToolbarProps {
  list: ListState;
  /** Absent for a list without a text search. */
  search: { readonly label: string; readonly placeholder: string } | undefined;
  filters: readonly ListFilter[];
  /** Whether the window is below 768 px, where a button shows and hides the tools. */
  isNarrow: boolean;
  /** Tools that are used less often: at the end of the row, or in a narrow window in a row of their own. */
  children: ReactNode;
}

/**
 * Search and filters of a list: chips, or one button for a sheet in a narrow window, so that the rows start near the
 * top.
 */
export function ListToolbar({ list, search, filters, isNarrow, children }: ListToolbarProps) {
  const t = useTranslations("list");
  const common = useTranslations("common");
  const [hasTools, setHasTools] = useState(false);
  const toolsId = useId();
  const { search: searched } = list.search;
  const isFiltered =
    searched !== undefined || filters.some((filter) => shownValue(filter, list) !== undefined);
  const hasChips = filters.length > 0 && !isNarrow;
  const isWide = useMedia(wideWindow);
  // Many chips, or any in a narrower window, get a row of their own below the tools that are used less often.
  const isChipRow = filters.length > manyFilters || !isWide;
  const reset = hasChips && isFiltered && (
    <Button
      variant="quiet"
      size="small"
      onClick={() => list.change({ ...without(filters), search: undefined })}
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
          placeholder={search.placeholder}
          value={searched ?? ""}
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
          className="flex flex-wrap items-center gap-2 max-md:basis-full md:ml-auto md:shrink-0"
        >
          {children}
        </div>
      )}
      {isChipRow && chips}
    </div>
  );
}
