import { createStore } from "zustand/vanilla";
import { createEmitter } from "../api-client/emitter.ts";
import type { Emitter } from "../api-client/emitter.ts";
import type { EventData, ServerEvent } from "./frames.ts";

export type RealtimeState = "disconnected" | "connecting" | "connected" | "closing";

/** Events raised by the client itself. */
export type ClientEvent = "reconnectFailed" | "authFailed" | "serverError";

export type RealtimeEvent = ServerEvent | ClientEvent;

/** State of the live connection; `gaveUp` is true after the last attempt, until a new one begins. */
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

/**
 * Subscribes to one kind of event; returns a function that unsubscribes. Works before the connection exists.
 */
export function onRealtime(event: RealtimeEvent, listener: (data: EventData) => void): () => void {
  return emitterOf(event).on(listener);
}

/** Emits an event to its listeners. Called only by the connection. */
export function emitRealtime(event: RealtimeEvent, data: EventData): void {
  emitterOf(event).emit(data);
}
