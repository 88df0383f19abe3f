import BellOff from "lucide-react/icons/bell-off";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { NotificationEntry } from "./notification-entry.tsx";
import { isRecent } from "../../platform/notifications/notification.ts";
import type { AppNotification } from "../../platform/notifications/notification.ts";
import { clearNotifications } from "../../platform/notifications/notifications.actions.ts";
import { useNotifications } from "../../platform/notifications/notifications.store.ts";

/**
 * Shows all notifications, newest first. Notifications of the last 24 hours have their own section. `onLeave` is
 * called when a page opens.
 */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations("notifications");
  const items = useNotifications((state) => state.items);
  // Set once when the list opens, because the list is never open for long.
  const [now] = useState(Date.now);
  if (items.length === 0) {
    return <EmptyState icon={BellOff} title={t("emptyTitle")} text={t("emptyText")} className="py-8" />;
  }
  return (
    <div className="grid gap-3">
      <Section title={t("recent")} items={items.filter((item) => isRecent(item, now))} onLeave={onLeave} />
      <Section title={t("older")} items={items.filter((item) => !isRecent(item, now))} onLeave={onLeave} />
      <Button size="small" className="justify-self-end" onClick={clearNotifications}>
        {t("clear")}
      </Button>
    </div>
  );
}

interface SectionProps {
  title: string;
  items: readonly AppNotification[];
  onLeave: () => void;
}

function Section({ title, items, onLeave }: SectionProps) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="text-small text-text-3">{title}</h3>
      <ul className="mt-1 grid divide-y divide-line">
        {items.map((item) => (
          <NotificationEntry key={item.id} item={item} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  );
}
