import type { IdentityQueries, OrganizationQueries } from "./query-builders.ts";
import { setTimeout } from "node:timers/promises";
import { type CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type Transaction } from "kysely";
import pg from "pg";
import type { EventRow } from "../events/event-row.ts";
import { identityBuilder, organizationBuilder, statementName } from "./builder.ts";
import { type BoundMode, type BoundStatement, BoundStatements } from "./bound-statements.ts";
import { BatchingClient } from "./batching-client.ts";
import { GroupCommit } from "./group-commit.ts";
import { PreparedQuery } from "./prepared.ts";
import { limitPrepared } from "./limit-prepared.ts";
import { Snapshot } from "./snapshot.ts";
import { isStalePlan, withFreshPlans } from "./stale-plan.ts";
import type { GlobalTables, TenantTables } from "./tables.gen.ts";

/** A Kysely statement or a prepared one. */
export type Executable<Row> = { compile(): CompiledQuery<Row> } | PreparedQuery<Row>;

function toStatement(executable: Executable<unknown>): BoundStatement {
  if (executable instanceof PreparedQuery) return executable;
  const compiled = executable.compile();
  return { text: compiled.sql, name: statementName(compiled.sql), values: compiled.parameters };
}

function toQuery(executable: Executable<unknown>): pg.QueryConfig {
  const { name, text, values } = toStatement(executable);
  const query = { text, values: [...values] };
  return name === undefined ? query : { name, ...query };
}

/** Options of the connection pools. */
export type DatabaseOptions = {
  url: string;
  /** Total of all pools. */
  maxConnections: number;
  applicationName: string;
  /** Prepared statements that a connection may keep; a little more than there are names. */
  maxPrepared?: number;
};

/**
 * Access of one login role to the database. The bound organization is transaction-local. Named prepared statements and
 * the settings sent when it opens stay on a connection, which rules out a pooler such as PgBouncer in transaction mode.
 */
export class Database {
  /**
   * Connections for reads. Their transactions are read-only and repeatable read: the statements of one transaction see
   * one snapshot.
   */
  readonly pool: pg.Pool;
  readonly #writePool: pg.Pool;
  /**
   * Connections for changes sent as one packet, and for single statements of the platform. Connections for transactions
   * batch their statements, which excludes packets, and a transaction may hold one for as long as it waits for locks.
   */
  readonly #changePool: pg.Pool;
  readonly #groupCommit: GroupCommit;
  /** Called after each commit with the events that it recorded. Must not throw. */
  onRecorded: ((events: EventRow) => void) | undefined;
  /** Called after each commit that wrote to the outbox. */
  onOutboxWritten: (() => void) | undefined;
  /** For reads outside a transaction, with all tables; only the platform role sees rows of tenant tables here. */
  readonly unboundReads: Kysely<TenantTables & GlobalTables>;
  readonly #kysely: Kysely<TenantTables & GlobalTables>;
  readonly #transactions: Kysely<TenantTables & GlobalTables>;
  readonly #maxConnections: number;

