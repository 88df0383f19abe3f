import type { Databases } from "../db/connect.ts";
import type { OutboxHandlers } from "../outbox/outbox-message.ts";
import { type Bus, outboxChannel } from "../realtime/bus.ts";
import type { LiveEvents } from "../realtime/live-events.ts";
import { EventPublisher, type Invalidations, platformInvalidations } from "./event-publisher.ts";
import { eventsTopic } from "./event-row.ts";

type Dependencies = {
  databases: Pick<Databases, "app" | "platform">;
  bus: Bus;
  live: LiveEvents;
  /** What events invalidate in the features. */
  invalidations: Omit<Invalidations, keyof typeof platformInvalidations>;
};

/** Publishes recorded events after each commit; returns the outbox handler that repeats it. */
export function publishRecorded({ databases, bus, live, invalidations }: Dependencies): OutboxHandlers {
  const publisher = new EventPublisher(bus, live, { ...platformInvalidations, ...invalidations });
  for (const database of [databases.app, databases.platform]) {
    database.onRecorded = (row) => publisher.publish(row);
    database.onOutboxWritten = () => bus.publish(outboxChannel, {});
  }
  return { [eventsTopic]: publisher.handler };
}
