import { useEffect, useEffectEvent } from "react";
import { useStore } from "zustand";
import type { EventData } from "./frames.ts";
import { onRealtime, realtimeStore } from "./realtime-events.ts";
import type { RealtimeEvent, RealtimeState } from "./realtime-events.ts";

/** Returns the state of the live connection, for the top bar. */
export function useRealtimeState(): RealtimeState {
  return useStore(realtimeStore, ({ state }) => state);
}

/** Returns whether the client has given up reconnecting. */
export function useRealtimeHasGivenUp(): boolean {
  return useStore(realtimeStore, ({ hasGivenUp }) => hasGivenUp);
}

/** Calls `listener` for each event of this kind while the component is mounted. */
export function useRealtimeEvent(event: RealtimeEvent, listener: (data: EventData) => void): void {
  const latest = useEffectEvent(listener);
  useEffect(() => onRealtime(event, (data) => latest(data)), [event]);
}
