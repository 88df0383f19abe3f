import type { Logger } from "pino";
import type { SocketAccess, SocketState } from "./socket-access.ts";

type RereaderDependencies = {
  read: SocketAccess["reread"];
  /** Called for each requested session, with undefined if the session no longer exists. */
  apply: (sessionId: string, state: SocketState | undefined) => void;
  log: Pick<Logger, "warn">;
};

const batchSize = 500;
const retryMs = 1_000;

/**
 * Reloads the rights of sessions. Runs one query at a time, so that an old result never overwrites a newer one. A
 * session that changes during the query is read again.
 */
export class Rereader {
  readonly #dependencies: RereaderDependencies;
  readonly #marked = new Set<string>();
  #reading: Promise<void> | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(dependencies: RereaderDependencies) {
    this.#dependencies = dependencies;
  }

  mark(sessionIds: Iterable<string>): void {
    for (const id of sessionIds) this.#marked.add(id);
    this.#start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retryTimer);
    await this.#reading;
  }

  #start(): void {
    if (this.#isClosed || this.#marked.size === 0) return;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
  }

  async #readAll(): Promise<void> {
    while (this.#marked.size > 0 && !this.#isClosed) {
      const sessionIds = [...this.#marked.values().take(batchSize)];
      for (const id of sessionIds) this.#marked.delete(id);
      try {
        const states = new Map(
          (await this.#dependencies.read(sessionIds)).map((session) => [session.sessionId, session]),
        );
        for (const id of sessionIds) this.#dependencies.apply(id, states.get(id));
      } catch (error) {
        this.#dependencies.log.warn({ err: error }, "sockets: rights could not be reloaded");
        for (const id of sessionIds) this.#marked.add(id);
        this.#retryTimer = setTimeout(() => this.#start(), retryMs);
        return;
      }
    }
  }
}
