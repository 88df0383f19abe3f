import type { Changed, Database, Executable } from "./database.ts";
import type { IdentityQueries, OrganizationQueries } from "./query-builders.ts";
import { runWrite } from "./run-write.ts";
import type { Snapshot } from "./snapshot.ts";
import type { WriteTransaction } from "./write-transaction.ts";

/**
 * Database handle of the application role for sessions and identities, which need no organization. It cannot see rows
 * of tenant tables.
 */
export class IdentityDb {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  read<Row>(build: (db: IdentityQueries) => Executable<Row>): Promise<Row[]> {
    return this.#database.readIdentity(build);
  }

  /** Reads with one person bound, for tables in which row-level security allows only the rows of that person. */
  async readFor<Row>(personId: string, build: (db: IdentityQueries) => Executable<Row>): Promise<Row[]> {
    const [rows] = await runWrite(this.#database, (tx) => tx.sendFor<[Row]>(personId, (db) => [build(db)]));
    return rows;
  }

  call<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#database.call(name, text, values);
  }

  /** Runs one statement that needs no audit entry, in its own transaction. */
  change<Row>(build: (db: IdentityQueries) => Executable<Row>): Promise<Row[]> {
    return this.#database.changeIdentity(build);
  }

  /** Runs one transaction, at the end of which the audit entries are written. */
  write<Result>(work: (tx: WriteTransaction) => Promise<Result>): Promise<Result> {
    return runWrite(this.#database, work);
  }

  /** Returns the handle of one organization. Only the request context may call this, after checking the membership. */
  organization(organizationId: string): OrganizationDb {
    return new OrganizationDb(this.#database, organizationId);
  }
}

/**
 * Database handle of one organization. Every statement runs with the organization bound, so row-level security hides
 * all others. In addition, every query filters by `organizationId`.
 */
export class OrganizationDb {
  readonly organizationId: string;
  readonly #database: Database;

  constructor(database: Database, organizationId: string) {
    this.#database = database;
    this.organizationId = organizationId;
  }

  async read<Row>(build: (db: OrganizationQueries) => Executable<Row>): Promise<Row[]> {
    const [rows] = await this.#database.readBound<[Row]>(this.organizationId, (db) => [build(db)]);
    return rows;
  }

  /** Runs related reads in one round trip. All statements see the same snapshot, regardless of concurrent commits. */
  readAll<Rows extends readonly unknown[]>(
    build: (db: OrganizationQueries) => { readonly [Index in keyof Rows]: Executable<Rows[Index]> },
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
    return this.#database.readBound<Rows>(this.organizationId, build);
  }

  /**
   * Opens a snapshot for reads larger than memory. A person is bound for tables in which row-level security allows only
   * the rows of that person. The caller must close it.
   */
  openSnapshot(personId?: string): Promise<Snapshot> {
    return this.#database.openSnapshot(this.organizationId, personId);
  }

  /** Runs one statement that needs no audit entry, in one round trip and its own transaction. */
  async change<Row>(build: (db: OrganizationQueries) => Executable<Row>): Promise<Row[]> {
    const { rows, flush } = await this.changeAll<[Row]>((db) => [build(db)]);
    await flush();
    return rows[0];
  }

  /**
   * Runs related statements in one round trip and one transaction. Returns before the commit is on disk. For changes
   * that must survive a crash, the caller waits for the returned `flush`.
   */
  changeAll<Rows extends readonly unknown[]>(
    build: (db: OrganizationQueries) => { readonly [Index in keyof Rows]: Executable<Rows[Index]> },
  ): Promise<Changed<{ [Index in keyof Rows]: Rows[Index][] }>> {
    return this.#database.changeBound<Rows>(this.organizationId, build);
  }

  write<Result>(work: (db: OrganizationQueries, tx: WriteTransaction) => Promise<Result>): Promise<Result> {
    return runWrite(this.#database, (tx) => tx.organization(this.organizationId, (db) => work(db, tx)));
  }
}
