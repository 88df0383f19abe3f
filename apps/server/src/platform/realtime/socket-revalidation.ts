import type { Logger } from "pino";

type Dependencies = {
  /** Returns the sessions that have sockets. */
  sessionIds: () => readonly string[];
  /** Returns the given sessions that have ended, in one query. */
  findEnded: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Rereads sessions, and closes the sockets of those that have ended. */
  reread: (ids: readonly string[]) => void;
  log: Pick<Logger, "warn">;
};

/**
 * Time per session in ms until all are reread again, so that 10,000 sessions are reread every 5 s. Rereading a session
 * takes the database about 35 µs, and checking whether it has ended 4 µs. While the process is blind, with a request
 * every 500 ms, both together take at most a fifth of a core.
 */
const rereadMsPerSession = 0.5;

/**
 * Checks all sockets of a process that may have missed messages. Each request checks whether their sessions have ended.
 * All of their rights are checked less often, but at least once after the last request.
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
      // All sessions are reread soon, and this is repeated until it succeeds.
      log.warn({ err: error }, "sockets: ended sessions could not be found");
    }
  }
}
