import { createStore } from "zustand/vanilla";
import { createEmitter } from "../api-client/emitter.ts";
import type { Emitter } from "../api-client/emitter.ts";
import { onPersonDataCleared } from "../storage/person-data.ts";
import type { EventData, ServerEvent } from "./frames.ts";

export type RealtimeState = "disconnected" | "connecting" | "connected" | "closing";

/** Events raised by the client itself. */
export type ClientEvent = "reconnectFailed" | "authFailed" | "serverError";

export type RealtimeEvent = ServerEvent | ClientEvent;

/** State of the live connection. `hasGivenUp` is true from the end of the last attempt until a new attempt begins. */
export const realtimeStore = createStore<{ readonly state: RealtimeState; readonly hasGivenUp: boolean }>()(
  () => ({ state: "disconnected", hasGivenUp: false }),
);

const emitters = new Map<RealtimeEvent, Emitter<EventData>>();

/** Events whose content cannot be fetched later. */
const bufferedEventNames: readonly RealtimeEvent[] = ["notification", "systemAlert"];
const maxBufferedEvents = 40;

/**
 * Buffered events without a listener, oldest first. The connection may open before their listener, which is
 * downloaded after the start.
 */
const waiting = new Map<RealtimeEvent, EventData[]>();
onPersonDataCleared(() => waiting.clear());

function emitterOf(event: RealtimeEvent): Emitter<EventData> {
  const existing = emitters.get(event);
  if (existing) return existing;
  const emitter = createEmitter<EventData>();
  emitters.set(event, emitter);
  return emitter;
}

/**
 * Subscribes to one kind of event and returns a function that unsubscribes. Works before the connection exists. The
 * first listener of a buffered event also receives the earlier events.
 */
export function onRealtime(event: RealtimeEvent, listener: (data: EventData) => void): () => void {
  const stop = emitterOf(event).on(listener);
  const bufferedEvents = waiting.get(event) ?? [];
  waiting.delete(event);
  for (const data of bufferedEvents) listener(data);
  return stop;
}

/** Emits an event to its listeners. Called only by the connection. */
export function emitRealtime(event: RealtimeEvent, data: EventData): void {
  const wasHandled = emitterOf(event).emit(data);
  if (!wasHandled && bufferedEventNames.includes(event))
    waiting.set(event, [...(waiting.get(event) ?? []), data].slice(-maxBufferedEvents));
}
