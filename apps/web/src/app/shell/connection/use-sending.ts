import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslations } from "use-intl";
import { appState } from "../../../platform/app-state/app-state.store.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { realtimeStore } from "../../../platform/realtime/realtime-events.ts";
import { sendPendingChanges } from "./send-pending-changes.ts";

/**
 * Sends the changes made offline when the server is reachable again, the live connection is back, the tab becomes
 * visible or the browser comes online. Notifies the user how many were sent.
 */
export function useSending(): void {
  const t = useTranslations("connection");
  const { notify } = useNotify();
  /** Number of waiting changes that were not rejected, as last seen while the server was unreachable. */
  const waiting = useRef(0);

  const send = useEffectEvent(async () => {
    const before = appState.getState();
    waiting.current = Math.max(waiting.current, before.pendingSyncCount);
    if (waiting.current === 0) return;
    await sendPendingChanges().catch(() => undefined);
    const { online, pendingSyncCount, syncConflictCount, syncRejectionCount } = appState.getState();
    if (!online) return;
    const held =
      syncConflictCount + syncRejectionCount - before.syncConflictCount - before.syncRejectionCount;
    const count = waiting.current - pendingSyncCount - Math.max(0, held);
    waiting.current = 0;
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
        if (!online) waiting.current = pendingSyncCount;
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
