import { CompiledQuery, sql, type Transaction } from "kysely";
import type { AuditDraft } from "../audit/audit-record.ts";
import { type PastDraft, writeAudit } from "../audit/audit-writer.ts";
import { type Change, isAudited } from "../events/change.ts";
import { type EventRow, eventRowOf } from "../events/event-row.ts";
import { addEventRow } from "../events/event-row.queries.ts";
import { addMessage } from "../outbox/emitted.queries.ts";
import { identityBuilder, organizationBuilder } from "./builder.ts";
import type { RowsOf, Statements, StatementSender } from "./statement-sender.ts";
import type { Executable } from "./database.ts";
import type { IdentityQueries, OrganizationQueries } from "./query-builders.ts";
import { PreparedQuery } from "./prepared.ts";
import type { GlobalTables, TenantTables } from "./tables.gen.ts";

/**
 * Operations of a service inside one transaction. Tenant tables are accessible only inside `organization(id, …)`, which
 * binds that organization for row-level security and restores the previous binding afterwards. Changes are collected.
 * Their audit entries and events are written last, with the chains locked in id order, so that two transactions cannot
 * deadlock.
 */
export class WriteTransaction implements StatementSender {
  readonly #trx: Transaction<TenantTables & GlobalTables>;
  readonly #changes: Change[] = [];
  readonly #past: PastDraft[] = [];
  readonly #last: Executable<unknown>[] = [];
  #hasEmitted = false;
  #events: EventRow | undefined;
  #bound = "";

  constructor(trx: Transaction<TenantTables & GlobalTables>) {
    this.#trx = trx;
  }

  /** Builder for the global tables, such as people, sessions, devices and tokens. */
  get identity(): IdentityQueries {
    return this.#trx as unknown as IdentityQueries;
  }

  /** Runs `work` with an organization bound. */
  async organization<Result>(
    organizationId: string,
    work: (db: OrganizationQueries) => Promise<Result>,
  ): Promise<Result> {
    const before = this.#bound;
    await this.#bind(organizationId);
    try {
      return await work(this.#trx);
    } finally {
      await this.#bind(before);
    }
  }

  /**
   * Pipelines statements on global tables. The database executes them in this order without waiting for a round trip in
   * between, which is most of a statement's cost. If one fails, none of them takes effect.
   */
  send<Rows extends readonly unknown[]>(
    build: (db: IdentityQueries) => Statements<Rows>,
  ): Promise<RowsOf<Rows>> {
    return this.#send<Rows>(build(identityBuilder));
  }

  /** Sends statements like {@link send}, with an organization bound only for them. */
  async sendIn<Rows extends readonly unknown[]>(
    organizationId: string,
    build: (db: OrganizationQueries) => Statements<Rows>,
  ): Promise<RowsOf<Rows>> {
    if (organizationId === this.#bound) return this.#send<Rows>(build(organizationBuilder));
    const statements: readonly Executable<unknown>[] = build(organizationBuilder);
    const rows = await this.#send([bindTo(organizationId), ...statements, bindTo(this.#bound)]);
    return rows.slice(1, -1) as RowsOf<Rows>;
  }

  /**
   * Sends statements like {@link send}, with one person bound only for them, for tables whose policies return only that
   * person's rows.
   */
  async sendFor<Rows extends readonly unknown[]>(
    personId: string,
    build: (db: IdentityQueries) => Statements<Rows>,
  ): Promise<RowsOf<Rows>> {
    const statements: readonly Executable<unknown>[] = build(identityBuilder);
    const rows = await this.#send([bindToPerson(personId), ...statements, bindToPerson("")]);
    return rows.slice(1, -1) as RowsOf<Rows>;
  }

  /**
   * Records a change. Its audit entry, its event and their sequence number are written at the end of the transaction.
   * Caches, open pages and other receivers are notified after the commit, as the declaration of the change defines.
   */
  record(change: Change): void {
    this.#changes.push(change);
  }

  /**
   * Records a change from the past, which was made while the database was down or belongs to the invented history of
   * the demonstration. It gets an audit entry but no event, so caches and open pages are not affected.
   */
  recordPast(draft: AuditDraft, occurredAt: Date): void {
    this.#past.push({ ...draft, occurredAt });
  }

  /**
   * Queues a mail or other work to be handled after the commit. The payload has ids but no content. It is written at
   * the end of the transaction.
   */
  emit(topic: string, payload: Readonly<Record<string, unknown>>, id: string): void {
    this.sendLast(addMessage({ id, topic, payload }));
    this.#hasEmitted = true;
  }

  /** Adds a statement to the last ones of the transaction, for rows that the transaction does not read again. */
  sendLast(statement: Executable<unknown>): void {
    this.#last.push(statement);
  }

  /** Whether the transaction wrote outbox messages that are due at once. */
  get hasEmitted(): boolean {
    return this.#hasEmitted;
  }

  /** Events that were written to the outbox, if any. */
  get events(): EventRow | undefined {
    return this.#events;
  }

  /** Erases the names of an erased person from the logs of all organizations. The chains stay intact. */
  async eraseAuditNames(personId: string): Promise<void> {
    await sql`select erase_audit_names(${personId})`.execute(this.#trx);
  }

  /** Writes audit entries and events. Called once as the last step by the code that created this transaction. */
  async finish(): Promise<void> {
    await writeAudit(this, [...this.#past, ...this.#changes.filter(isAudited)], (positions) => {
      this.#events = eventRowOf(this.#changes, positions);
      return this.#events === undefined ? this.#last : [...this.#last, addEventRow(this.#events)];
    });
  }

  #send<Rows extends readonly unknown[]>(statements: Statements<Rows>): Promise<RowsOf<Rows>> {
    return this.#trx.getExecutor().provideConnection(async (connection) => {
      const results = await Promise.allSettled(
        (statements as readonly Executable<unknown>[]).map((statement) =>
          connection.executeQuery(toCompiled(statement)),
        ),
      );
      const rejection = results.find((result) => result.status === "rejected");
      if (rejection !== undefined) throw rejection.reason;
      return results.map((result) => (result.status === "fulfilled" ? result.value.rows : [])) as never;
    });
  }

  /**
   * Sends the binding ahead of the next statement without waiting for its response. If it fails, so do all later
   * statements and the commit, because the transaction is aborted.
   */
  async #bind(organizationId: string): Promise<void> {
    if (organizationId === this.#bound) return;
    this.#bound = organizationId;
    await this.#trx.getExecutor().provideConnection(async (connection) => {
      connection.executeQuery(toCompiled(bindTo(organizationId))).catch(() => undefined);
    });
  }
}

function bindTo(organizationId: string): Executable<unknown> {
  return new PreparedQuery("select set_config('app.organization_id', $1, true)", undefined, [organizationId]);
}

function bindToPerson(personId: string): Executable<unknown> {
  return new PreparedQuery("select set_config('app.person_id', $1, true)", undefined, [personId]);
}

function toCompiled(statement: Executable<unknown>): CompiledQuery {
  return statement instanceof PreparedQuery
    ? CompiledQuery.raw(statement.text, [...statement.values])
    : statement.compile();
}
