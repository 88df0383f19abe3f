import Bell from "lucide-react/icons/bell";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { WithMessages } from "../../platform/i18n/feature-messages.tsx";
import { lazyPart, preloads } from "../../platform/loading/lazy-part.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { markAllRead } from "../../platform/notifications/notifications.actions.ts";
import { useNotifications } from "../../platform/notifications/notifications.store.ts";

const NotificationList = lazyPart(async () => (await import("./notification-list.tsx")).NotificationList);

/** The bell in the top bar, with the number of unread notifications. Opens the list. */
export function NotificationBell() {
  return (
    <WithMessages feature="notifications" fallback={<span className="size-11 md:size-9" />}>
      <BellWithList />
    </WithMessages>
  );
}

function BellWithList() {
  const t = useTranslations("notifications");
  const [open, setOpen] = useState(false);
  const unread = useNotifications((state) => state.items.filter((item) => !item.read).length);

  function change(next: boolean) {
    setOpen(next);
    // Closing the list marks everything as read.
    if (!next) markAllRead();
  }

  return (
    <span className="relative inline-grid" {...preloads(NotificationList)}>
      <Popover
        trigger={<IconButton icon={Bell} label={t("bell", { count: unread })} tooltipSide="bottom" />}
        title={t("title")}
        align="end"
        open={open}
        onOpenChange={change}
        className="w-[360px] max-w-[calc(100vw-2rem)]"
      >
        <NotificationList onLeave={() => change(false)} />
      </Popover>
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 right-1 inline-flex md:top-0 md:right-0 h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[11px] leading-none font-strong text-accent-ink tabular-nums"
        >
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </span>
  );
}
