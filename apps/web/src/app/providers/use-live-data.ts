import { useEffect } from "react";
import { inBackground } from "../../platform/api-client/background.ts";
import { appState } from "../../platform/app-state/app-state.store.ts";
import { startRealtime } from "../../platform/realtime/realtime.ts";
import { onRealtime, realtimeStore } from "../../platform/realtime/realtime-events.ts";
import type { EventData, ServerEvent } from "../../platform/realtime/frames.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { discardOutdatedStart } from "../../platform/session/start-data.ts";
import { allKeys, type QueryKey } from "./all-keys.ts";
import { queryClient } from "./query-client.ts";
import { throttle } from "./throttle.ts";

/** Events after which data is fetched again. */
const dataEvents: readonly ServerEvent[] = [
  "userUpdate",
  "organizationUpdate",
  "usageUpdate",
  "aiEvent",
  "billingEvent",
];

/** Minimum time between two refreshes. Changes in between are batched. */
const refreshPauseMs = 1500;
/**
 * Maximum random delay. It spreads the requests of an organization's pages, which receive an event at the same moment.
 */
const jitterMs = 500;

/** Keys to refresh, by their serialized text. */
const outdated = new Map<string, QueryKey>();

/**
 * Refetches displayed data and marks the rest as outdated. A background call does not count as user activity. A
 * hidden page fetches when it is shown.
 */
function refresh(): void {
  const keys = [...outdated.values()];
  outdated.clear();
  const refetchType = document.visibilityState === "hidden" ? "none" : "active";
  inBackground(() => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey, refetchType });
  });
}

const refreshSoon = throttle(() => setTimeout(refresh, Math.random() * jitterMs), refreshPauseMs);

function markOutdated(keys: readonly QueryKey[]): void {
  discardOutdatedStart();
  for (const key of keys) outdated.set(JSON.stringify(key), key);
  refreshSoon();
}

const selectedOrganization = () => sessionStore.getState().organization?.id ?? null;

/**
 * Marks the data that an event touches as outdated. The module with the mapping is downloaded with the first event.
 * Without it, all data is marked.
 */
async function applyEvent(data: EventData): Promise<void> {
  discardOutdatedStart();
  const scope = selectedOrganization();
  const touchedKeysModule = await import("./touched-keys.ts").catch(() => null);
  markOutdated(touchedKeysModule?.touchedKeys(scope, data) ?? allKeys(scope));
}

/** Refreshes after a reconnect: events sent while disconnected are lost. */
function refreshAfterGap(): () => void {
  let wasConnected = false;
  return realtimeStore.subscribe(({ state }, before) => {
    if (state !== "connected" || before.state === "connected") return;
    if (wasConnected) markOutdated(allKeys(selectedOrganization()));
    wasConnected = true;
  });
}

/** Refreshes when the server is reachable again, and when it has confirmed a session that started without it. */
function refreshWhenReachable(): () => void {
  const isConnected = () => appState.getState().online && !sessionStore.getState().isUnconfirmed;
  let wasConnected = isConnected();
  const follow = () => {
    const isRestored = isConnected() && !wasConnected;
    wasConnected = isConnected();
    if (!isRestored) return;
    discardOutdatedStart();
    inBackground(() => void queryClient.invalidateQueries());
  };
  const stops = [appState.subscribe(follow), sessionStore.subscribe(follow)];
  return () => stops.forEach((stop) => stop());
}

/** Keeps the live connection open while the layout is mounted and applies its events to the cache. */
export function useLiveData(): void {
  useEffect(() => {
    const stop = [
      refreshAfterGap(),
      refreshWhenReachable(),
      ...dataEvents.map((event) => onRealtime(event, (data) => void applyEvent(data))),
      startRealtime(),
    ];
    return () => stop.forEach((unsubscribe) => unsubscribe());
  }, []);
}
