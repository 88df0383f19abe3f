import type { Logger } from "pino";
import type { SocketAccess, SocketStanding } from "./socket-access.ts";

type RereaderParts = {
  read: SocketAccess["reread"];
  /** Called for each requested session; undefined means that the session no longer exists. */
  apply: (sessionId: string, standing: SocketStanding | undefined) => void;
  log: Pick<Logger, "warn">;
};

const batchSize = 500;
const retryMs = 1_000;

/**
 * Reloads what sessions may see. Runs one query at a time, so that an old result never overwrites a newer one; a
 * session that changes during the query is read again.
 */
export class Rereader {
  readonly #parts: RereaderParts;
  readonly #marked = new Set<string>();
  #reading: Promise<void> | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: RereaderParts) {
    this.#parts = parts;
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
      const asked = [...this.#marked.values().take(batchSize)];
      for (const id of asked) this.#marked.delete(id);
      try {
        const standings = new Map((await this.#parts.read(asked)).map((one) => [one.sessionId, one]));
        for (const id of asked) this.#parts.apply(id, standings.get(id));
      } catch (error) {
        this.#parts.log.warn({ err: error }, "sockets: rights could not be read anew");
        for (const id of asked) this.#marked.add(id);
        this.#retryTimer = setTimeout(() => this.#start(), retryMs);
        return;
      }
    }
  }
}
