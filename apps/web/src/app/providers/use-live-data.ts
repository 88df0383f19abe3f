import { useEffect } from "react";
import { inBackground } from "../../platform/api-client/background.ts";
import { startRealtime } from "../../platform/realtime/realtime.ts";
import { realtimeStore } from "../../platform/realtime/realtime-events.ts";
import { useRealtimeEvent } from "../../platform/realtime/use-realtime.ts";
import { gather } from "./gather.ts";
import { queryClient } from "./query-client.ts";

/** Least time between two refreshes; what changes meanwhile is read together. */
const refreshPauseMs = 1500;

/** A message names what changed, never its content: what is shown is asked for anew, under the person's rights and not as something she did. */
const refresh = gather(() => {
  inBackground(() => {
    for (const key of ["organizations", "tenants"]) void queryClient.invalidateQueries({ queryKey: [key] });
  });
}, refreshPauseMs);

/** Each call of the AI tells of itself: only what it changes is read anew, its figures and those of the overview. */
const refreshUsage = gather(() => {
  inBackground(() => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === "usage" || queryKey[2] === "statistics",
    });
  });
}, refreshPauseMs);

/** Refreshes when the connection is there again: what was told while it was lost, nobody has heard. */
function refreshAfterGap(): () => void {
  let wasConnected = false;
  return realtimeStore.subscribe(({ state }, before) => {
    if (state !== "connected" || before.state === "connected") return;
    if (wasConnected) {
      refresh();
      refreshUsage();
    }
    wasConnected = true;
  });
}

/** Keeps the connection for live updates while the frame is shown and lets pages follow it. */
export function useLiveData(): void {
  useEffect(() => {
    const stopRefreshing = refreshAfterGap();
    const stopConnection = startRealtime();
    return () => {
      stopRefreshing();
      stopConnection();
    };
  }, []);
  useRealtimeEvent("userUpdate", refresh);
  useRealtimeEvent("organizationUpdate", refresh);
  useRealtimeEvent("usageUpdate", refreshUsage);
  useRealtimeEvent("aiEvent", refresh);
  useRealtimeEvent("billingEvent", refresh);
  useRealtimeEvent("billingEvent", refreshUsage);
}
