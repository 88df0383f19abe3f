import { createHash } from "node:crypto";
import { findPublicEvent } from "@praxisportal/contract/webhooks/public-events.rules";
import type { Logger } from "pino";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { EventRow } from "../../../platform/events/event-row.ts";
import { bodyOf, currentApiVersion, type WebhookEvent } from "../webhook-body.ts";

/** Sizes in bytes above which a body is logged with a warning, and above which it is not sent. */
const warnedBytes = 20 * 1_024;
const refusedBytes = 64 * 1_024;

/** Time during which rows are collected for one statement. */
const batchMs = 5;

type Dependencies = {
  clock: Clock;
  log: Pick<Logger, "warn" | "error">;
  /** Creates the deliveries of events that have none yet. Returns their number. */
  insertDeliveries: (events: readonly WebhookEvent[], now: Date) => Promise<number>;
  /** Makes the held deliveries of organizations due. Returns their number. */
  releaseHeld: (organizationIds: readonly string[], now: Date) => Promise<number>;
  /** Makes the outbox look for due messages. */
  onQueued: () => void;
};

/** Changes after which held deliveries are sent. */
const resumingTypes: ReadonlySet<string> = new Set(["organization.reactivated", "organization.restored"]);

type Batch = { events: WebhookEvent[]; resumed: string[]; done: Promise<void> };

/**
 * Creates a delivery for each public event and each webhook that subscribes to it. It may be called any number of times
 * with the same row, because the ids of events are derived from the row and a webhook has one delivery per event.
 */
export class FanOut {
  readonly #dependencies: Dependencies;
  #batch: Batch | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Resolves when the deliveries are stored. */
  async add(row: EventRow): Promise<void> {
    const events = publicEventsOf(row).filter((event) => this.#isSendable(event));
    const resumed = row.events.flatMap(({ type, organizationId }) =>
      organizationId !== null && resumingTypes.has(type) ? [organizationId] : [],
    );
    if (events.length === 0 && resumed.length === 0) return;
    const batch = (this.#batch ??= this.#open());
    batch.events.push(...events);
    batch.resumed.push(...resumed);
    await batch.done;
  }

  #open(): Batch {
    const batch: Batch = { events: [], resumed: [], done: Promise.resolve() };
    batch.done = new Promise((resolve) => setTimeout(resolve, batchMs)).then(() => {
      this.#batch = undefined;
      return this.#store(batch);
    });
    return batch;
  }

  async #store({ events, resumed }: Batch): Promise<void> {
    const { clock, insertDeliveries, releaseHeld, onQueued } = this.#dependencies;
    const now = clock.now();
    const inserted = events.length === 0 ? 0 : await insertDeliveries(events, now);
    const released = resumed.length === 0 ? 0 : await releaseHeld(resumed, now);
    if (inserted + released > 0) onQueued();
  }

  #isSendable(event: WebhookEvent): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(bodyOf(event, currentApiVersion())));
    if (bytes <= warnedBytes) return true;
    const about = { eventId: event.id, type: event.type, bytes };
    if (bytes <= refusedBytes) {
      this.#dependencies.log.warn(about, "webhooks: large body");
      return true;
    }
    this.#dependencies.log.error(about, "webhooks: body too large, not sent");
    return false;
  }
}

/** Returns the events of a row that webhooks may receive. */
function publicEventsOf(row: EventRow): WebhookEvent[] {
  return row.events.flatMap(({ type, organizationId, seq, ids }, index) =>
    organizationId === null || seq === null || findPublicEvent(type) === undefined
      ? []
      : [
          {
            id: eventIdOf(row.id, index),
            type,
            organizationId,
            sequence: seq,
            occurredAt: timeOf(row.id),
            ids,
          },
        ],
  );
}

/** Returns the id of an event, a UUID derived from its outbox row and its position in it. */
function eventIdOf(rowId: string, index: number): string {
  const hex = createHash("sha256").update(`${rowId} ${index}`).digest("hex");
  const variant = "89ab"[Number.parseInt(hex[16] ?? "0", 16) & 3] ?? "8";
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join("-");
}

/** Returns the time in a UUIDv7. */
function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}
