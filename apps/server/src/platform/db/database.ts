import type { IdentityQueries, OrganizationQueries } from "./query-builders.ts";
import { setTimeout } from "node:timers/promises";
import { type CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type Transaction } from "kysely";
import type pg from "pg";
import type { EventRow } from "../events/event-row.ts";
import { identityBuilder, organizationBuilder, statementName } from "./builder.ts";
import { type BoundMode, type BoundStatement, BoundStatements } from "./bound-statements.ts";
import { BatchingClient } from "./batching-client.ts";
import { GroupCommit } from "./durability/group-commit.ts";
import { createPool } from "./hosts/primary-connections.ts";
import { PreparedQuery } from "./prepared.ts";
import { limitPrepared } from "./limit-prepared.ts";
import { isLostPrimary } from "./durability/lost-primary.ts";
import { serverIdentity, UnconfirmedChangeError } from "./durability/server-identity.ts";
import { Snapshot } from "./snapshot.ts";
import { isStalePlan, withFreshPlans } from "./stale-plan.ts";
import { traceQueries } from "../tracing/trace-queries.ts";
import type { Tracing } from "../tracing/tracing.ts";
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

/** Rows of a change. It is on disk only after `flush` has resolved. */
export type Changed<Rows> = {
  rows: Rows;
  /**
   * Waits until the change is on disk. Rejects if this is unknown, because the server was lost or replaced in the
   * meantime.
   */
  flush: () => Promise<void>;
};

type BuildBound<Rows extends readonly unknown[]> = (db: OrganizationQueries) => {
  readonly [Index in keyof Rows]: Executable<Rows[Index]>;
};
type BoundRows<Rows extends readonly unknown[]> = { [Index in keyof Rows]: Rows[Index][] };
type Sent = { rows: unknown[][]; client: pg.PoolClient; bound: BoundStatements };

/** Connections of a pool. Those that are being opened count as used. */
export type PoolState = { name: string; size: number; inUse: number; idle: number; waiting: number };

/** Options of the connection pools. */
export type DatabaseOptions = {
  /** Address with one or more hosts, of which the primary is used. */
  url: string;
  /** Total of all pools. */
  maxConnections: number;
  applicationName: string;
  /** Maximum number of prepared statements of a connection, slightly more than there are names. */
  maxPrepared?: number;
  /** Gets a span for each query of a request. */
  tracing?: Tracing | undefined;
};

/**
 * Access of one login role to the database. The bound organization is transaction-local. A connection keeps its named
 * prepared statements and its initial settings, which rules out a pooler such as PgBouncer in transaction mode.
 */
export class Database {
  /**
   * Connections for reads. Their transactions are read-only and repeatable read, so the statements of one transaction
   * see the same snapshot.
   */
  readonly pool: pg.Pool;
  readonly #writePool: pg.Pool;
  /**
   * Connections for changes sent as one packet, and for single statements of the platform. Connections for transactions
   * cannot be used for them, because they batch statements and may be occupied while a transaction waits for locks.
   */
  readonly #changePool: pg.Pool;
  /** Flushes and returns the identity of the server. */
  readonly #groupCommit: GroupCommit<string>;
  /** Called after each commit with the events that it recorded. Must not throw. */
  onRecorded: ((events: EventRow) => void) | undefined;
  /** Called after each commit that wrote to the outbox. */
  onOutboxWritten: (() => void) | undefined;
  /** For reads outside a transaction, with all tables. Only the platform role sees rows of tenant tables here. */
  readonly unboundReads: Kysely<TenantTables & GlobalTables>;
  readonly #kysely: Kysely<TenantTables & GlobalTables>;
  readonly #transactions: Kysely<TenantTables & GlobalTables>;
  readonly #maxConnections: number;

