import type { Database, Executable, IdentityQueries, OrganizationQueries } from "./database.ts";
import { runWrite } from "./run-write.ts";
import type { WriteTransaction } from "./write-transaction.ts";

/**
 * The application role's way to the database for requests that belong to no practice: sessions and identities.
 * It cannot see a row of a tenant table.
 */
export class IdentityDb {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  read<Row>(build: (db: IdentityQueries) => Executable<Row>): Promise<Row[]> {
    return this.#database.readIdentity(build);
  }

  call<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#database.call(name, text, values);
  }

  /** One statement that changes something and needs no audit entry; a transaction of its own. */
  change<Row>(build: (db: IdentityQueries) => Executable<Row>): Promise<Row[]> {
    return this.#database.changeIdentity(build);
  }

  /** One transaction; audit entries are written last. */
  write<Result>(work: (tx: WriteTransaction) => Promise<Result>): Promise<Result> {
    return runWrite(this.#database, work);
  }

  /** The handle of one practice. Only the request context makes one, after it has checked the membership. */
  organization(organizationId: string): OrganizationDb {
    return new OrganizationDb(this.#database, organizationId);
  }
}

/**
 * One practice's way to the database: every statement runs with the practice bound, so row-level security hides
 * all others, and every query names `organizationId` itself as the first wall.
 */
export class OrganizationDb {
  readonly organizationId: string;
  readonly #database: Database;

  constructor(database: Database, organizationId: string) {
    this.#database = database;
    this.organizationId = organizationId;
  }

  async read<Row>(build: (db: OrganizationQueries) => Executable<Row>): Promise<Row[]> {
    const [rows] = await this.#database.runBound<[Row]>("read", this.organizationId, (db) => [build(db)]);
    return rows;
  }

  /** Statements that belong together, in one round trip and one snapshot of the database. */
  readAll<Rows extends readonly unknown[]>(
    build: (db: OrganizationQueries) => { readonly [Index in keyof Rows]: Executable<Rows[Index]> },
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
    return this.#database.runBound<Rows>("read", this.organizationId, build);
  }

  /** One statement that changes something and needs no audit entry, in one round trip; a transaction of its own. */
  async change<Row>(build: (db: OrganizationQueries) => Executable<Row>): Promise<Row[]> {
    const [rows] = await this.changeAll<[Row]>((db) => [build(db)]);
    await this.flush();
    return rows;
  }

  /**
   * Statements that belong together, in one round trip and one transaction. Answers before the disk has it: what counts
   * without the process that asked for it waits for {@link flush}.
   */
  changeAll<Rows extends readonly unknown[]>(
    build: (db: OrganizationQueries) => { readonly [Index in keyof Rows]: Executable<Rows[Index]> },
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
    return this.#database.runBound<Rows>("change", this.organizationId, build);
  }

  /** Waits until the disk has everything that was changed before. */
  flush(): Promise<void> {
    return this.#database.flush();
  }

  write<Result>(work: (db: OrganizationQueries, tx: WriteTransaction) => Promise<Result>): Promise<Result> {
    return runWrite(this.#database, (tx) => tx.organization(this.organizationId, (db) => work(db, tx)));
  }
}
