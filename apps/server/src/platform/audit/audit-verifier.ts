import type { Kysely } from "kysely";
import type { GlobalTables, TenantTables } from "../db/tables.gen.ts";
import { type AuditRecord, canonicalJson, hashRecord } from "./audit-record.ts";

/** Result of walking one chain. `brokenAt` is the sequence number of the first entry that does not fit. */
export type ChainVerdict =
  | { entries: number; intact: true }
  | { entries: number; intact: false; brokenAt: number };

const pageSize = 1000;

/**
 * Walks a chain from its first entry and recomputes every hash. Finds an entry that was changed, removed, swapped
 * or inserted, and an end that was cut off. The connection must see the chain: bound to its practice, or the
 * platform role.
 */
export async function verifyChain(
  db: Kysely<TenantTables & GlobalTables>,
  organizationId: string,
): Promise<ChainVerdict> {
  const head = await db
    .selectFrom("audit_chain")
    .select(["head_seq", "head_hash"])
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  let previous: Buffer = Buffer.alloc(32);
  let seq = 0;
  for (;;) {
    const entries = await db
      .selectFrom("audit_entry")
      .select(["seq", "id", "action", "outcome", "actor_id", "target_id", "record", "prev_hash", "hash"])
      .where("organization_id", "=", organizationId)
      .where("seq", ">", String(seq))
      .orderBy("seq")
      .limit(pageSize)
      .execute();
    for (const entry of entries) {
      const record = entry.record as unknown as AuditRecord;
      const columnsFit =
        Number(entry.seq) === seq + 1 &&
        record.seq === seq + 1 &&
        record.organizationId === organizationId &&
        canonicalJson([entry.id, entry.action, entry.outcome, entry.actor_id, entry.target_id]) ===
          canonicalJson([
            record.id,
            record.action,
            record.outcome,
            record.actor.id,
            record.target?.id ?? null,
          ]);
      if (
        !columnsFit ||
        !entry.prev_hash.equals(previous) ||
        !hashRecord(previous, record).equals(entry.hash)
      ) {
        return { entries: seq, intact: false, brokenAt: seq + 1 };
      }
      previous = entry.hash;
      seq += 1;
    }
    if (entries.length < pageSize) break;
  }
  const headFits = head ? Number(head.head_seq) === seq && head.head_hash.equals(previous) : seq === 0;
  return headFits ? { entries: seq, intact: true } : { entries: seq, intact: false, brokenAt: seq + 1 };
}
