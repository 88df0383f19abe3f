import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslations } from "use-intl";
import { appState } from "../../../platform/app-state/app-state.store.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { realtimeStore } from "../../../platform/realtime/realtime-events.ts";
import { sendPendingChanges } from "./send-pending-changes.ts";

/**
 * Sends the changes made offline when the server is reachable again, the live connection is back, the tab becomes
 * visible or the browser comes online. Notifies the user of the number of sent changes.
 */
export function useSending(): void {
  const t = useTranslations("connection");
  const { notify } = useNotify();
  /** Number of waiting changes that were not rejected, as last seen while the server was unreachable. */
  const lastWaitingCount = useRef(0);

  const send = useEffectEvent(async () => {
    const before = appState.getState();
    lastWaitingCount.current = Math.max(lastWaitingCount.current, before.pendingSyncCount);
    if (lastWaitingCount.current === 0) return;
    await sendPendingChanges().catch(() => undefined);
    const { online, pendingSyncCount, syncConflictCount, syncRejectionCount } = appState.getState();
    if (!online) return;
    const waitingCount =
      syncConflictCount + syncRejectionCount - before.syncConflictCount - before.syncRejectionCount;
    const count = lastWaitingCount.current - pendingSyncCount - Math.max(0, waitingCount);
    lastWaitingCount.current = 0;
    if (count > 0 && document.visibilityState === "visible")
      notify({ type: "success", title: t("sent", { count }), message: t("sentText") });
  });

  useEffect(() => {
    const start = () => void send();
    const onVisible = () => {
      if (document.visibilityState === "visible") start();
    };
    window.addEventListener("online", start);
    document.addEventListener("visibilitychange", onVisible);
    const stops = [
      appState.subscribe(({ online, pendingSyncCount }, before) => {
        if (!online) lastWaitingCount.current = pendingSyncCount;
        else if (!before.online) start();
      }),
      realtimeStore.subscribe(({ state }, before) => {
        if (state === "connected" && before.state !== "connected") start();
      }),
    ];
    start();
    return () => {
      window.removeEventListener("online", start);
      document.removeEventListener("visibilitychange", onVisible);
      for (const stop of stops) stop();
    };
  }, []);
}
