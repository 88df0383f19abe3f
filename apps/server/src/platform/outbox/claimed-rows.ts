import type { Logger } from "pino";
import type { PlatformDb } from "../db/platform-db.ts";
import { type Claim, renewLeases } from "./outbox.queries.ts";

type ClaimedRow = { claim: Claim; expiresAt: number; controller: AbortController };

type ClaimedRowsOptions = { db: PlatformDb; leaseMs: number; log: Pick<Logger, "warn"> };

/**
 * Rows that this process has claimed. Renews their leases. If a lease cannot be renewed in time, aborts the row before
 * another process may claim it, so that no row is handled twice at the same time.
 */
export class ClaimedRows {
  readonly #options: ClaimedRowsOptions;
  readonly #rows = new Map<string, ClaimedRow>();
  #renewTimer: NodeJS.Timeout | undefined;
  #expiryTimer: NodeJS.Timeout | undefined;
  #isRenewing = false;

  constructor(options: ClaimedRowsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#rows.size;
  }

  start(): void {
    this.#renewTimer = setInterval(() => void this.#renew(), this.#options.leaseMs / 3);
    this.#expiryTimer = setInterval(() => this.#abortExpired(), this.#options.leaseMs / 20);
  }

  stop(): void {
    clearInterval(this.#renewTimer);
    clearInterval(this.#expiryTimer);
  }

  /**
   * @param claimedAt `performance.now()` before the claim was sent, so that the lease is never assumed to be longer
   * than it is.
   */
  add(claim: Claim, claimedAt: number): void {
    this.#rows.set(claim.id, {
      claim,
      expiresAt: claimedAt + this.#options.leaseMs,
      controller: new AbortController(),
    });
  }

  /**
   * Returns a signal that aborts when another process may claim the row. It is already aborted if this process no
   * longer has the row.
   */
  signalOf(claim: Claim): AbortSignal {
    const row = this.#find(claim);
    if (row === undefined) return AbortSignal.abort();
    this.#abortIfExpired(row);
    return row.controller.signal;
  }

  /** Removes rows whose outcome is stored, except those that this process has claimed again in the meantime. */
  release(claims: readonly Claim[]): void {
    for (const claim of claims) if (this.#find(claim)) this.#rows.delete(claim.id);
  }

  /** Aborts one row, if this process still has it. */
  abort(claim: Claim, reason: Error): void {
    this.#find(claim)?.controller.abort(reason);
  }

  abortAll(): void {
    for (const row of this.#rows.values()) row.controller.abort(new Error("the server stops"));
  }

  #find(claim: Claim): ClaimedRow | undefined {
    const row = this.#rows.get(claim.id);
    return row?.claim.claim === claim.claim ? row : undefined;
  }

  #abortExpired(): void {
    for (const row of this.#rows.values()) this.#abortIfExpired(row);
  }

  /** Aborts a tenth of the lease early, because handlers need time to stop. */
  #abortIfExpired({ expiresAt, controller }: ClaimedRow): void {
    if (expiresAt <= performance.now() + this.#options.leaseMs / 10)
      controller.abort(new Error("the lease could not be renewed"));
  }

  async #renew(): Promise<void> {
    if (this.#isRenewing || this.#rows.size === 0) return;
    this.#isRenewing = true;
    const { db, leaseMs, log } = this.#options;
    const renewing = [...this.#rows.values()];
    const startedAt = performance.now();
    try {
      const renewedLeases = await renewLeases(
        db,
        renewing.map((row) => row.claim),
        leaseMs,
      );
      for (const row of renewing) {
        if (renewedLeases.has(row.claim.id)) row.expiresAt = startedAt + leaseMs;
        // A row that was settled in the meantime is also missing, but aborting a finished handler has no effect.
        else row.controller.abort(new Error("another process has the row"));
      }
    } catch (error) {
      log.warn({ err: error }, "outbox: the leases were not renewed");
    } finally {
      this.#isRenewing = false;
    }
  }
}
