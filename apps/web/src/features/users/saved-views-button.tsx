import Bookmark from "lucide-react/icons/bookmark";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { Button } from "../../ui/button.tsx";
import { Popover } from "../../ui/popover.tsx";
import type { UsersSearch } from "./users-search.ts";

// Loaded when first opened.
const SavedViews = lazy(async () => {
  const [{ SavedViews: Views }] = await Promise.all([
    import("./saved-views.tsx"),
    ensureMessages("saved-views"),
  ]);
  return { default: Views };
});

/** Opens the user's saved views of the list. */
export function SavedViewsButton({ search }: { search: UsersSearch }) {
  const t = useTranslations("users");
  const [open, setOpen] = useState(false);
  return (
    <Popover
      align="end"
      title={t("views.own")}
      className="w-80"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="medium" icon={Bookmark}>
          {t("views.own")}
        </Button>
      }
    >
      <Suspense fallback={null}>
        <SavedViews search={search} onShow={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
