import { createHash } from "node:crypto";
import type { ChainFault } from "@praxisportal/contract/audit/audit.schema";
import { type CompiledQuery, type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../db/tables.gen.ts";
import { type Checkpoint, isSigned } from "./audit-checkpoint.ts";
import type { SealingKeys } from "../crypto/sealed-secrets.ts";
import { type AuditRecord, canonicalJson, hashRecord } from "./audit-record.ts";

type Db = Kysely<TenantTables & GlobalTables>;

/** Runs a query on a connection that may read the chain, bound to its organization or with the platform role. */
export type ReadChain = <Row>(build: (db: Db) => { compile(): CompiledQuery<Row> }) => Promise<Row[]>;

/** Result of the check. `brokenAt` is the sequence number of the first entry that does not match. */
export type ChainFinding = {
  entries: number;
  broken: { at: number; fault: ChainFault; time: Date | null } | null;
  /** Time of the first entry. */
  since: Date | null;
  /** Hash of the last matching entry. */
  head: Buffer | null;
};

const pageSize = 1_000;

/**
 * Walks a chain from its first entry, or from the checkpoint that replaces its removed entries, and recomputes every
 * hash. Detects changed, removed, swapped and inserted entries, a truncated end, and replaced or removed names. An
 * erased name is null and matches. No snapshot is needed, because entries are append-only and the check ends when the
 * head matches the last entry.
 */
export async function checkChain(
  read: ReadChain,
  organizationId: string,
  keys?: SealingKeys,
): Promise<ChainFinding> {
  const checkpoint = await readCheckpoint(read, organizationId, keys);
  const first = checkpoint?.seq ?? 0;
  const state: State = { seq: first, hash: checkpoint?.hash ?? Buffer.alloc(32), since: null };
  const names = new Map<string, string | null>();
  const finding = (fault: ChainFault | null, time: Date | null = null): ChainFinding => ({
    entries: state.seq - first,
    broken: fault === null ? null : { at: state.seq + 1, fault, time },
    since: state.since,
    head: state.seq === 0 ? null : state.hash,
  });
  for (;;) {
    const entries = await readPage(read, organizationId, state.seq);
    await readNames(read, organizationId, entries, names);
    for (const entry of entries) {
      const fault = faultOf(entry, state, organizationId, names);
      if (fault !== null) return finding(fault, entry.occurred_at);
      state.since ??= entry.occurred_at;
      state.hash = entry.hash;
      state.seq += 1;
    }
    if (entries.length === pageSize) continue;
    const end = await readEnd(read, organizationId);
    // New entries were added in the meantime, so the check continues with them.
    if (end.head_seq > state.seq && end.last_seq > state.seq) continue;
    const isMatching =
      end.head_seq === state.seq &&
      end.last_seq === state.seq &&
      (end.head_hash === null ? state.seq === 0 : end.head_hash.equals(state.hash));
    return finding(isMatching ? null : "end");
  }
}

type State = { seq: number; hash: Buffer; since: Date | null };
type Entry = Awaited<ReturnType<typeof readPage>>[number];

function faultOf(
  entry: Entry,
  { seq, hash }: State,
  organizationId: string,
  names: ReadonlyMap<string, string | null>,
): ChainFault | null {
  const record = entry.record as Partial<AuditRecord> | null;
  if (Number(entry.seq) !== seq + 1) return "missing";
  const isAsWritten =
    columnsMatch(entry, record, organizationId) &&
    entry.prev_hash.equals(hash) &&
    hashRecord(hash, record as AuditRecord).equals(entry.hash);
  if (!isAsWritten) return "changed";
  const parties = [record?.actor, record?.target];
  return parties.every((party) => party?.name === undefined || names.get(party.name) === party.id)
    ? null
    : "name";
}

/** Returns whether the columns match the record. A record that was tampered with may have any shape. */
function columnsMatch(entry: Entry, record: Partial<AuditRecord> | null, organizationId: string): boolean {
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
    // The record has milliseconds, the column microseconds.
    String(record?.occurredAt).replace(/Z$/, "000Z"),
  ];
  return canonicalJson(columns) === canonicalJson(recorded);
}

function readPage(read: ReadChain, organizationId: string, after: number) {
  return read((db) =>
    db
      .selectFrom("audit_entry")
      .select(["seq", "id", "action", "outcome", "actor_id", "target_id", "occurred_at"])
      .select(["record", "prev_hash", "hash"])
      .select(
        sql<string>`to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
          "occurred_text",
        ),
      )
      .where("organization_id", "=", organizationId)
      .where("seq", ">", String(after))
      .orderBy("seq")
      .limit(pageSize),
  );
}

/**
 * Adds the names that the entries refer to, as person ids by digest. The id is null if the stored name does not match
 * its digest.
 */
async function readNames(
  read: ReadChain,
  organizationId: string,
  entries: readonly Entry[],
  names: Map<string, string | null>,
): Promise<void> {
  const digests = new Set(
    entries
      .map((entry) => entry.record as Partial<AuditRecord> | null)
      .flatMap((record) => [record?.actor?.name, record?.target?.name])
      .filter((name) => typeof name === "string")
      .filter((name) => /^[0-9a-f]+$/.test(name) && name.length % 2 === 0 && !names.has(name)),
  );
  if (digests.size === 0) return;
  const rows = await read((db) =>
    db
      .selectFrom("audit_name")
      .select(["digest", "person_id", "salt", "display"])
      .where("organization_id", "=", organizationId)
      .where(
        sql<boolean>`digest = any(${[...digests].map((digest) => Buffer.from(digest, "hex"))}::bytea[])`,
      ),
  );
  for (const { digest, person_id, salt, display } of rows) {
    const isMatching =
      display === null || createHash("sha256").update(salt).update(display).digest().equals(digest);
    names.set(digest.toString("hex"), isMatching ? person_id : null);
  }
}

/** Returns the signed checkpoint of a chain. A checkpoint without a valid signature is ignored. */
async function readCheckpoint(
  read: ReadChain,
  organizationId: string,
  keys: SealingKeys | undefined,
): Promise<Checkpoint | undefined> {
  const [row] = await read((db) =>
    db
      .selectFrom("audit_checkpoint")
      .select(["seq", "hash", "occurred_at", "signature"])
      .where("organization_id", "=", organizationId),
  );
  if (row === undefined || keys === undefined) return undefined;
  const checkpoint = { organizationId, seq: Number(row.seq), hash: row.hash, occurredAt: row.occurred_at };
  return isSigned(keys, checkpoint, row.signature) ? checkpoint : undefined;
}

/** Reads head and last entry in one statement, so that both are from the same snapshot. */
async function readEnd(read: ReadChain, organizationId: string) {
  const [row] = await read((db) =>
    db
      .selectFrom(
        sql<{ head_seq: string | null; head_hash: Buffer | null; last_seq: string | null }>`(
          select (select max(seq) from audit_entry where organization_id = ${organizationId}) as last_seq,
            chain.head_seq, chain.head_hash
          from (select) once left join audit_chain chain on chain.organization_id = ${organizationId})`.as(
          "found",
        ),
      )
      .selectAll(),
  );
  return {
    last_seq: Number(row?.last_seq ?? 0),
    head_seq: Number(row?.head_seq ?? 0),
    head_hash: row?.head_hash ?? null,
  };
}
