import { CompiledQuery, sql, type Transaction } from "kysely";
import type { AuditDraft } from "../audit/audit-record.ts";
import { writeAudit } from "../audit/audit-writer.ts";
import { identityBuilder, organizationBuilder } from "./builder.ts";
import type { Executable, IdentityQueries, OrganizationQueries } from "./database.ts";
import { PreparedQuery } from "./prepared.ts";
import type { GlobalTables, TenantTables } from "./tables.gen.ts";

/** The rows of statements that were sent together, in their order. */
type RowsOf<Rows extends readonly unknown[]> = { [Index in keyof Rows]: Rows[Index][] };
type Statements<Rows extends readonly unknown[]> = {
  readonly [Index in keyof Rows]: Executable<Rows[Index]>;
};

/**
 * What a service may do inside one transaction. Tenant tables are reachable only inside `organization(id, …)`,
 * which binds that practice for row-level security and takes the binding back afterwards. Audit entries are
 * collected and written last, with their chains locked in id order, so that two transactions cannot deadlock.
 */
export class WriteTransaction {
  readonly #trx: Transaction<TenantTables & GlobalTables>;
  readonly #audit: AuditDraft[] = [];
  #bound = "";
  #hasEmitted = false;

  constructor(trx: Transaction<TenantTables & GlobalTables>) {
    this.#trx = trx;
  }

  /** Global tables: people, sessions, devices, tokens. */
  get identity(): IdentityQueries {
    return this.#trx as unknown as IdentityQueries;
  }

  /** Runs `work` with a practice bound. */
  async organization<Result>(
    organizationId: string,
    work: (db: OrganizationQueries) => Promise<Result>,
  ): Promise<Result> {
    const before = this.#bound;
    await this.#bind(organizationId);
    try {
      return await work(this.#trx);
    } finally {
      // After a failure the transaction is aborted and every statement fails; the binding ends with it.
      await this.#bind(before).catch(() => undefined);
    }
  }

  /**
   * Sends statements over global tables together. The database carries them out in this order; nobody waits for an
   * answer in between, which is most of what a statement costs. After a failed one none of the others counts.
   */
  send<Rows extends readonly unknown[]>(
    build: (db: IdentityQueries) => Statements<Rows>,
  ): Promise<RowsOf<Rows>> {
    return this.#send<Rows>(build(identityBuilder));
  }

  /** The same with a practice bound for these statements only. */
  async sendIn<Rows extends readonly unknown[]>(
    organizationId: string,
    build: (db: OrganizationQueries) => Statements<Rows>,
  ): Promise<RowsOf<Rows>> {
    const statements: readonly Executable<unknown>[] = build(organizationBuilder);
    const rows = await this.#send([bindTo(organizationId), ...statements, bindTo(this.#bound)]);
    return rows.slice(1, -1) as RowsOf<Rows>;
  }

  /** Adds an entry to the chain of a practice (or the platform's) when the transaction ends. */
  audit(draft: AuditDraft): void {
    this.#audit.push(draft);
  }

  /** Writes a domain event or mail order that is carried out after the commit; ids only, no contents. */
  async emit(topic: string, payload: Readonly<Record<string, unknown>>, id: string): Promise<void> {
    await this.#trx
      .insertInto("outbox")
      .values({ id, topic, payload: JSON.stringify(payload) })
      .execute();
    this.#hasEmitted = true;
  }

  /** Whether something was written to the outbox. */
  get hasEmitted(): boolean {
    return this.#hasEmitted;
  }

  /** Copies a changed person to her member rows; call it after every change of what practices list. */
  async syncMemberRows(personId: string): Promise<void> {
    await sql`select sync_member_rows(${personId})`.execute(this.#trx);
  }

  /** Empties the names of an erased person in the logs of all practices; the chains stay as they are. */
  async eraseAuditNames(personId: string): Promise<void> {
    await sql`select erase_audit_names(${personId})`.execute(this.#trx);
  }

  /** Called once by the handle that made this transaction, as its last act. */
  async finish(): Promise<void> {
    await writeAudit(this, this.#audit);
  }

  #send<Rows extends readonly unknown[]>(statements: Statements<Rows>): Promise<RowsOf<Rows>> {
    return this.#trx.getExecutor().provideConnection(async (connection) => {
      const results = await Promise.allSettled(
        (statements as readonly Executable<unknown>[]).map((statement) =>
          connection.executeQuery(toCompiled(statement)),
        ),
      );
      const broken = results.find((result) => result.status === "rejected");
      if (broken !== undefined) throw broken.reason;
      return results.map((result) => (result.status === "fulfilled" ? result.value.rows : [])) as never;
    });
  }

  async #bind(organizationId: string): Promise<void> {
    if (organizationId === this.#bound) return;
    await sql`select set_config('app.organization_id', ${organizationId}, true)`.execute(this.#trx);
    this.#bound = organizationId;
  }
}

function bindTo(organizationId: string): Executable<unknown> {
  return new PreparedQuery("select set_config('app.organization_id', $1, true)", undefined, [organizationId]);
}

function toCompiled(statement: Executable<unknown>): CompiledQuery {
  return statement instanceof PreparedQuery
    ? CompiledQuery.raw(statement.text, [...statement.values])
    : statement.compile();
}
