import { createHash } from "node:crypto";
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from "kysely";
import pg from "pg";
import type { GlobalTables, TenantTables } from "./tables.gen.ts";

/** Everything but the tenant tables; reachable without a practice. */
export type IdentityQueries = Kysely<GlobalTables>;
/** Tenant tables beside the global ones; reachable only with a practice bound. */
export type OrganizationQueries = Kysely<TenantTables & GlobalTables>;

/** Builds statements without a connection; execution goes through the handles below. */
function queryBuilder<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

const organizationBuilder = queryBuilder<TenantTables & GlobalTables>();
const identityBuilder = queryBuilder<GlobalTables>();

type Compilable<Row> = { compile(): CompiledQuery<Row> };

const statementNames = new Map<string, string>();
const statementNamesMax = 500;

/** A server-side prepared statement name per SQL text, for the first 500 texts; filters make few variants. */
function statementName(sql: string): string | undefined {
  const known = statementNames.get(sql);
  if (known !== undefined) return known;
  if (statementNames.size >= statementNamesMax) return undefined;
  const name = createHash("sha1").update(sql).digest("hex").slice(0, 20);
  statementNames.set(sql, name);
  return name;
}

function toQuery(compiled: CompiledQuery): pg.QueryConfig {
  const name = statementName(compiled.sql);
  const query = { text: compiled.sql, values: [...compiled.parameters] };
  return name === undefined ? query : { name, ...query };
}

const bindStatement = {
  name: "bind",
  text: "select set_config('app.organization_id', $1, true)",
};

/** Options of the connection pools. */
export type DatabaseOptions = { url: string; maxConnections: number; applicationName: string };

/**
 * Access of one login role to the database. No session state is left on a connection: the bound practice is
 * transaction-local, so a transaction pooler fits between.
 */
export class Database {
  readonly pool: pg.Pool;
  readonly #kysely: Kysely<TenantTables & GlobalTables>;

  constructor(options: DatabaseOptions) {
    this.pool = new pg.Pool({
      connectionString: options.url,
      max: options.maxConnections,
      application_name: options.applicationName,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 30_000,
      pipeline: true,
    });
    // A lost idle connection is replaced at the next use; without a listener it would end the process.
    this.pool.on("error", () => undefined);
    this.#kysely = new Kysely({ dialect: new PostgresDialect({ pool: this.pool }) });
  }

  /** Reads global tables with one statement. */
  async readIdentity<Row>(build: (db: IdentityQueries) => Compilable<Row>): Promise<Row[]> {
    const { rows } = await this.pool.query(toQuery(build(identityBuilder).compile()));
    return rows as Row[];
  }

  /** Runs one fixed statement, for the security-definer functions that work before a practice is bound. */
  async call<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.pool.query({ name, text, values: [...values] });
    return rows as Row[];
  }

  /** Whole result of statements that belong together, read with one practice bound, in one round trip. */
  async readBound<Rows extends readonly unknown[]>(
    organizationId: string,
    build: (db: OrganizationQueries) => { readonly [Index in keyof Rows]: Compilable<Rows[Index]> },
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
    const queries = build(organizationBuilder) as readonly Compilable<unknown>[];
    const client = await this.pool.connect();
    let failed: Error | undefined;
    try {
      // Sent in one flush; the database works through them while no answer is waited for.
      const results = await Promise.allSettled([
        client.query({ name: "begin-read", text: "begin read only" }),
        client.query({ ...bindStatement, values: [organizationId] }),
        ...queries.map((query) => client.query(toQuery(query.compile()))),
        client.query({ name: "commit", text: "commit" }),
      ]);
      const broken = results.find((result) => result.status === "rejected");
      if (broken !== undefined) throw broken.reason;
      return results.slice(2, -1).map((result) => {
        return (result as PromiseFulfilledResult<pg.QueryResult>).value.rows;
      }) as { [Index in keyof Rows]: Rows[Index][] };
    } catch (error) {
      failed = error as Error;
      throw error;
    } finally {
      client.release(isConnectionError(failed));
    }
  }

  /** Runs a write transaction; see {@link WriteTransaction}. Retries once on a deadlock or serialization failure. */
  async transaction<Result>(
    run: (trx: Transaction<TenantTables & GlobalTables>) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.#kysely.transaction().execute(run);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return this.#kysely.transaction().execute(run);
    }
  }

  /** Statements outside a transaction, with all tables; only the platform role sees rows of tenant tables here. */
  get unbound(): Kysely<TenantTables & GlobalTables> {
    return this.#kysely;
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

function isRetryable(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === "40P01" || code === "40001";
}

function isConnectionError(error: Error | undefined): boolean {
  return error !== undefined && (error as { code?: string }).code === undefined;
}
