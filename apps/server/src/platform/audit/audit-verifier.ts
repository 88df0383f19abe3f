import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../db/tables.gen.ts";
import { type AuditRecord, canonicalJson, hashRecord } from "./audit-record.ts";

type Db = Kysely<TenantTables & GlobalTables>;

/** Result of walking one chain. `brokenAt` is the sequence number of the first entry that does not fit. */
export type ChainVerdict =
  | { entries: number; intact: true }
  | { entries: number; intact: false; brokenAt: number };

const pageSize = 1000;

/**
 * Walks a chain from its first entry and recomputes every hash. Finds an entry that was changed, removed, swapped
 * or inserted, an end that was cut off, and a name that was replaced or removed (an erased one is empty and fits).
 * The connection must see the chain: bound to its practice, or the platform role. Reads one snapshot, so that
 * entries written meanwhile do not look like a break.
 */
export function verifyChain(db: Db, organizationId: string): Promise<ChainVerdict> {
  if (db.isTransaction) return walk(db, organizationId);
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((snapshot) => walk(snapshot, organizationId));
}

/** A chain; `isRequired` when its practice exists, whose creation is the first entry. */
export type Chain = { id: string; isRequired: boolean };

/** Every chain there is: those with a head, those with entries, and those that a practice must have. */
export async function listChains(db: Db): Promise<Chain[]> {
  const { rows } = await sql<Chain>`
    select id, bool_or(required) as "isRequired" from (
      select organization_id as id, false as required from audit_chain
      union select organization_id, false from audit_entry
      union select organization_id, true from organization
    ) chains group by id order by id`.execute(db);
  return rows;
}

async function walk(db: Db, organizationId: string): Promise<ChainVerdict> {
  const head = await db
    .selectFrom("audit_chain")
    .select(["head_seq", "head_hash"])
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  const names = await readNames(db, organizationId);
  let previous: Buffer = Buffer.alloc(32);
  let seq = 0;
  for (;;) {
    const entries = await readPage(db, organizationId, seq);
    for (const entry of entries) {
      const record = entry.record as AuditRecord;
      const fits = Number(entry.seq) === seq + 1 && columnsFit(entry, record, organizationId, names);
      if (!fits || !entry.prev_hash.equals(previous) || !hashRecord(previous, record).equals(entry.hash)) {
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

type Entry = Awaited<ReturnType<typeof readPage>>[number];

/** Whether the columns say what the record says. A record that was tampered with may have any shape. */
function columnsFit(
  entry: Entry,
  record: Partial<AuditRecord> | null,
  organizationId: string,
  names: ReadonlyMap<string, string>,
): boolean {
  const columns = [
    Number(entry.seq),
    organizationId,
    entry.id,
    entry.action,
    entry.outcome,
    entry.actor_id,
    entry.target_id,
    entry.occurred_text,
  ];
  const recorded = [
    record?.seq,
    record?.organizationId,
    record?.id,
    record?.action,
    record?.outcome,
    record?.actor?.id,
    record?.target?.id ?? null,
    // Recorded in milliseconds, stored in microseconds.
    String(record?.occurredAt).replace(/Z$/, "000Z"),
  ];
  return (
    canonicalJson(columns) === canonicalJson(recorded) &&
    [record?.actor, record?.target].every(
      (party) => party?.name === undefined || names.get(party.name) === party.id,
    )
  );
}

function readPage(db: Db, organizationId: string, after: number) {
  return db
    .selectFrom("audit_entry")
    .select(["seq", "id", "action", "outcome", "actor_id", "target_id", "record", "prev_hash", "hash"])
    .select(
      sql<string>`to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
        "occurred_text",
      ),
    )
    .where("organization_id", "=", organizationId)
    .where("seq", ">", String(after))
    .orderBy("seq")
    .limit(pageSize)
    .execute();
}

/** The person of each name by its digest, without names that are not what was recorded. */
async function readNames(db: Db, organizationId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("audit_name")
    .select(["digest", "person_id", "salt", "display"])
    .where("organization_id", "=", organizationId)
    .execute();
  return new Map(
    rows
      .filter(
        ({ digest, salt, display }) =>
          display === null || createHash("sha256").update(salt).update(display).digest().equals(digest),
      )
      .map(({ digest, person_id }) => [digest.toString("hex"), person_id]),
  );
}
