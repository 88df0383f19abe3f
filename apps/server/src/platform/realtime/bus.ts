/** Payload of a bus message: ids and short values, never content; other processes read the rest from the database. */
export type BusPayload = Readonly<Record<string, unknown>>;

export type BusHandler = (payload: BusPayload) => void;

/** State of the connection of a process to the others. */
export type BusState = {
  driver: "postgres" | "nats";
  isConnected: boolean;
  /** Whether some registered process is not heard. */
  isBlind: boolean;
  /** Number of the other registered processes. */
  peers: number;
  /** Number of times that messages may have been missed since the start; a time of blindness counts once. */
  gaps: number;
};

/**
 * Notifies every process of the installation after a commit. Delivery is best effort: messages are lost while a process
 * has no connection, so code that caches something must also subscribe to {@link Bus.onGap}. Correctness must never
 * depend on a message.
 */
export type Bus = {
  /**
   * Calls the subscribers of this process synchronously and those of other processes shortly after. Equal messages
   * waiting to be sent are delivered to the others once. Throws when a message is larger than a notification may be.
   *
   * @param id of a message that may be published again after a crash: no process delivers it twice within a minute
   */
  publish(channel: string, payload: BusPayload, id?: string): void;
  /** Resolves when every message published so far has been sent to the other processes. */
  sent(): Promise<void>;
  /** Calls `handler` for each message until the returned function is called. */
  subscribe(channel: string, handler: BusHandler): () => void;
  /** Calls `handler` when messages may have been missed, so that it can reload cached data. */
  onGap(handler: () => void): () => void;
  /** Returns whether this process hears the others. */
  state(): BusState;
  /** Connects; resolves when messages of other processes are received. */
  start(): Promise<void>;
  /** Sends pending messages and disconnects. */
  stop(): Promise<void>;
};

/** `{ personId }`: permissions, memberships or sessions of a person changed. */
export const personChangedChannel = "person.changed";
/** `{ organizationId }`: the state or the settings of an organization changed; without an id, those of any. */
export const organizationChangedChannel = "organization.changed";
/** `{}`: a committed transaction wrote to the outbox. */
export const outboxChannel = "outbox.written";
