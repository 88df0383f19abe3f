import { sql } from "kysely";
import { type AuditRecord, hashRecord } from "../../../platform/audit/audit-record.ts";
import { ImportRefusal } from "./import-refusal.ts";
import type { All } from "./section-rows.platform-queries.ts";

/** Writes the audit chain of an organization anew from its records, so that it can be verified as before. */
export class RestoredChain {
  readonly #organizationId: string;
  #seq = 0;
  #hash: Buffer = Buffer.alloc(32);

  constructor(organizationId: string) {
    this.#organizationId = organizationId;
  }

  /** Adds rows of the section `audit`, which are in the order of the chain. */
  async add(all: All, lines: readonly string[]): Promise<void> {
    const entries = lines.map((line) => this.#next(line));
    await sql`
      insert into audit_entry (organization_id, seq, id, occurred_at, action, outcome, actor_id, target_id, record,
        prev_hash, hash)
      select ${this.#organizationId}::uuid, r.seq, (r.record->>'id')::uuid, (r.record->>'occurredAt')::timestamptz,
        r.record->>'action', r.record->>'outcome', (r.record#>>'{actor,id}')::uuid, (r.record#>>'{target,id}')::uuid,
        r.record, decode(r."prevHash", 'hex'), decode(r.hash, 'hex')
      from json_to_recordset(${JSON.stringify(entries)}::json) as r(
        seq bigint, record jsonb, "prevHash" text, hash text)`.execute(all);
    // Names that were erased are not exported; the chain refers to them all the same.
    await sql`
      insert into audit_name (organization_id, digest, person_id, salt)
      select ${this.#organizationId}::uuid, decode(party->>'name', 'hex'), (party->>'id')::uuid, ''
      from json_array_elements(${JSON.stringify(entries)}::json) as entry,
        unnest(array[entry#>'{record,actor}', entry#>'{record,target}']) as party
      where party->>'name' is not null
      on conflict do nothing`.execute(all);
  }

  /** Writes the head of the chain. */
  async end(all: All): Promise<void> {
    if (this.#seq === 0) return;
    await all
      .insertInto("audit_chain")
      .values({ organization_id: this.#organizationId, head_seq: String(this.#seq), head_hash: this.#hash })
      .execute();
  }

  #next(line: string) {
    const { record } = JSON.parse(line) as { record?: AuditRecord };
    if (record?.seq !== this.#seq + 1 || record.organizationId !== this.#organizationId)
      throw new ImportRefusal(
        `The archive is damaged: entry ${this.#seq + 1} of the audit log does not follow.`,
      );
    const prevHash = this.#hash.toString("hex");
    this.#hash = hashRecord(this.#hash, record);
    this.#seq += 1;
    return { seq: this.#seq, record, prevHash, hash: this.#hash.toString("hex") };
  }
}

/** Inserts rows of the section `auditNames`; their digest follows from salt and name. */
export async function insertNames(all: All, organizationId: string, lines: readonly string[]): Promise<void> {
  await sql`
    insert into audit_name (organization_id, digest, person_id, salt, display)
    select ${organizationId}::uuid, sha256(r.salt || convert_to(r.display, 'UTF8')), r."personId", r.salt, r.display
    from json_to_recordset(${`[${lines.join(",")}]`}::json) as r("personId" uuid, salt bytea, display text)`.execute(
    all,
  );
}
