import { sql, type Transaction } from "kysely";
import type { AuditDraft } from "../audit/audit-record.ts";
import { writeAudit } from "../audit/audit-writer.ts";
import type { IdentityQueries, OrganizationQueries } from "./database.ts";
import type { GlobalTables, TenantTables } from "./tables.gen.ts";

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

  /** Called once by the handle that made this transaction, as its last act. */
  async finish(): Promise<void> {
    await writeAudit(this.#trx, this.#audit, (organizationId) => this.#bind(organizationId));
  }

  async #bind(organizationId: string): Promise<void> {
    if (organizationId === this.#bound) return;
    await sql`select set_config('app.organization_id', ${organizationId}, true)`.execute(this.#trx);
    this.#bound = organizationId;
  }
}
