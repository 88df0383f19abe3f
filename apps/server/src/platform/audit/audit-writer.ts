import { createHash, randomBytes } from "node:crypto";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Kysely } from "kysely";
import type { GlobalTables, TenantTables } from "../db/tables.gen.ts";
import { type AuditDraft, type AuditParty, type AuditRecord, hashRecord } from "./audit-record.ts";

type Trx = Kysely<TenantTables & GlobalTables>;

/**
 * Writes the entries of one transaction, as its last statements. Chains are locked in the order of their ids, so
 * that two transactions which touch the same practices wait for each other instead of deadlocking.
 */
export async function writeAudit(
  trx: Trx,
  drafts: readonly AuditDraft[],
  bind: (organizationId: string) => Promise<void>,
): Promise<void> {
  const byChain = Map.groupBy(drafts, (draft) => draft.organizationId);
  for (const [organizationId, chainDrafts] of [...byChain].toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  )) {
    await bind(organizationId);
    await writeChain(trx, organizationId, chainDrafts);
  }
}

async function writeChain(trx: Trx, organizationId: string, drafts: readonly AuditDraft[]): Promise<void> {
  await trx
    .insertInto("audit_chain")
    .values({ organization_id: organizationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const head = await trx
    .selectFrom("audit_chain")
    .select(["head_seq", "head_hash"])
    .where("organization_id", "=", organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  let seq = Number(head.head_seq);
  let hash = head.head_hash;
  for (const draft of drafts) {
    seq += 1;
    const prevHash = hash;
    const record: AuditRecord = {
      v: 1,
      id: uuidV7(),
      organizationId,
      seq,
      occurredAt: new Date().toISOString(),
      action: draft.action,
      outcome: draft.outcome ?? "success",
      actor: await nameParty(trx, organizationId, draft.actor),
      ...(draft.target ? { target: await nameParty(trx, organizationId, draft.target) } : {}),
      ...(draft.changes ? { changes: draft.changes } : {}),
      ...(draft.reason ? { reason: draft.reason } : {}),
      ...(draft.request ? { request: draft.request } : {}),
      origin: draft.origin ?? "ui",
    };
    hash = hashRecord(prevHash, record);
    await trx
      .insertInto("audit_entry")
      .values({
        organization_id: organizationId,
        seq: String(seq),
        id: record.id,
        occurred_at: record.occurredAt,
        action: record.action,
        outcome: record.outcome,
        actor_id: draft.actor.id,
        target_id: draft.target?.id ?? null,
        record: JSON.stringify(record),
        prev_hash: prevHash,
        hash,
      })
      .execute();
  }
  await trx
    .updateTable("audit_chain")
    .set({ head_seq: String(seq), head_hash: hash })
    .where("organization_id", "=", organizationId)
    .execute();
}

/** Replaces a display name by the digest under which the side table keeps it. */
async function nameParty(trx: Trx, organizationId: string, party: AuditParty): Promise<AuditRecord["actor"]> {
  const { display, ...rest } = party;
  if (display === undefined || party.id === null) return rest;
  const known = await trx
    .selectFrom("audit_name")
    .select("digest")
    .where("organization_id", "=", organizationId)
    .where("person_id", "=", party.id)
    .where("display", "=", display)
    .executeTakeFirst();
  if (known) return { ...rest, name: known.digest.toString("hex") };
  const salt = randomBytes(16);
  const digest = createHash("sha256").update(salt).update(display).digest();
  await trx
    .insertInto("audit_name")
    .values({ organization_id: organizationId, digest, person_id: party.id, salt, display })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { ...rest, name: digest.toString("hex") };
}
