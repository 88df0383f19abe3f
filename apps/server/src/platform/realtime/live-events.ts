import type { Bus } from "./bus.ts";

/** Events that open pages know. */
export type LiveEventName =
  | "notification"
  | "usageUpdate"
  | "organizationUpdate"
  | "userUpdate"
  | "systemAlert"
  | "aiEvent"
  | "billingEvent"
  | "forceLogout"
  | "sessionExpiryWarning";

/**
 * Something that open pages should learn. Who sees it: every named condition must hold, so `organizationId` alone
 * means the members of that practice (and platform roles), `personId` one person, `sessionIds` exactly those
 * sessions. Without any, a systemAlert goes to everybody and any other event to nobody.
 */
export type LiveEvent = {
  event: LiveEventName;
  organizationId?: string;
  personId?: string;
  sessionIds?: readonly string[];
  /** Whoever is signed in; no other condition counts then. For what concerns every practice and names nobody. */
  everybody?: true;
  /** Only those who look after the platform; no other condition counts then. */
  platformOnly?: true;
  /** Ids and short words; the page reads the rest, under its own rights. `forceLogout`: `{ reason }`. */
  data: Readonly<Record<string, unknown>>;
};

const channel = "live";
/** A notification has room for 8,000 bytes; so many ids and the rest of an event fit in it. */
const sessionsPerMessage = 100;

/** Live events on their way from where they happen to the sockets of every process. */
export class LiveEvents {
  readonly #bus: Bus;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** Tells it to every process. Call it after the commit. */
  publish(event: LiveEvent): void {
    if (event.sessionIds === undefined || event.sessionIds.length <= sessionsPerMessage) {
      this.#bus.publish(channel, event);
      return;
    }
    for (let start = 0; start < event.sessionIds.length; start += sessionsPerMessage) {
      const sessionIds = event.sessionIds.slice(start, start + sessionsPerMessage);
      this.#bus.publish(channel, { ...event, sessionIds });
    }
  }

  /** Calls `handler` with the events of all processes until the returned function is called. */
  subscribe(handler: (event: LiveEvent) => void): () => void {
    return this.#bus.subscribe(channel, (payload) => handler(payload as LiveEvent));
  }
}
