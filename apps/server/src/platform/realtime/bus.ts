/** Payload of a bus message with ids and short values. Other processes read the content from the database. */
export type BusPayload = Readonly<Record<string, unknown>>;

export type BusHandler = (payload: BusPayload) => void;

/** State of a process's connection to the other processes. */
export type BusState = {
  driver: "postgres" | "nats";
  isConnected: boolean;
  /** Whether any registered process is not heard. */
  isBlind: boolean;
  /** Number of the other registered processes. */
  peers: number;
  /** Number of times since the start that messages may have been missed. A period of blindness counts once. */
  gaps: number;
};

/**
 * Notifies every process of the installation after a commit. Delivery is best effort: messages are lost while a process
 * has no connection, so code that caches something must also subscribe to {@link Bus.onGap}. Correctness must never
 * depend on a message.
 */
export type Bus = {
  /**
   * Calls the subscribers of this process synchronously and those of other processes shortly after. Equal messages that
   * wait to be sent are delivered to the others once. Throws if a message exceeds the size limit of a notification.
   *
   * @param id Id of a message that may be published again after a crash. No process delivers it twice within a minute.
   */
  publish(channel: string, payload: BusPayload, id?: string): void;
  /** Resolves when all messages published so far have been sent to the other processes. */
  sent(): Promise<void>;
  /** Calls `handler` for each message until the returned function is called. */
  subscribe(channel: string, handler: BusHandler): () => void;
  /** Calls `handler` when messages may have been missed, so that it can reload cached data. */
  onGap(handler: () => void): () => void;
  /** Returns whether this process hears the others. */
  state(): BusState;
  /** Connects. Resolves when messages of other processes are received. */
  start(): Promise<void>;
  /** Sends pending messages and disconnects. */
  stop(): Promise<void>;
};

/** Channel of `{ personId }`, for changed permissions, memberships or sessions of a person. */
export const personChangedChannel = "person.changed";
/** Channel of `{ organizationId }`, for the changed state or settings of an organization, without an id of any. */
export const organizationChangedChannel = "organization.changed";
/** Channel of `{}`, for a committed transaction that wrote to the outbox. */
export const outboxChannel = "outbox.written";
