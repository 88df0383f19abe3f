import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { bulkInviteBatchSize, bulkInvitePauseMs } from "../../packages/contract/src/limits.ts";
import { query } from "../../apps/server/src/platform/embedded-postgres/test-support.ts";
import { brokenChains } from "./chain-links.ts";
import { type PortalProcess, type KillTarget, killTargets } from "./portal-process.ts";
import { signInAs } from "./profile-writer.ts";

/** A person to delete, the idempotency key of the call, and whether the portal acknowledged the deletion. */
type Item = { id: string; key: string; isDone: boolean };

/** Result of the check after a kill. */
export interface BulkRound {
  killed: KillTarget | null;
  deleted: number;
  unchanged: number;
  acknowledged: number;
  problems: string[];
}

/**
 * Deletes people as the web app does, five calls at a time with an idempotency key each, and kills the portal `kills`
 * times in the meantime. Then deletes the remaining people. After each kill, every person must be either fully deleted,
 * with one entry in each log, or unchanged. Every acknowledged deletion must be stored.
 */
export async function runBulkDelete(
  portal: PortalProcess,
  people: number,
  kills: number,
  onRound: (round: BulkRound) => void,
): Promise<BulkRound[]> {
  const items = await addPeople(portal, people);
  const { token } = await signInAs(portal.origin, "inhaberin");
  const rounds: BulkRound[] = [];
  for (let round = 0; round <= kills; round += 1) {
    const killed = round < kills ? (killTargets[round % killTargets.length] ?? "both") : null;
    const working = deleteOpen(portal.origin, token, items);
    if (killed !== null) {
      // Each kill hits a later part of the work, at a random moment of a transaction.
      await waitUntilDone(items, people / (kills + 1) / 2);
      await sleep(Math.random() * 150);
      await portal.kill(killed);
    }
    const isFinished = await working;
    if (killed !== null) await portal.start();
    const personRows = await inspect(portal, items);
    if (killed === null && (!isFinished || personRows.deleted !== people)) {
      personRows.problems.push(`resuming did not complete it: ${personRows.deleted} of ${people}`);
    }
    if (killed !== null && isFinished)
      personRows.problems.push("finished before the kill: the round proves nothing");
    const result = { killed, ...personRows };
    onRound(result);
    rounds.push(result);
  }
  return rounds;
}

/** Waits until `more` further calls have been acknowledged, or until all calls are done. */
async function waitUntilDone(items: readonly Item[], more: number): Promise<void> {
  const doneCount = () => items.filter(({ isDone }) => isDone).length;
  const targetCount = Math.min(doneCount() + Math.max(1, more), items.length);
  while (doneCount() < targetCount) await sleep(5);
}

/** Sends the calls that have no response yet. Returns false if the portal did not respond. */
async function deleteOpen(origin: string, token: string, items: readonly Item[]): Promise<boolean> {
  const openItems = items.filter(({ isDone }) => !isDone);
  for (let start = 0; start < openItems.length; start += bulkInviteBatchSize) {
    if (start > 0) await sleep(bulkInvitePauseMs);
    const batch = openItems.slice(start, start + bulkInviteBatchSize);
    await Promise.all(
      batch.map(async (item) => {
        item.isDone = await deleteOne(origin, token, item).catch(() => false);
      }),
    );
    if (batch.some(({ isDone }) => !isDone)) return false;
  }
  return true;
}

async function deleteOne(origin: string, token: string, { id, key }: Item): Promise<boolean> {
  const response = await fetch(`${origin}/api/v1/users/${id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${token}`, "idempotency-key": key },
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  // 409 is the response to a retry whose first attempt was committed without a response.
  return response.status === 204 || (response.status === 409 && text.includes("ALREADY_PROCESSED"));
}

/** Adds people with a second factor, so that deleting one changes several tables. */
async function addPeople(portal: PortalProcess, count: number): Promise<Item[]> {
  const addedPeople = await query<{ id: string }>(
    portal.databaseUrl,
    `with organization as (select organization_id from organization where practice_code = 'MUSTER-2026'),
      people as (
        insert into person (id, first_name, last_name, phone)
        select gen_random_uuid(), 'Lia', 'Muster-' || n, '030 ' || n from generate_series(1, $1) n
        returning id, first_name, last_name, phone),
      factors as (
        -- The portal does not start with a secret that was sealed with an unknown key.
        insert into two_factor (person_id, secret, enabled_at)
        select id, (select secret from two_factor limit 1), now() from people)
    insert into membership
      (organization_id, id, person_id, username, role, status, first_name, last_name, phone, joined_at)
    select organization_id, gen_random_uuid(), people.id, 'bulk-' || replace(phone, ' ', ''), 'viewer', 'active',
      first_name, last_name, phone, now()
    from people, organization returning person_id as id`,
    [count],
  );
  return addedPeople.map(({ id }) => ({ id, key: randomUUID(), isDone: false }));
}

type PersonRow = {
  id: string;
  status: string;
  username: string | null;
  copy: string;
  name: string;
  phone: string | null;
  is_deactivated: boolean;
  has_factor: boolean;
  entries: number[] | null;
};

/** Checks all people directly in the database. */
async function inspect(portal: PortalProcess, items: readonly Item[]) {
  const url = portal.databaseUrl;
  const personRows = await query<PersonRow>(
    url,
    `select p.id, m.status, m.username, m.last_name as copy, p.last_name as name, p.phone,
      p.deactivated_at is not null as is_deactivated,
      exists (select from two_factor f where f.person_id = p.id) as has_factor,
      (select array_agg(entries) from (
        select count(*)::int as entries from audit_entry e
        where e.target_id = p.id and e.action = 'user.deleted' group by e.organization_id) chains) as entries
    from person p join membership m on m.person_id = p.id where p.id = any($1)`,
    [items.map(({ id }) => id)],
  );
  const problems = await brokenChains(url);
  const deletedRows = personRows.filter(isFullyDeleted);
  const unchanged = personRows.filter(isUnchanged);
  const deletedIds = new Set(deletedRows.map(({ id }) => id));
  for (const { id, isDone } of items) {
    if (isDone && !deletedIds.has(id)) problems.push(`${id}: acknowledged, but not deleted`);
  }
  for (const person of personRows) {
    if (!isFullyDeleted(person) && !isUnchanged(person))
      problems.push(`partly deleted: ${JSON.stringify(person)}`);
  }
  if (personRows.length !== items.length)
    problems.push(`${personRows.length} of ${items.length} people found`);
  return {
    deleted: deletedRows.length,
    unchanged: unchanged.length,
    acknowledged: items.filter(({ isDone }) => isDone).length,
    problems,
  };
}

/**
 * Returns whether no personal data is left in any table, with one entry in the organization's log and one in the
 * platform's.
 */
function isFullyDeleted(person: PersonRow): boolean {
  const isRemoved = person.status === "removed" && person.username === null && person.is_deactivated;
  const hasNoName = !person.copy.startsWith("Muster-") && !person.name.startsWith("Muster-");
  return (
    isRemoved && hasNoName && person.phone === null && !person.has_factor && person.entries?.join() === "1,1"
  );
}

function isUnchanged(person: PersonRow): boolean {
  const isPresent = person.status === "active" && person.username !== null && !person.is_deactivated;
  const hasName = person.copy.startsWith("Muster-") && person.name === person.copy;
  return isPresent && hasName && person.phone !== null && person.has_factor && person.entries === null;
}
