import { useTranslations } from "use-intl";
import { WithMessages } from "../../platform/i18n/feature-messages.tsx";
import { ToastStack } from "../../ui/toast.tsx";
import { NotificationToast } from "./notification-toast.tsx";
import { useNotifications } from "./notifications.store.ts";

/** Further toasts wait until one of these leaves. */
export const toastsShownMax = 3;

/** The toasts, once in the frame of every page. */
export function NotificationArea() {
  return (
    <WithMessages feature="notifications">
      <Toasts />
    </WithMessages>
  );
}

function Toasts() {
  const t = useTranslations("notifications");
  const items = useNotifications((state) => state.items);
  const ids = useNotifications((state) => state.toasts);
  const shown = ids
    .map((id) => items.find((item) => item.id === id))
    .filter((item) => item !== undefined)
    .slice(0, toastsShownMax);
  return (
    <ToastStack label={t("area")}>
      {shown.map((item) => (
        <NotificationToast key={item.id} item={item} />
      ))}
    </ToastStack>
  );
}
