import { useTranslations } from "use-intl";
import { linkClass } from "../../ui/button/link-style.ts";
import { ToastCard, toastDurationMs } from "../../ui/feedback/toast.tsx";
import { useDismissTimer } from "../../ui/feedback/use-dismiss-timer.ts";
import type { AppNotification } from "../../platform/notifications/notification.ts";
import {
  activate,
  dismiss,
  hideToast,
  runAction,
} from "../../platform/notifications/notifications.actions.ts";

/**
 * Shows a notification as a toast. Closing it removes the notification. A notification without its own timeout
 * disappears after a while but stays in the list, unless it is transient.
 */
export function NotificationToast({ item }: { item: AppNotification }) {
  const t = useTranslations("notifications");
  const { id, type, title, message, action, onClick, dismissible, timeout, transient } = item;
  const isListed = timeout === undefined && transient !== true;
  const clock = useDismissTimer(isListed ? toastDurationMs(type, dismissible) : null, () => hideToast(id));
  const durationMs = isListed ? null : timeout;
  const body = onClick ? <ClickableText text={message} onClick={() => activate(id)} /> : message;
  return (
    <div className="contents" {...clock.pauseHandlers}>
      <ToastCard
        type={type}
        title={title ?? body}
        text={title === undefined ? undefined : body}
        action={action && <TextButton text={action.label} onClick={() => runAction(id)} />}
        closeLabel={dismissible ? t("close") : undefined}
        onClose={() => dismiss(id)}
        durationMs={durationMs}
      />
    </div>
  );
}

function TextButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <button type="button" className={linkClass} onClick={onClick}>
      {text}
    </button>
  );
}

function ClickableText({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <button type="button" className="rounded-r-1 text-left hover:underline" onClick={onClick}>
      {text}
    </button>
  );
}
