import { type Bus, outboxChannel } from "../realtime/bus.ts";

/** Makes the outbox engines of all processes look for due messages now instead of at their next poll. */
export function announceMessages(bus: Bus): void {
  bus.publish(outboxChannel, {});
}
