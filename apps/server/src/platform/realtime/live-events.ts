import type { LiveEventName } from "@praxisportal/contract/events/event";
import type { Bus } from "./bus.ts";

/**
 * Event for open pages. A recipient must meet every given condition. `organizationId` alone means the members of that
 * organization and platform roles, `personId` one person, and `sessionIds` exactly those sessions. Without conditions,
 * a systemAlert is sent to all sockets and any other event to none.
 */
export type LiveEvent = {
  event: LiveEventName;
  organizationId?: string;
  personId?: string;
  sessionIds?: readonly string[];
  /**
   * Sends the event to all signed-in users, regardless of other conditions. It is for events that affect every
   * organization and identify no person.
   */
  broadcast?: true;
  /** Sends the event only to platform accounts, regardless of other conditions. */
  platformOnly?: true;
  /** Afterwards closes the sockets of all members of the organization, even of those who may no longer see it. */
  closesSockets?: true;
  /**
   * Ids and short values. The page fetches the content with its own permissions. For `forceLogout` it is `{ reason }`.
   */
  data: Readonly<Record<string, unknown>>;
};

const channel = "live";
/** Maximum number of session ids per message, so that the event fits in the 8,000 bytes of a notification. */
const sessionsPerMessage = 100;

/** Distributes live events to the sockets of every process. */
export class LiveEvents {
  readonly #bus: Bus;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /**
   * Publishes an event to every process. It must be called after the commit.
   *
   * @param id Id of an event that may be published again after a crash, see {@link Bus.publish}.
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
