import type { LiveEventName } from "@praxisportal/contract/events/event";
import type { Bus } from "./bus.ts";

/**
 * An event for open pages. A recipient must meet every given condition: `organizationId` alone means the members of
 * that organization (and platform roles), `personId` one person, `sessionIds` exactly those sessions. Without
 * conditions, a systemAlert goes to all sockets and any other event to none.
 */
export type LiveEvent = {
  event: LiveEventName;
  organizationId?: string;
  personId?: string;
  sessionIds?: readonly string[];
  /**
   * All signed-in users, regardless of other conditions. For events that affect every organization and identify no
   * person.
   */
  broadcast?: true;
  /** Platform accounts only, regardless of other conditions. */
  platformOnly?: true;
  /** Afterwards the sockets of all members of the organization are closed, even of those who may no longer see it. */
  closesSockets?: true;
  /** Ids and short values; the page fetches the rest with its own permissions. `forceLogout`: `{ reason }`. */
  data: Readonly<Record<string, unknown>>;
};

const channel = "live";
/** A notification is limited to 8,000 bytes, which is enough for this many ids and the rest of an event. */
const sessionsPerMessage = 100;

/** Distributes live events to the sockets of every process. */
export class LiveEvents {
  readonly #bus: Bus;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /**
   * Publishes an event to every process. Call it after the commit.
   *
   * @param id of an event that may be published again after a crash; see {@link Bus.publish}
   */
  publish(event: LiveEvent, id?: string): void {
    if (event.sessionIds === undefined || event.sessionIds.length <= sessionsPerMessage) {
      this.#bus.publish(channel, event, id);
      return;
    }
    for (let start = 0; start < event.sessionIds.length; start += sessionsPerMessage) {
      const sessionIds = event.sessionIds.slice(start, start + sessionsPerMessage);
      this.#bus.publish(channel, { ...event, sessionIds }, id === undefined ? id : `${id}/${start}`);
    }
  }

  /** Calls `handler` with the events of all processes until the returned function is called. */
  subscribe(handler: (event: LiveEvent) => void): () => void {
    return this.#bus.subscribe(channel, (payload) => handler(payload as LiveEvent));
  }
}
