import Bookmark from "lucide-react/icons/bookmark";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { lazyPart } from "../../platform/loading/lazy-part.tsx";
import { Button } from "../../ui/button.tsx";
import { Popover } from "../../ui/popover.tsx";
import type { UsersSearch } from "./users-search.ts";

// Loaded when first opened.
const SavedViews = lazyPart(async () => (await import("./saved-views.tsx")).SavedViews, "saved-views");

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
      <SavedViews search={search} onShow={() => setOpen(false)} />
    </Popover>
  );
}
