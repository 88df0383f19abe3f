import type pg from "pg";
import { isStalePlan } from "./stale-plan.ts";

/**
 * Number of rows that are fetched at once. The joined texts of more rows exceed what the garbage collector frees early.
 * With 1,000 rows, an export grew by 77 MB instead of 7 MB and took the same time.
 */
const usualBatch = 250;

/** Time without reads after which a client loses the snapshot, so that the database need not keep old row versions. */
const idleTimeout = "60s";
/** Maximum time that a snapshot may stay open. */
const longestMs = 3_600_000;

/**
 * Snapshot of an organization's rows that stays open for reads larger than memory. It occupies a connection until
 * {@link close} is called.
 */
export class Snapshot {
  readonly #client: pg.PoolClient;
  readonly #openedAt = performance.now();
  #failed = false;

  private constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /**
   * Opens a snapshot with the organization and optionally a person bound. Connections of the pool are read-only and
   * repeatable read.
   */
  static async open(pool: pg.Pool, organizationId: string, personId = ""): Promise<Snapshot> {
    const client = await pool.connect();
    const snapshot = new Snapshot(client);
    try {
      await client.query("begin");
      await client.query(
        `select set_config('app.organization_id', $1, true), set_config('timezone', 'UTC', true),
          set_config('idle_in_transaction_session_timeout', $2, true), set_config('app.person_id', $3, true)`,
        [organizationId, idleTimeout, personId],
      );
      return snapshot;
    } catch (error) {
      snapshot.#failed = true;
      await snapshot.close();
      throw error;
    }
  }

  /** Yields the rows of a statement in batches. Each batch is read after the previous one has been consumed. */
  async *batches<Row>(
    text: string,
    values: readonly unknown[] = [],
    batchSize = usualBatch,
  ): AsyncGenerator<Row[]> {
    try {
      await this.#client.query(`declare batches no scroll cursor for ${text}`, [...values]);
      for (;;) {
        if (performance.now() - this.#openedAt > longestMs) throw new Error("the snapshot was open too long");
        const rows = await this.#fetch<Row>(batchSize);
        if (rows.length > 0) yield rows;
        if (rows.length < batchSize) break;
      }
      await this.#client.query("close batches");
    } catch (error) {
      this.#failed ||= isStalePlan(error) || !("severity" in (error as object));
      throw error;
    }
  }

  /**
   * Reads the next rows in a callback. The driver's promises would keep each result until a full garbage collection, so
   * the memory would grow by a hundred megabytes of rows that are no longer needed.
   */
  #fetch<Row>(batchSize: number): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#client.query(`fetch ${batchSize} from batches`, (error: Error | undefined, result) => {
        if (error) reject(error);
        else resolve(result.rows as Row[]);
      });
    });
  }

  /** Ends the transaction and returns the connection. */
  async close(): Promise<void> {
    try {
      if (!this.#failed) await this.#client.query("rollback");
    } catch {
      this.#failed = true;
    }
    this.#client.release(this.#failed);
  }
}
