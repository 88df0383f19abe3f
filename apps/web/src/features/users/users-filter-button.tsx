import ListFilter from "lucide-react/icons/list-filter";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button.tsx";
import { CountPill } from "../../ui/count-pill.tsx";
import type { UsersFilterSheetProps } from "./users-filter-sheet.tsx";
import { filterCount } from "./users-search.ts";

const UsersFilterSheet = lazy(async () => ({
  default: (await import("./users-filter-sheet.tsx")).UsersFilterSheet,
}));

/** Opens the filters below 768 px and counts the active ones. The sheet is loaded when first opened. */
export function UsersFilterButton(props: Omit<UsersFilterSheetProps, "open" | "onOpenChange">) {
  const t = useTranslations("users");
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const count = filterCount(props.search);
  return (
    <>
      <Button
        icon={ListFilter}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        {t("filter.open")}
        {count > 0 && <CountPill current>{count}</CountPill>}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <UsersFilterSheet {...props} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
