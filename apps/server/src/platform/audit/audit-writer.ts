import { createHash, randomBytes } from "node:crypto";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Kysely } from "kysely";
import type { GlobalTables, TenantTables } from "../db/tables.gen.ts";
import {
  type AuditDraft,
  type AuditParty,
  type AuditRecord,
  hashRecord,
  platformChainId,
} from "./audit-record.ts";

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
  // Names first: the chain is locked for as few statements as possible, because a whole practice signs in through it.
  const parties: { actor: AuditRecord["actor"]; target: AuditRecord["target"] }[] = [];
  for (const draft of drafts) {
    const actor = await nameParty(trx, organizationId, draft.actor);
    parties.push({ actor, target: draft.target && (await nameParty(trx, organizationId, draft.target)) });
  }
  let { seq, hash } = await lockHead(trx, organizationId);
  const entries = drafts.map((draft, index) => {
    seq += 1;
    const prevHash = hash;
    const { actor, target } = parties[index] ?? { actor: draft.actor, target: draft.target };
    const record: AuditRecord = {
      v: 1,
      id: uuidV7(),
      organizationId,
      seq,
      occurredAt: new Date().toISOString(),
      action: draft.action,
      outcome: draft.outcome ?? "success",
      actor,
      ...(target ? { target } : {}),
      ...(draft.changes ? { changes: draft.changes } : {}),
      ...(draft.reason ? { reason: draft.reason } : {}),
      ...(draft.request ? { request: draft.request } : {}),
      origin: draft.origin ?? "ui",
    };
    hash = hashRecord(prevHash, record);
    return {
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
    };
  });
  await trx.insertInto("audit_entry").values(entries).execute();
  await trx
    .updateTable("audit_chain")
    .set({ head_seq: String(seq), head_hash: hash })
    .where("organization_id", "=", organizationId)
    .execute();
}

/** Makes the chain when it is not there, and locks its head until the transaction ends. */
async function lockHead(trx: Trx, organizationId: string): Promise<{ seq: number; hash: Buffer }> {
  const head = await trx
    .insertInto("audit_chain")
    .values({ organization_id: organizationId })
    .onConflict((conflict) =>
      conflict
        .column("organization_id")
        .doUpdateSet((update) => ({ head_seq: update.ref("audit_chain.head_seq") })),
    )
    .returning(["head_seq", "head_hash"])
    .executeTakeFirstOrThrow();
  return { seq: Number(head.head_seq), hash: head.head_hash };
}

/**
 * Replaces a display name by the digest under which the side table keeps it. People of a practice's entry who were
 * not named are called what they are called now; the platform's chain learns ids alone.
 */
async function nameParty(trx: Trx, organizationId: string, party: AuditParty): Promise<AuditRecord["actor"]> {
  const { display: given, ...rest } = party;
  if (party.id === null) return rest;
  const isToBeNamed = party.type === "user" && organizationId !== platformChainId;
  const display = given ?? (isToBeNamed ? await findName(trx, party.id) : undefined);
  if (display === undefined) return rest;
  const personId = party.id;
  const find = () =>
    trx
      .selectFrom("audit_name")
      .select("digest")
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", personId)
      .where("display", "=", display)
      .executeTakeFirst();
  const known = await find();
  if (known) return { ...rest, name: known.digest.toString("hex") };
  const salt = randomBytes(16);
  const digest = createHash("sha256").update(salt).update(display).digest();
  const added = await trx
    .insertInto("audit_name")
    .values({ organization_id: organizationId, digest, person_id: personId, salt, display })
    .onConflict((conflict) => conflict.doNothing())
    .returning("digest")
    .executeTakeFirst();
  // Somebody else has added the same name meanwhile: hers holds.
  const { digest: stored } = added ?? (await find()) ?? { digest };
  return { ...rest, name: stored.toString("hex") };
}

/** The name of a person; undefined when she was erased. */
async function findName(trx: Trx, personId: string): Promise<string | undefined> {
  const person = await trx
    .selectFrom("person")
    .select(["first_name", "last_name"])
    .where("id", "=", personId)
    .where("deactivated_at", "is", null)
    .executeTakeFirst();
  return person && `${person.first_name} ${person.last_name}`.trim();
}
