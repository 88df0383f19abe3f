import { type Bus, outboxChannel } from "../realtime/bus.ts";

/** Makes the outbox engines of all processes poll for due messages now. */
export function announceMessages(bus: Bus): void {
  bus.publish(outboxChannel, {});
}
