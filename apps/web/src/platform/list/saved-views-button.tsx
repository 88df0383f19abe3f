import Bookmark from "lucide-react/icons/bookmark";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { lazyPart } from "../loading/lazy-part.tsx";
import type { ListState } from "./use-list-search.ts";

// Loaded when it is first opened.
const SavedViews = lazyPart(async () => (await import("./saved-views.tsx")).SavedViews, "saved-views");

/** Opens the user's saved views of the list. */
export function SavedViewsButton({ name, list }: { name: string; list: ListState }) {
  const t = useTranslations("list");
  const [open, setOpen] = useState(false);
  return (
    <Popover
      align="end"
      title={t("views")}
      className="w-80"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button icon={Bookmark}>{t("views")}</Button>}
    >
      <SavedViews name={name} list={list} onShow={() => setOpen(false)} />
    </Popover>
  );
}