  constructor(options: DatabaseOptions) {
    this.#maxConnections = options.maxConnections;
    // Writers may wait for each other's locks, so separate connections keep them from blocking readers.
    const changers = Math.max(1, Math.floor(options.maxConnections / 6));
    const writers = Math.max(1, Math.floor(options.maxConnections / 2) - changers);
    this.pool = openPool(
      { ...options, url: withSettings(options.url, snapshotSettings) },
      Math.max(1, options.maxConnections - writers - changers),
    );
    this.#changePool = openPool(options, changers);
    // The empty message has its own transaction. Its commit waits for the WAL flush, which includes all earlier
    // commits.
    this.#groupCommit = new GroupCommit(async () => {
      const text = `select pg_logical_emit_message(true, 'commit', ''), ${serverIdentity}`;
      const { rows } = await this.pool.query<{ server: string }>({ name: "group-commit", text });
      return String(rows[0]?.server);
    });
    this.#writePool = openPool(options, writers, { pipeline: true, Client: BatchingClient });
    this.unboundReads = new Kysely({ dialect: new PostgresDialect({ pool: this.pool }) });
    this.#kysely = new Kysely({ dialect: new PostgresDialect({ pool: this.#changePool }) });
    this.#transactions = new Kysely({
      dialect: new PostgresDialect({ pool: withStatementNames(this.#writePool) }),
    });
  }

  /** Reads global tables with one statement. */
  async readIdentity<Row>(build: (db: IdentityQueries) => Executable<Row>): Promise<Row[]> {
    const query = toQuery(build(identityBuilder));
    const { rows } = await this.#withFreshPlans(() => this.pool.query(query));
    return rows as Row[];
  }

  /** Runs one fixed statement, for security-definer functions that run before an organization is bound. */
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

  /** Runs related reads with one organization bound in one round trip and returns all rows. */
  async readBound<Rows extends readonly unknown[]>(
    organizationId: string,
    build: BuildBound<Rows>,
  ): Promise<BoundRows<Rows>> {
    const { rows } = await this.#runBound("read", organizationId, build);
    return rows;
  }

  /** Runs related changes with one organization bound in one round trip and one transaction. */
  async changeBound<Rows extends readonly unknown[]>(
    organizationId: string,
    build: BuildBound<Rows>,
  ): Promise<Changed<BoundRows<Rows>>> {
    const { rows, client, bound } = await this.#runBound("change", organizationId, build);
    return { rows, flush: () => this.#flush(client, bound.server) };
  }

  async #runBound<Rows extends readonly unknown[]>(
    mode: BoundMode,
    organizationId: string,
    build: BuildBound<Rows>,
  ): Promise<Sent & { rows: BoundRows<Rows> }> {
    const statements = (build(organizationBuilder) as readonly Executable<unknown>[]).map(toStatement);
    const sent = await this.#withFreshPlans(() => this.#sendBound(mode, organizationId, statements));
    return sent as Sent & { rows: BoundRows<Rows> };
  }

  /** Opens a snapshot with one organization and optionally a person bound, see {@link Snapshot}. */
  openSnapshot(organizationId: string, personId?: string): Promise<Snapshot> {
    return Snapshot.open(this.pool, organizationId, personId);
  }

  async #sendBound(
    mode: BoundMode,
    organizationId: string,
    statements: readonly BoundStatement[],
  ): Promise<Sent> {
    const client = await (mode === "read" ? this.pool : this.#changePool).connect();
    const bound = new BoundStatements(mode, organizationId, statements);
    let failed: Error | undefined;
    try {
      client.query(bound);
      return { rows: await bound.done, client, bound };
    } catch (error) {
      failed = error as Error;
      throw error;
    } finally {
      const mustClose = (error: Error) =>
        bound.hasPrepared || isConnectionError(error) || isStalePlan(error) || isLostPrimary(error);
      client.release(failed !== undefined && mustClose(failed));
    }
  }

  /**
   * Waits until a change of this connection is on disk. The flush uses another connection, which may have reached the
   * promoted standby, or the same server after a crash. Neither is guaranteed to have the change.
   */
  async #flush(client: pg.PoolClient, server: string): Promise<void> {
    const flushed = await this.#groupCommit.join();
    if (flushed !== server || lostClients.has(client)) throw new UnconfirmedChangeError();
  }

  /**
   * Runs a write transaction, see {@link WriteTransaction}. Retries on a deadlock, a serialization failure or a stale
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

  /**
   * Builder for changes outside a transaction, with all tables. Only the platform role sees rows of tenant tables here.
   */
  get unbound(): Kysely<TenantTables & GlobalTables> {
    return this.#kysely;
  }

  /** Returns how many connections each pool has and how many callers wait for one. */
  poolStates(): PoolState[] {
    const pools = { read: this.pool, change: this.#changePool, transaction: this.#writePool };
    return Object.entries(pools).map(([name, { options, totalCount, idleCount, waitingCount }]) => ({
      name,
      size: options.max,
      inUse: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
    }));
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.#writePool.end(), this.#changePool.end()]);
  }
}

/**
 * Wraps the pool for transactions so that statements are named. A few hundred statements recur, and the database keeps
 * their plans. Parsing and planning them every time would cost more than executing them.
 */
function withStatementNames(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let mustClose = false;
      return {
        query: (async (text: string, values: readonly unknown[]) => {
          const name = values.length === 0 ? undefined : statementName(text);
          try {
            return await client.query({ ...(name === undefined ? {} : { name }), text, values: [...values] });
          } catch (error) {
            mustClose ||= isStalePlan(error) || isLostPrimary(error);
            throw error;
          }
        }) as never,
        release: (destroy = false) => client.release(destroy || mustClose),
      };
    },
  };
}

/** Settings of the connections for reads. As defaults of the connection, they need no statement. */
const snapshotSettings =
  "-c default_transaction_isolation=repeatable\\ read -c default_transaction_read_only=on";

/** Appends settings to those of a connection URL. */
function withSettings(url: string, settings: string): string {
  const [address = "", query = ""] = url.split("?", 2);
  const parameters = new URLSearchParams(query);
  parameters.set("options", [parameters.get("options") ?? "", settings].join(" ").trim());
  return `${address}?${parameters.toString().replaceAll("+", "%20")}`;
}

function openPool(options: DatabaseOptions, max: number, connections: pg.PoolConfig = {}): pg.Pool {
  const pool = createPool(options.url, {
    max,
    application_name: options.applicationName,
    idleTimeoutMillis: 60_000,
    // Closing a connection frees its prepared statements that are no longer in use.
    maxLifetimeSeconds: 3_600,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    ...connections,
  });
  if (options.tracing !== undefined) traceQueries(pool, options.tracing);
  // A lost idle connection is replaced on its next use. Without a listener, its error would end the process.
  pool.on("error", () => undefined);
  // The same applies to a connection in use: its statements fail, and the error is handled there.
  pool.on("connect", (client) => client.on("error", () => lostClients.add(client)));
  pool.on("release", (error, client) => {
    if (!error) limitPrepared(client, options.maxPrepared ?? 600);
  });
  return pool;
}

/** Connections that ended unexpectedly. When a server crashes, it closes all of them before it accepts new ones. */
const lostClients = new WeakSet<pg.ClientBase>();

const transactionTries = 3;

function isRetryable(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === "40P01" || code === "40001";
}

function isConnectionError(error: Error): boolean {
  return (error as { code?: string }).code === undefined;
}
