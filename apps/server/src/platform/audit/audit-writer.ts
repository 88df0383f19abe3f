import { createHash, randomBytes } from "node:crypto";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Executable } from "../db/database.ts";
import type { StatementSender } from "../db/statement-sender.ts";
import {
  addEntry,
  addName,
  findNames,
  findPeople,
  lockHead,
  moveHead,
  type NameRow,
  type PersonName,
} from "./audit.queries.ts";
import {
  type AuditDraft,
  type AuditParty,
  type AuditRecord,
  type ChainPositions,
  hashRecord,
  platformChainId,
} from "./audit-record.ts";

/** A draft. An entry from the past has its own time. */
export type PastDraft = AuditDraft & { occurredAt?: Date };

/**
 * Writes the entries of one transaction as its last statements. Locks the chains in the order of their ids, so that two
 * transactions on the same organizations wait for each other instead of deadlocking. `last` gets the positions of all
 * entries, and its statements are sent with those of the last chain.
 */
export async function writeAudit(
  tx: StatementSender,
  drafts: readonly PastDraft[],
  last: (positions: ChainPositions) => readonly Executable<unknown>[] = () => [],
): Promise<void> {
  const positions = new Map<AuditDraft, number>();
  const chains = [...Map.groupBy(drafts, (draft) => draft.organizationId)].toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  );
  for (const [index, [organizationId, chainDrafts]] of chains.entries()) {
    const isLast = index === chains.length - 1;
    await writeChain(tx, organizationId, chainDrafts, (seqs) => {
      for (const [nth, draft] of chainDrafts.entries()) positions.set(draft, seqs[nth] ?? 0);
      return isLast ? last(positions) : [];
    });
  }
  const remaining = chains.length === 0 ? last(positions) : [];
  if (remaining.length > 0) await tx.send(() => remaining);
}

async function writeChain(
  tx: StatementSender,
  organizationId: string,
  unnamed: readonly PastDraft[],
  moreStatements: (seqs: readonly number[]) => readonly Executable<unknown>[],
): Promise<void> {
  const drafts = organizationId === platformChainId ? unnamed : await nameUsers(tx, unnamed);
  // The chain is locked as late as possible, because every sign-in of an organization needs the lock.
  const names = namesOf(drafts);
  const [known, [head]] = await tx.sendIn<[NameRow, { head_seq: string; head_hash: Buffer }]>(
    organizationId,
    () => [
      findNames({
        organizationId,
        personIds: names.map((name) => name.personId),
        displays: names.map((name) => name.display),
      }),
      lockHead({ organizationId }),
    ],
  );
  const digests = new Map(known.map((name) => [keyOf(name.person_id, name.display), name.digest]));
  for (const { personId, display } of names) {
    const key = keyOf(personId, display);
    if (!digests.has(key)) digests.set(key, await makeName(tx, organizationId, personId, display));
  }
  let seq = Number(head?.head_seq ?? 0);
  let hash = head?.head_hash ?? Buffer.alloc(32);
  const entries = drafts.map((draft) => {
    seq += 1;
    const prevHash = hash;
    const record: AuditRecord = {
      v: 1,
      id: draft.id ?? uuidV7(),
      organizationId,
      seq,
      occurredAt: (draft.occurredAt ?? new Date()).toISOString(),
      action: draft.action,
      outcome: draft.outcome ?? "success",
      actor: refer(draft.actor, digests),
      ...(draft.target ? { target: refer(draft.target, digests) } : {}),
      ...(draft.changes ? { changes: draft.changes } : {}),
      ...(draft.reason ? { reason: draft.reason } : {}),
      ...(draft.request ? { request: draft.request } : {}),
      origin: draft.origin ?? "ui",
    };
    hash = hashRecord(prevHash, record);
    return { record, prevHash, hash };
  });
  await tx.sendIn(organizationId, () => [
    ...entries.map(addEntry),
    moveHead({ organizationId, seq: String(seq), hash }),
    ...moreStatements(entries.map(({ record }) => record.seq)),
  ]);
}

/** Types of parties whose id is a person id. */
const namedTypes: readonly AuditParty["type"][] = ["user", "token", "link"];

/**
 * Adds the current names of people to the entries of an organization that have no name. The platform's chain has only
 * ids.
 */
async function nameUsers(tx: StatementSender, drafts: readonly PastDraft[]): Promise<PastDraft[]> {
  const isNameless = (party: AuditParty | undefined): party is AuditParty & { id: string } =>
    party !== undefined &&
    namedTypes.includes(party.type) &&
    party.id !== null &&
    party.display === undefined;
  const nameless = drafts.flatMap((draft) => [draft.actor, draft.target].filter(isNameless));
  if (nameless.length === 0) return [...drafts];
  const personIds = [...new Set(nameless.map((party) => party.id))];
  const [people] = await tx.send<[PersonName]>(() => [findPeople({ personIds })]);
  const names = new Map(people.map((person) => [person.id, `${person.first_name} ${person.last_name}`]));
  const withName = (party: AuditParty): AuditParty => {
    const display = isNameless(party) ? names.get(party.id)?.trim() : undefined;
    return display === undefined ? party : { ...party, display };
  };
  return drafts.map((draft) => ({
    ...draft,
    actor: withName(draft.actor),
    ...(draft.target ? { target: withName(draft.target) } : {}),
  }));
}

/** Returns the distinct display names that the entries refer to. */
function namesOf(drafts: readonly AuditDraft[]) {
  const names = new Map<string, { personId: string; display: string }>();
  for (const party of drafts.flatMap((draft) => [draft.actor, draft.target])) {
    if (party?.display === undefined || party.id === null) continue;
    names.set(keyOf(party.id, party.display), { personId: party.id, display: party.display });
  }
  return [...names.values()];
}

function keyOf(personId: string, display: string | null): string {
  return `${personId} ${display}`;
}

/** Replaces a display name with its digest, which is the key of the side table. */
function refer(party: AuditParty, digests: ReadonlyMap<string, Buffer>): AuditRecord["actor"] {
  const { display, ...rest } = party;
  if (display === undefined || party.id === null) return rest;
  const digest = digests.get(keyOf(party.id, display));
  return digest === undefined ? rest : { ...rest, name: digest.toString("hex") };
}

async function makeName(
  tx: StatementSender,
  organizationId: string,
  personId: string,
  display: string,
): Promise<Buffer> {
  const salt = randomBytes(16);
  const digest = createHash("sha256").update(salt).update(display).digest();
  // A concurrent transaction may have added the same name while this one waited for the lock. The stored row is used.
  const [added, stored] = await tx.sendIn<[NameRow, NameRow]>(organizationId, () => [
    addName({ organizationId, personId, display, digest, salt }),
    findNames({ organizationId, personIds: [personId], displays: [display] }),
  ]);
  return (added[0] ?? stored[0])?.digest ?? digest;
}
