import { findDeclaration } from "@praxisportal/contract/events/domain-events";
import type { CachedData, EventAudience, EventDeclaration } from "@praxisportal/contract/events/event";
import type { OutboxHandler } from "../outbox/outbox-message.ts";
import {
  type Bus,
  type BusPayload,
  personChangedChannel,
  organizationChangedChannel,
} from "../realtime/bus.ts";
import type { LiveEvent, LiveEvents } from "../realtime/live-events.ts";
import type { DomainEvent } from "./change.ts";
import type { EventRow } from "./event-row.ts";

type BusMessage = [channel: string, payload: BusPayload];

/** Messages that clear the cached data that an event invalidates. */
export type Invalidations = Readonly<Record<CachedData, (event: DomainEvent) => BusMessage[]>>;

/**
 * Publishes the effects of recorded events, which clear caches on every process and update open pages. This happens
 * twice. The process that committed publishes at once, so that its next request sees the change. The outbox row repeats
 * it, in case that process crashed in between. Both use the same ids, and the bus delivers each id once.
 */
export class EventPublisher {
  readonly #bus: Bus;
  readonly #live: LiveEvents;
  readonly #invalidations: Invalidations;

  constructor(bus: Bus, live: LiveEvents, invalidations: Invalidations) {
    this.#bus = bus;
    this.#live = live;
    this.#invalidations = invalidations;
  }

  /** Publishes a row. Clears the caches first, so that a page that reacts to a live update reads current data. */
  publish({ id, events }: EventRow): void {
    const declaredEvents = events.map((event) => ({ event, declaration: declarationOf(event) }));
    const cleared = declaredEvents.flatMap((knownEvent) => invalidationsOf(knownEvent, this.#invalidations));
    for (const [index, [channel, payload]] of distinct(cleared).entries()) {
      this.#bus.publish(channel, payload, `${id}.c${index}`);
    }
    for (const [index, live] of distinct(declaredEvents.flatMap(liveEventsOf)).entries()) {
      this.#live.publish(live, `${id}.l${index}`);
    }
  }

  /** Repeats the publication of a row. Rows of a newer version wait for a process that knows their events. */
  readonly handler: OutboxHandler = {
    handle: async ({ id, payload }) => {
      this.publish({ id, events: payload["events"] as DomainEvent[] });
      await this.#bus.sent();
    },
  };
}

/**
 * Removes duplicate messages. A change that is recorded in the audit chains of several organizations results in the
 * same message for each chain.
 */
function distinct<Message>(messages: readonly Message[]): Message[] {
  return [...new Map(messages.map((message) => [JSON.stringify(message), message])).values()];
}

type Known = { event: DomainEvent; declaration: EventDeclaration };

function declarationOf({ type }: DomainEvent): EventDeclaration {
  const declaration = findDeclaration(type);
  if (declaration === undefined) throw new Error(`the event ${type} is not known to this version`);
  return declaration;
}

function invalidationsOf({ event, declaration }: Known, invalidations: Invalidations): BusMessage[] {
  return declaration.caches.flatMap((cache) => invalidations[cache](event));
}

/** Returns the messages for the platform's own cached data that an event invalidates: rights, sessions and sockets. */
export const platformInvalidations: Pick<Invalidations, "person" | "organization"> = {
  person: ({ personId }) => (personId === undefined ? [] : [[personChangedChannel, { personId }]]),
  organization: ({ organizationId, ids }) => {
    const id = ids.organizationId ?? organizationId;
    return [[organizationChangedChannel, id === null ? {} : { organizationId: id }]];
  },
};

function liveEventsOf({ event, declaration: { name, live } }: Known): LiveEvent[] {
  const audience = live && audiences[live.to](event);
  if (!audience) return [];
  // A stored notification is sent as a whole and has its own `type`.
  const data = { type: name, ...event.ids, ...live.data, ...event.data };
  return [{ event: live.event, ...audience, ...(live.closesSockets && { closesSockets: true }), data }];
}

type Audience = Omit<LiveEvent, "event" | "data" | "closesSockets">;

/** Returns the recipients of an event by audience. An event without its organization, person or sessions has none. */
const audiences: Readonly<Record<EventAudience, (event: DomainEvent) => Audience | undefined>> = {
  organization: ({ organizationId }) => (organizationId === null ? undefined : { organizationId }),
  person: ({ personId, ...event }) =>
    personId === undefined ? undefined : { ...organizationOf(event), personId },
  sessions: ({ sessionIds }) => (sessionIds === undefined ? undefined : { sessionIds }),
  platform: () => ({ platformOnly: true }),
  everyone: () => ({ broadcast: true }),
  organizationOrEveryone: ({ organizationId }) =>
    organizationId === null ? { broadcast: true } : { organizationId },
};

function organizationOf({ organizationId }: Pick<DomainEvent, "organizationId">) {
  return organizationId === null ? {} : { organizationId };
}
