import type { Logger } from "pino";

type Dependencies = {
  /** The sessions that have sockets. */
  sessionIds: () => readonly string[];
  /** Returns the given sessions that have ended, in one query. */
  findEnded: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Rereads sessions, and closes the sockets of those that have ended. */
  reread: (ids: readonly string[]) => void;
  log: Pick<Logger, "warn">;
};

/**
 * Time per session until all are reread again, in ms: 10,000 sessions every 5 s. Rereading a session takes the
 * database about 35 µs, finding out whether it has ended 4 µs. While the process is blind, with a request every 500
 * ms, both together take at most a fifth of a core.
 */
const rereadMsPerSession = 0.5;

/**
 * Checks all sockets of a process that may have missed messages: at each request, whether their sessions have ended,
 * and at least after the last request, all of their rights.
 */
export class SocketRevalidation {
  readonly #dependencies: Dependencies;
  #finding: Promise<void> | undefined;
  #isRequestedAgain = false;
  #rereadAt = Number.NEGATIVE_INFINITY;
  #rereadTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  request(): void {
    if (this.#isClosed) return;
    const ids = this.#dependencies.sessionIds();
    const waitMs = this.#rereadAt + ids.length * rereadMsPerSession - performance.now();
    if (waitMs <= 0) return this.#rereadAll();
    this.#rereadTimer ??= setTimeout(() => this.#rereadAll(), waitMs);
    if (this.#finding) this.#isRequestedAgain = true;
    else this.#startFinding();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#rereadTimer);
    await this.#finding;
  }

  #rereadAll(): void {
    clearTimeout(this.#rereadTimer);
    this.#rereadTimer = undefined;
    this.#rereadAt = performance.now();
    this.#dependencies.reread(this.#dependencies.sessionIds());
  }

  #startFinding(): void {
    this.#finding = this.#rereadEnded().finally(() => {
      this.#finding = undefined;
      if (!this.#isRequestedAgain || this.#isClosed) return;
      this.#isRequestedAgain = false;
      this.#startFinding();
    });
  }

  async #rereadEnded(): Promise<void> {
    const { sessionIds, findEnded, reread, log } = this.#dependencies;
    try {
      reread(await findEnded(sessionIds()));
    } catch (error) {
      // All sessions are reread soon, which is repeated until it succeeds.
      log.warn({ err: error }, "sockets: ended sessions could not be found");
    }
  }
}
