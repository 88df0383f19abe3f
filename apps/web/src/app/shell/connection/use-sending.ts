import { useEffect, useEffectEvent } from "react";
import { useTranslations } from "use-intl";
import { appState } from "../../../platform/app-state/app-state.store.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { onSent } from "../../../platform/offline/sent-changes.ts";
import { realtimeStore } from "../../../platform/realtime/realtime-events.ts";
import { sendPendingChanges } from "./send-pending-changes.ts";

/**
 * Sends the changes made offline when the server is reachable again, the live connection is back, the tab becomes
 * visible or the browser comes online. Notifies the user how many were sent; if a hidden tab sent them, the visible one
 * does.
 */
export function useSending(): void {
  const t = useTranslations("connection");
  const { notify } = useNotify();

  const confirmSent = useEffectEvent((count: number) => {
    if (document.visibilityState !== "visible") return;
    notify({ type: "success", title: t("sent", { count }), message: t("sentText") });
  });

  useEffect(() => {
    const start = () => {
      if (appState.getState().pendingSyncCount > 0) void sendPendingChanges().catch(() => undefined);
    };
    const onVisible = () => {
      if (document.visibilityState === "visible") start();
    };
    window.addEventListener("online", start);
    document.addEventListener("visibilitychange", onVisible);
    const stops = [
      onSent((count) => confirmSent(count)),
      appState.subscribe(({ online }, before) => {
        if (online && !before.online) start();
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
