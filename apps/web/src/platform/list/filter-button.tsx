import ListFilterIcon from "lucide-react/icons/list-filter";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { CountPill } from "../../ui/label/count-pill.tsx";
import { lazyDialog, preloads } from "../loading/lazy-part.tsx";
import type { ListFilter } from "./list-column.ts";
import { filterValueText } from "./list-filter.tsx";
import type { ListState } from "./use-list-search.ts";

const FilterSheet = lazyDialog(async () => (await import("./filter-sheet.tsx")).FilterSheet);

/** Opens the filters in a narrow window and counts the active ones. The sheet is loaded when it is first opened. */
export function FilterButton({ filters, list }: { filters: readonly ListFilter[]; list: ListState }) {
  const t = useTranslations("list");
  const [open, setOpen] = useState(false);
  const count = filters.filter((filter) => filterValueText(filter, list) !== undefined).length;
  return (
    <>
      <Button
        icon={ListFilterIcon}
        aria-haspopup="dialog"
        aria-expanded={open}
        {...preloads(FilterSheet)}
        onClick={() => setOpen(true)}
      >
        {t("filters")}
        {count > 0 && <CountPill current>{count}</CountPill>}
      </Button>
      <FilterSheet filters={filters} list={list} open={open} onOpenChange={setOpen} />
    </>
  );
}
