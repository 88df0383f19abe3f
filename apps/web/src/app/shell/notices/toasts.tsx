import { NotificationArea } from "../../../features/notifications/notification-area.tsx";
import { IdleLockNotice } from "./idle-lock-notice.tsx";

export interface ToastsProps {
  /** Seconds until the idle lock while its notice is due, otherwise null. */
  lockInSeconds: number | null;
}

/** The toasts of the layout, last the notice of the idle lock. */
export function Toasts({ lockInSeconds }: ToastsProps) {
  return (
    <NotificationArea>
      {lockInSeconds !== null && <IdleLockNotice secondsLeft={lockInSeconds} />}
    </NotificationArea>
  );
}
