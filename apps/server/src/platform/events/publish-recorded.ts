import type { Logger } from "pino";
import type { Databases } from "../db/connect.ts";
import type { OutboxHandlers } from "../outbox/outbox-message.ts";
import { announceMessages } from "../outbox/announce-messages.ts";
import type { Bus } from "../realtime/bus.ts";
import type { LiveEvents } from "../realtime/live-events.ts";
import { EventPublisher, type Invalidations, platformInvalidations } from "./event-publisher.ts";
import { type EventRow, eventsTopic } from "./event-row.ts";

type Dependencies = {
  databases: Pick<Databases, "app" | "platform">;
  bus: Bus;
  live: LiveEvents;
  /** Cached data of the features that events invalidate. */
  invalidations: Omit<Invalidations, keyof typeof platformInvalidations>;
  /** Forwards the events of a transaction. It is called at least once, usually twice, so it must be idempotent. */
  forward: (row: EventRow) => Promise<void>;
  log: Pick<Logger, "warn">;
};

/** Publishes recorded events after each commit. Returns the outbox handler that repeats this. */
export function publishRecorded({
  databases,
  bus,
  live,
  invalidations,
  forward,
  log,
}: Dependencies): OutboxHandlers {
  const publisher = new EventPublisher(bus, live, { ...platformInvalidations, ...invalidations });
  for (const database of [databases.app, databases.platform]) {
    database.onRecorded = (row) => {
      publisher.publish(row);
      forward(row).catch((error: unknown) =>
        log.warn({ err: error }, "events: could not be forwarded now, will be retried"),
      );
    };
    database.onOutboxWritten = () => announceMessages(bus);
  }
  return {
    [eventsTopic]: {
      handle: async (message, signal) => {
        await publisher.handler.handle(message, signal);
        await forward({ id: message.id, events: message.payload["events"] as EventRow["events"] });
      },
    },
  };
}
