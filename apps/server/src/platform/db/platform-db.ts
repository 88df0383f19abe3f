import type { Kysely } from "kysely";
import type { Database } from "./database.ts";
import type { GlobalTables, TenantTables } from "./tables.gen.ts";
import { runWrite } from "./run-write.ts";
import type { WriteTransaction } from "./write-transaction.ts";

/**
 * Database handle of the platform role, which can access every organization. It is for background work and operator
 * services. The architecture check lists the modules that may import this file.
 */
export class PlatformDb {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Reads across all organizations. It cannot write, and has its own connections so that it never waits for writers.
   */
  get reads(): Kysely<TenantTables & GlobalTables> {
    return this.#database.unboundReads;
  }

  /**
   * Runs a single, short statement that changes rows of any organization and needs no audit entry. It has its own
   * connections, so that leases are renewed while transactions wait for locks.
   */
  get writes(): Kysely<TenantTables & GlobalTables> {
    return this.#database.unbound;
  }

  /**
   * Runs a transaction that may change rows of any organization. It includes the audit entries and events that it
   * records.
   */
  write<Result>(work: (tx: WriteTransaction, db: Kysely<TenantTables & GlobalTables>) => Promise<Result>) {
    return runWrite(this.#database, work);
  }
}
