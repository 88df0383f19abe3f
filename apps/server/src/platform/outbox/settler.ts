import type { PlatformDb } from "../db/platform-db.ts";
import { type Claim, deleteDone, type Postponement, postpone } from "./outbox.queries.ts";

type SettlerOptions = {
  db: PlatformDb;
  /** Time for which an outcome waits to be batched with others in one statement. */
  settleMs: number;
  /** Delay after a failed write. */
  retryMs: number;
  onError: (error: unknown) => void;
  /** Called with rows whose outcome is stored, so that their leases need no more renewals. */
  onSettled: (claims: readonly Claim[]) => void;
};

/** Stores outcomes in batches. One statement stores those of all messages that finished within a few milliseconds. */
export class Settler {
  readonly #options: SettlerOptions;
  #done: Claim[] = [];
  #postponed: Postponement[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(options: SettlerOptions) {
    this.#options = options;
  }

  done(claim: Claim): void {
    this.#done.push(claim);
    this.#schedule(this.#options.settleMs);
  }

  postpone(rows: readonly Postponement[]): void {
    this.#postponed.push(...rows);
    this.#schedule(this.#options.settleMs);
  }

  /** Stores all pending outcomes. Returns false if the database did not accept them. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    if (this.#done.length > 0 || this.#postponed.length > 0) await this.#start();
    return this.#done.length === 0 && this.#postponed.length === 0;
  }

  /** Stops retrying. Rows whose outcome could not be stored become available again when their lease expires. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(delayMs: number): void {
    if (this.#writing) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#start();
    }, delayMs);
  }

  #start(): Promise<void> {
    this.#writing = this.#write().then((isStored) => {
      this.#writing = undefined;
      if (this.#done.length > 0 || this.#postponed.length > 0) {
        this.#schedule(isStored ? this.#options.settleMs : this.#options.retryMs);
      }
    });
    return this.#writing;
  }

  async #write(): Promise<boolean> {
    const done = this.#done;
    const postponed = this.#postponed;
    this.#done = [];
    this.#postponed = [];
    try {
      if (done.length > 0) {
        await deleteDone(
          this.#options.db,
          done.map((claim) => claim.id),
        );
      }
    } catch (error) {
      this.#done.unshift(...done);
      this.#postponed.unshift(...postponed);
      this.#options.onError(error);
      return false;
    }
    this.#options.onSettled(done);
    try {
      if (postponed.length > 0) await postpone(this.#options.db, postponed);
    } catch (error) {
      this.#postponed.unshift(...postponed);
      this.#options.onError(error);
      return false;
    }
    this.#options.onSettled(postponed);
    return true;
  }
}
