import { useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { linkClass } from "../../ui/button/link-style.ts";
import { ToastCard, toastDurationMs } from "../../ui/feedback/toast.tsx";
import { useDismissTimer } from "../../ui/feedback/use-dismiss-timer.ts";
import { useSession } from "../../platform/session/session.store.ts";
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
  // A page without a signed-in user has no list, so a warning stays there until it is closed.
  const isSignedIn = useSession(({ status }) => status === "signedIn");
  // The user does not see a toast in a hidden window. Its time starts again when they return.
  const isHidden = useSyncExternalStore(onVisibilityChange, () => document.hidden);
  const hides = isListed && !isHidden && (isSignedIn || type !== "warning");
  const clock = useDismissTimer(hides ? toastDurationMs(type, dismissible) : null, () => hideToast(id));
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

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
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
