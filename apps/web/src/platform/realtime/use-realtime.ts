import { useEffect, useEffectEvent } from "react";
import { useStore } from "zustand";
import type { EventData } from "./frames.ts";
import { onRealtime, realtimeStore } from "./realtime-events.ts";
import type { RealtimeEvent, RealtimeState } from "./realtime-events.ts";

/** State of the live connection, for the top bar. */
export function useRealtimeState(): RealtimeState {
  return useStore(realtimeStore, ({ state }) => state);
}

/** Whether the live connection was given up and waits for somebody. */
export function useRealtimeGaveUp(): boolean {
  return useStore(realtimeStore, ({ gaveUp }) => gaveUp);
}

/** Calls `listener` for each event of this kind while the component is shown. */
export function useRealtimeEvent(event: RealtimeEvent, listener: (data: EventData) => void): void {
  const latest = useEffectEvent(listener);
  useEffect(() => onRealtime(event, (data) => latest(data)), [event]);
}
