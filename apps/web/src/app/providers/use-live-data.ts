import { useEffect } from "react";
import { inBackground } from "../../platform/api-client/background.ts";
import { startRealtime } from "../../platform/realtime/realtime.ts";
import { realtimeStore } from "../../platform/realtime/realtime-events.ts";
import { useRealtimeEvent } from "../../platform/realtime/use-realtime.ts";
import { throttle } from "./throttle.ts";
import { queryClient } from "./query-client.ts";

/** Minimum time between two refreshes; changes in between are batched. */
const refreshPauseMs = 1500;

/**
 * Live updates name what changed, never its content. Data is fetched again under the user's permissions, as a
 * background call that does not count as user activity.
 */
const refresh = throttle(() => {
  inBackground(() => {
    for (const key of ["organizations", "tenants"]) void queryClient.invalidateQueries({ queryKey: [key] });
  });
}, refreshPauseMs);

/** Every AI call raises an event; refetch only the usage data and the dashboard statistics. */
const refreshUsage = throttle(() => {
  inBackground(() => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === "usage" || queryKey[2] === "statistics",
    });
  });
}, refreshPauseMs);

/** Refreshes after a reconnect: events sent while disconnected are lost. */
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

/** Keeps the live connection open while the layout is mounted and applies its events to the cache. */
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
