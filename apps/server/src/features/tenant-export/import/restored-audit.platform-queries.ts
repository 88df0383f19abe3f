import type { ArchiveManifest } from "@praxisportal/contract/tenant-export/tenant-export.schema";
import { sql } from "kysely";
import { type Checkpoint, isSigned, signCheckpoint } from "../../../platform/audit/audit-checkpoint.ts";
import { type AuditRecord, hashRecord } from "../../../platform/audit/audit-record.ts";
import type { SealingKeys } from "../../../platform/crypto/sealed-secrets.ts";
import { ImportRefusal } from "./import-refusal.ts";
import type { AllDb } from "./section-rows.platform-queries.ts";

/**
 * Returns the checkpoint at which the audit log of an archive begins, or undefined if it begins with its first entry.
 * Throws an {@link ImportRefusal} when it was not signed with a key of this portal, unless `isTrusted`.
 */
export function checkpointOf(
  { organizationId, auditCheckpoint }: ArchiveManifest,
  keys: SealingKeys,
  isTrusted: boolean,
): Checkpoint | undefined {
  if (auditCheckpoint === undefined) return undefined;
  const { seq, hash, occurredAt, signature } = auditCheckpoint;
  const checkpoint = {
    organizationId,
    seq,
    hash: Buffer.from(hash, "hex"),
    occurredAt: new Date(occurredAt),
  };
  if (isTrusted || isSigned(keys, checkpoint, Buffer.from(signature, "base64"))) return checkpoint;
  throw new ImportRefusal(
    `The audit log begins after entry ${seq} without a signature of this portal. If the archive is from another portal, compare the hash ${hash} with audit_checkpoint there, and add --trust-checkpoint.`,
  );
}

/** Rebuilds the audit chain of an organization from its records, so that it can be verified as before. */
export class RestoredChain {
  readonly #organizationId: string;
  readonly #checkpoint: Checkpoint | undefined;
  #seq: number;
  #hash: Buffer;

  constructor(organizationId: string, checkpoint: Checkpoint | undefined) {
    this.#organizationId = organizationId;
    this.#checkpoint = checkpoint;
    this.#seq = checkpoint?.seq ?? 0;
    this.#hash = checkpoint?.hash ?? Buffer.alloc(32);
  }

  /** Adds rows of the section `audit`, which are in the order of the chain. */
  async add(allDb: AllDb, lines: readonly string[]): Promise<void> {
    const entries = lines.map((line) => this.#next(line));
    await sql`
      insert into audit_entry (organization_id, seq, id, occurred_at, action, outcome, actor_id, target_id, record,
        prev_hash, hash)
      select ${this.#organizationId}::uuid, r.seq, (r.record->>'id')::uuid, (r.record->>'occurredAt')::timestamptz,
        r.record->>'action', r.record->>'outcome', (r.record#>>'{actor,id}')::uuid, (r.record#>>'{target,id}')::uuid,
        r.record, decode(r."prevHash", 'hex'), decode(r.hash, 'hex')
      from json_to_recordset(${JSON.stringify(entries)}::json) as r(
        seq bigint, record jsonb, "prevHash" text, hash text)`.execute(allDb);
    // Erased names are not exported, but the chain still refers to them.
    await sql`
      insert into audit_name (organization_id, digest, person_id, salt)
      select ${this.#organizationId}::uuid, decode(party->>'name', 'hex'), (party->>'id')::uuid, ''
      from json_array_elements(${JSON.stringify(entries)}::json) as entry,
        unnest(array[entry#>'{record,actor}', entry#>'{record,target}']) as party
      where party->>'name' is not null
      on conflict do nothing`.execute(allDb);
  }

  /** Writes the head of the chain, and the checkpoint with a signature of this portal. */
  async end(allDb: AllDb, keys: SealingKeys): Promise<void> {
    if (this.#seq === 0) return;
    if (this.#checkpoint !== undefined) {
      const { organizationId, seq, hash, occurredAt } = this.#checkpoint;
      const signature = signCheckpoint(keys, this.#checkpoint);
      await allDb
        .insertInto("audit_checkpoint")
        .values({
          organization_id: organizationId,
          seq: String(seq),
          hash,
          occurred_at: occurredAt,
          signature,
        })
        .execute();
    }
    await allDb
      .insertInto("audit_chain")
      .values({ organization_id: this.#organizationId, head_seq: String(this.#seq), head_hash: this.#hash })
      .execute();
  }

  #next(line: string) {
    const { record } = JSON.parse(line) as { record?: AuditRecord };
    if (record?.seq !== this.#seq + 1 || record.organizationId !== this.#organizationId)
      throw new ImportRefusal(
        `The archive is damaged: entry ${this.#seq + 1} of the audit log does not continue the chain.`,
      );
    const prevHash = this.#hash.toString("hex");
    this.#hash = hashRecord(this.#hash, record);
    this.#seq += 1;
    return { seq: this.#seq, record, prevHash, hash: this.#hash.toString("hex") };
  }
}

/** Inserts rows of the section `auditNames`. Their digest is computed from salt and name. */
export async function insertNames(
  allDb: AllDb,
  organizationId: string,
  lines: readonly string[],
): Promise<void> {
  await sql`
    insert into audit_name (organization_id, digest, person_id, salt, display)
    select ${organizationId}::uuid, sha256(r.salt || convert_to(r.display, 'UTF8')), r."personId", r.salt, r.display
    from json_to_recordset(${`[${lines.join(",")}]`}::json) as r("personId" uuid, salt bytea, display text)`.execute(
    allDb,
  );
}
