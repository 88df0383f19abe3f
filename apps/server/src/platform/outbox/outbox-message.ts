/** One row of the outbox as its handler sees it. */
export type OutboxMessage = {
  id: string;
  topic: string;
  /** Ids only; the handler reads the rest when it acts. */
  payload: Readonly<Record<string, unknown>>;
  /** 1 for the first try. A try that ended with its process counts too. */
  attempt: number;
  createdAt: Date;
};

/** What is done with the messages of one topic. */
export type OutboxHandler = {
  /**
   * Acts on one message; it may come again after a crash, so acting twice must do no harm. Throwing means another
   * try later, {@link UnretryableError} means none. The signal aborts when the row may be taken over by another
   * process or the engine stops for good.
   */
  handle(message: OutboxMessage, signal: AbortSignal): Promise<void>;
  /** Names what the message goes to. At most a few messages per target are in flight at once. */
  targetOf?(message: OutboxMessage): string;
  /** Tries until the row is parked; default 12, spread over some hours. */
  maxAttempts?: number;
};

export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>;

/** Trying again cannot help: the row is parked at once, with this message. */
export class UnretryableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UnretryableError";
  }
}
