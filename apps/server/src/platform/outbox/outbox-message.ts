/** One outbox row as passed to its handler. */
export type OutboxMessage = {
  id: string;
  topic: string;
  /** Ids only; the handler reads current data when it runs. */
  payload: Readonly<Record<string, unknown>>;
  /** 1-based. An attempt that ended with a crash of its process counts too. */
  attempt: number;
  createdAt: Date;
};

/** Handles the messages of one topic. */
export type OutboxHandler = {
  /**
   * Handles one message. Must be idempotent, because the message may be delivered again after a crash. Any error leads
   * to a retry, except {@link UnretryableError}; {@link DeferredError} and {@link PostponedError} do not count as an
   * attempt. The signal aborts when another process may claim the row, the handler takes too long or the engine stops.
   *
   * A handler that returns `stored` lets the next message of its target start; its own is done when that resolves.
   */
  handle(message: OutboxMessage, signal: AbortSignal): Promise<void | { stored: Promise<void> }>;
  /** Returns the target of the message. Only a few messages per target are in flight at once. */
  targetOf?(message: OutboxMessage): string;
  /** Returns the place of the message among those of its target that are waiting; default: the order of claiming. */
  orderOf?(message: OutboxMessage): number;
  /** Attempts before the row is parked; default `defaultMaxAttempts`. */
  maxAttempts?: number;
  /** The handler calls external services, which may hang. An engine of its own keeps it from delaying other work. */
  callsOthers?: true;
};

export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>;

/** Name of {@link UnretryableError}; the stored reason of a parked row begins with it. */
export const unretryableName = "UnretryableError";

/** Beginning of the message of an error about a mail that a version of the portal does not know. */
export const unknownMail = "there is no mail";

/** Thrown when a retry cannot help: the row is parked at once with this message. */
export class UnretryableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = unretryableName;
  }
}

/** Thrown by a handler that has stored the outcome itself and requests the message again after `delayMs`. */
export class PostponedError extends Error {
  override readonly name = "PostponedError";
  readonly delayMs: number;

  constructor(delayMs: number) {
    super(`due again in ${delayMs} ms`);
    this.delayMs = delayMs;
  }
}

/** Thrown when another process may be able to handle the message: it is offered again, and no attempt is counted. */
export class DeferredError extends Error {
  override readonly name = "DeferredError";
}
