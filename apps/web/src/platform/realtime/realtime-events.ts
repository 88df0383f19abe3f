import { createStore } from "zustand/vanilla";
import { createEmitter } from "../api-client/emitter.ts";
import type { Emitter } from "../api-client/emitter.ts";
import type { EventData, ServerEvent } from "./frames.ts";

export type RealtimeState = "disconnected" | "connecting" | "connected" | "closing";

/** Events the client raises itself. */
export type ClientEvent = "reconnectFailed" | "authFailed" | "serverError";

export type RealtimeEvent = ServerEvent | ClientEvent;

/** State of the live connection; `gaveUp` after the last attempt, until a new one begins. */
export const realtimeStore = createStore<{ readonly state: RealtimeState; readonly gaveUp: boolean }>()(
  () => ({ state: "disconnected", gaveUp: false }),
);

const emitters = new Map<RealtimeEvent, Emitter<EventData>>();

function emitterOf(event: RealtimeEvent): Emitter<EventData> {
  const known = emitters.get(event);
  if (known) return known;
  const made = createEmitter<EventData>();
  emitters.set(event, made);
  return made;
}

/** Listens to one kind of event; returns how to stop. Works before the connection exists. */
export function onRealtime(event: RealtimeEvent, listener: (data: EventData) => void): () => void {
  return emitterOf(event).on(listener);
}

/** Passes an event on to its listeners. Only the connection calls it. */
export function emitRealtime(event: RealtimeEvent, data: EventData): void {
  emitterOf(event).emit(data);
}
