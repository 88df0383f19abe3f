/** What a message of the bus carries: ids and short words, never contents; other processes read the rest. */
export type BusPayload = Readonly<Record<string, unknown>>;

export type BusHandler = (payload: BusPayload) => void;

/**
 * Tells every process of the installation that something happened, after its commit. Delivery is a hint, not a
 * promise: messages are lost while a process has no connection, so whoever keeps a copy of something also
 * subscribes to {@link Bus.onGap}. Nothing may be true only because a message arrived.
 */
export type Bus = {
  /**
   * Calls the subscribers of this process at once, before it returns, and those of the others shortly after.
   * Equal messages that wait for sending at the same time reach the others once. Throws when one message alone
   * is larger than a notification may be.
   */
  publish(channel: string, payload: BusPayload): void;
  /** Calls `handler` for each message until the returned function is called. */
  subscribe(channel: string, handler: BusHandler): () => void;
  /** Calls `handler` when messages may have been missed: re-read what was kept. */
  onGap(handler: () => void): () => void;
  /** Connects; resolves when messages of other processes are received. */
  start(): Promise<void>;
  /** Sends what waits and disconnects. */
  stop(): Promise<void>;
};

/** `{ personId }`: rights, memberships or sessions of a person changed. */
export const personChangedChannel = "person.changed";
/** `{}`: the state or the limits of a practice changed. */
export const practiceChangedChannel = "practice.changed";
/** `{}`: a committed transaction wrote to the outbox. */
export const outboxChannel = "outbox.written";
/**
 * `{ organizationId }` or `{}`: what a practice, or the platform, says of the AI changed: providers, prices, approvals,
 * policies, limits, switches. Kept copies are read anew.
 */
export const aiChangedChannel = "ai.changed";
/**
 * A `StopScope`: the AI was stopped; running calls in its reach end now. `{ scope: "platform" }`, `{ scope: "provider",
 * provider }` with the key of the provider, `{ scope: "practice", organizationId }`, or `{ scope: "person",
 * organizationId, personId }`. Whoever may have missed one reads how the switches stand.
 */
export const aiStoppedChannel = "ai.stopped";
