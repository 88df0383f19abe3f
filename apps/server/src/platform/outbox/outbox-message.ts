/** Outbox row as passed to its handler. */
export type OutboxMessage = {
  id: string;
  topic: string;
  /** Only ids, because the handler reads current data when it runs. */
  payload: Readonly<Record<string, unknown>>;
  /** Number of the attempt, beginning with 1. An attempt that ended with a crash of its process counts too. */
  attempt: number;
  createdAt: Date;
};

/** Handles the messages of one topic. */
export type OutboxHandler = {
  /**
   * Handles one message. It must be idempotent, because the message may be delivered again after a crash. Any error
   * except {@link UnretryableError} leads to a retry. {@link DeferredError} and {@link PostponedError} do not count as
   * an attempt. The signal aborts when another process may claim the row, the handler takes too long or the engine
   * stops.
   *
   * A handler that returns `stored` lets the next message of its target start. Its own message is done when `stored`
   * resolves.
   */
  handle(message: OutboxMessage, signal: AbortSignal): Promise<void | { stored: Promise<void> }>;
  /** Returns the target of a message. Only a few messages per target are in flight at once. */
  targetOf?(message: OutboxMessage): string;
  /** Returns the place of a message among the waiting ones of its target, by default the order of claiming. */
  orderOf?(message: OutboxMessage): number;
  /** Number of attempts before the row is parked, by default `defaultMaxAttempts`. */
  maxAttempts?: number;
  /**
   * Whether the handler calls external services, which may hang. A separate engine keeps it from delaying other work.
   */
  callsOthers?: true;
};

export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>;

/** Name of {@link UnretryableError}, with which the stored reason of a parked row begins. */
export const unretryableName = "UnretryableError";

/** Beginning of the error message about a mail that a version of the portal does not know. */
export const unknownMail = "there is no mail";

/** Thrown if a retry cannot help. Then the row is parked at once with this message. */
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

/**
 * Thrown if another process may be able to handle the message. Then it is offered again without counting an attempt.
 */
export class DeferredError extends Error {
  override readonly name = "DeferredError";
}
