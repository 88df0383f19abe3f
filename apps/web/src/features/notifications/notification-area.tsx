import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useStore } from "zustand";
import { WithMessages } from "../../platform/i18n/feature-messages.tsx";
import { sessionWarningStore } from "../../platform/session/times/session-warning.ts";
import { ToastStack } from "../../ui/feedback/toast.tsx";
import { NotificationToast } from "./notification-toast.tsx";
import { useNotifications } from "../../platform/notifications/notifications.store.ts";

/** Maximum number of visible toasts. Further toasts wait until one closes. */
const maxToasts = 3;

/** Shows the toasts, rendered once in the layout of every page. `children` is a message that is not a notification. */
export function NotificationArea({ children }: { children?: ReactNode }) {
  return (
    <WithMessages feature="notifications">
      <Toasts>{children}</Toasts>
    </WithMessages>
  );
}

function Toasts({ children }: { children: ReactNode }) {
  const t = useTranslations("notifications");
  const items = useNotifications((state) => state.items);
  const ids = useNotifications((state) => state.toasts);
  const visible = ids
    .map((id) => items.find((item) => item.id === id))
    .filter((item) => item !== undefined)
    .slice(0, maxToasts);
  // On small screens, the toasts would cover the buttons of the expiry dialog.
  const isWarningOpen = useStore(sessionWarningStore, (warning) => warning.open);
  return (
    <ToastStack label={t("area")} yields={isWarningOpen}>
      {visible.map((item) => (
        <NotificationToast key={item.id} item={item} />
      ))}
      {children}
    </ToastStack>
  );
}
