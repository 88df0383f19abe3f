import { NotificationArea } from "../../../features/notifications/notification-area.tsx";
import { useSending } from "../connection/use-sending.ts";
import { IdleLockNotice } from "./idle-lock-notice.tsx";

export interface ToastsProps {
  /** Seconds until the idle lock while its notice is due, otherwise null. */
  lockInSeconds: number | null;
}

/** Shows the toasts of the layout. The notice of the idle lock comes last. Also sends the changes made offline. */
export function Toasts({ lockInSeconds }: ToastsProps) {
  useSending();
  return (
    <NotificationArea>
      {lockInSeconds !== null && <IdleLockNotice secondsLeft={lockInSeconds} />}
    </NotificationArea>
  );
}