  constructor(options: DatabaseOptions) {
    this.#maxConnections = options.maxConnections;
    // Writers may wait for each other's locks; separate connections keep them from blocking readers.
    const changers = Math.max(1, Math.floor(options.maxConnections / 6));
    const writers = Math.max(1, Math.floor(options.maxConnections / 2) - changers);
    this.pool = openPool(
      { ...options, url: withSettings(options.url, snapshotSettings) },
      Math.max(1, options.maxConnections - writers - changers),
    );
    this.#changePool = openPool(options, changers);
    // An empty message in its own transaction. Its commit waits for the WAL flush, which includes all earlier commits.
    this.#groupCommit = new GroupCommit(() =>
      this.pool.query({ name: "group-commit", text: "select pg_logical_emit_message(true, 'commit', '')" }),
    );
    this.#writePool = openPool(options, writers, { pipeline: true, Client: BatchingClient });
    this.unboundReads = new Kysely({ dialect: new PostgresDialect({ pool: this.pool }) });
    this.#kysely = new Kysely({ dialect: new PostgresDialect({ pool: this.#changePool }) });
    this.#transactions = new Kysely({ dialect: new PostgresDialect({ pool: naming(this.#writePool) }) });
  }

  /** Reads global tables with one statement. */
  async readIdentity<Row>(build: (db: IdentityQueries) => Executable<Row>): Promise<Row[]> {
    const query = toQuery(build(identityBuilder));
    const { rows } = await this.#withFreshPlans(() => this.pool.query(query));
    return rows as Row[];
  }

  /** Runs one fixed statement, for security-definer functions that are called before an organization is bound. */
  async call<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.#withFreshPlans(() => this.pool.query({ name, text, values: [...values] }));
    return rows as Row[];
  }

  /** Changes global tables with one statement in its own transaction. */
  async changeIdentity<Row>(build: (db: IdentityQueries) => Executable<Row>): Promise<Row[]> {
    const query = toQuery(build(identityBuilder));
    const { rows } = await this.#withFreshPlans(() => this.#writePool.query(query));
    return rows as Row[];
  }

  /**
   * Runs related statements with one organization bound in one round trip and returns all rows. Their changes may be
   * lost until {@link flush} resolves.
   */
  async runBound<Rows extends readonly unknown[]>(
    mode: BoundMode,
    organizationId: string,
    build: (db: OrganizationQueries) => { readonly [Index in keyof Rows]: Executable<Rows[Index]> },
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
    const statements = (build(organizationBuilder) as readonly Executable<unknown>[]).map(toStatement);
    const rows = await this.#withFreshPlans(() => this.#sendBound(mode, organizationId, statements));
    return rows as { [Index in keyof Rows]: Rows[Index][] };
  }

  /** Opens a snapshot with one organization bound; see {@link Snapshot}. */
  openSnapshot(organizationId: string): Promise<Snapshot> {
    return Snapshot.open(this.pool, organizationId);
  }

  async #sendBound(
    mode: BoundMode,
    organizationId: string,
    statements: readonly BoundStatement[],
  ): Promise<unknown[][]> {
    const client = await (mode === "read" ? this.pool : this.#changePool).connect();
    const bound = new BoundStatements(mode, organizationId, statements);
    let failed: Error | undefined;
    try {
      client.query(bound);
      return await bound.done;
    } catch (error) {
      failed = error as Error;
      throw error;
    } finally {
      const mustClose = (error: Error) => bound.hasPrepared || isConnectionError(error) || isStalePlan(error);
      client.release(failed !== undefined && mustClose(failed));
    }
  }

  /** Waits until all earlier changes are on disk. */
  flush(): Promise<void> {
    return this.#groupCommit.join();
  }

  /**
   * Runs a write transaction; see {@link WriteTransaction}. Retries on a deadlock, a serialization failure or a stale
   * plan.
   */
  async transaction<Result>(
    run: (trx: Transaction<TenantTables & GlobalTables>) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#withFreshPlans(() => this.#transactions.transaction().execute(run));
      } catch (error) {
        if (!isRetryable(error) || attempt === transactionTries) throw error;
        // Without a delay the loser takes its first lock again before the winner has woken up, and the deadlock
        // repeats.
        await setTimeout(attempt * 10 + Math.random() * 20);
      }
    }
  }

  #withFreshPlans<Result>(run: () => Promise<Result>): Promise<Result> {
    return withFreshPlans(this.#maxConnections, run);
  }

  /** For changes outside a transaction, with all tables; only the platform role sees rows of tenant tables here. */
  get unbound(): Kysely<TenantTables & GlobalTables> {
    return this.#kysely;
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.#writePool.end(), this.#changePool.end()]);
  }
}

/**
 * Wraps the pool for transactions so that statements are named: a few hundred statements recur, and the database keeps
 * their plans. Parsing and planning them every time would cost more than executing them.
 */
function naming(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let hasStalePlan = false;
      return {
        query: (async (text: string, values: readonly unknown[]) => {
          const name = values.length === 0 ? undefined : statementName(text);
          try {
            return await client.query({ ...(name === undefined ? {} : { name }), text, values: [...values] });
          } catch (error) {
            hasStalePlan ||= isStalePlan(error);
            throw error;
          }
        }) as never,
        release: (destroy = false) => client.release(destroy || hasStalePlan),
      };
    },
  };
}

/** Settings of the connections for reads. As defaults of the connection they cost no statement. */
const snapshotSettings =
  "-c default_transaction_isolation=repeatable\\ read -c default_transaction_read_only=on";

/** Adds settings to a connection URL, after those that it already has. */
function withSettings(url: string, settings: string): string {
  const [address = "", query = ""] = url.split("?", 2);
  const parameters = new URLSearchParams(query);
  parameters.set("options", [parameters.get("options") ?? "", settings].join(" ").trim());
  return `${address}?${parameters.toString().replaceAll("+", "%20")}`;
}

function openPool(options: DatabaseOptions, max: number, connections: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max,
    application_name: options.applicationName,
    idleTimeoutMillis: 60_000,
    // Closing a connection frees its prepared statements that are no longer in use.
    maxLifetimeSeconds: 3_600,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    ...connections,
  });
  // A lost idle connection is replaced on next use; without a listener it would end the process.
  pool.on("error", () => undefined);
  // The same applies to a connection in use: its statements fail, and the error is handled there.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("release", (error, client) => {
    if (!error) limitPrepared(client, options.maxPrepared ?? 600);
  });
  return pool;
}

const transactionTries = 3;

function isRetryable(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === "40P01" || code === "40001";
}

function isConnectionError(error: Error): boolean {
  return (error as { code?: string }).code === undefined;
}
