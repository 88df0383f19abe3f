import ListFilter from "lucide-react/icons/list-filter";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button.tsx";
import { CountPill } from "../../ui/count-pill.tsx";
import type { UsersFilterSheetProps } from "./users-filter-sheet.tsx";
import { filterCount } from "./users-search.ts";
import { lazyDialog, preloads } from "../../platform/loading/lazy-part.tsx";

const UsersFilterSheet = lazyDialog(async () => (await import("./users-filter-sheet.tsx")).UsersFilterSheet);

/** Opens the filters below 768 px and counts the active ones. The sheet is loaded when first opened. */
export function UsersFilterButton(props: Omit<UsersFilterSheetProps, "open" | "onOpenChange">) {
  const t = useTranslations("users");
  const [open, setOpen] = useState(false);
  const count = filterCount(props.search);
  return (
    <>
      <Button
        icon={ListFilter}
        aria-haspopup="dialog"
        aria-expanded={open}
        {...preloads(UsersFilterSheet)}
        onClick={() => setOpen(true)}
      >
        {t("filter.open")}
        {count > 0 && <CountPill current>{count}</CountPill>}
      </Button>
      <UsersFilterSheet {...props} open={open} onOpenChange={setOpen} />
    </>
  );
}
