import type { AuditListQuery } from "@praxisportal/contract/audit/audit.schema";
import { auditTopics, isAuditTopic } from "@praxisportal/contract/audit/audit-search.rules";
import { auditActions, storedActions } from "@praxisportal/contract/audit-actions";
import { type RawBuilder, sql } from "kysely";
import type { AuditOutcome, AuditRecord } from "../../platform/audit/audit-record.ts";
import type { HistoryCursor } from "../../platform/audit/history-cursor.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { likePatterns } from "../../platform/db/like-pattern.ts";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";

/** Result of a search: people and objects by their names, and actions by their texts. */
export type FoundBySearch = { partyIds: readonly string[]; actions: readonly string[] };

/** Filters of a log as requested. {@link AuditFilter} contains the result of the search instead of its words. */
export type RequestedFilter = Omit<AuditListQuery, "limit" | "cursor">;
export type AuditFilter = Omit<RequestedFilter, "search" | "searchActions"> & {
  found?: FoundBySearch | undefined;
};

/** A chain to read, with the source of its names and the time zone of its days. */
export type ChainSource = {
  organizationId: string;
  nameOf: (party: "actor" | "target") => RawBuilder<string | null>;
  /** The username or email address of a party, which distinguishes people with the same name. */
  accountOf: (party: "actor" | "target") => RawBuilder<string | null>;
  /** The name of the application that acted. */
  applicationName: RawBuilder<string | null>;
  timeZone: RawBuilder<string>;
};

/** An entry as read. A name is null after its erasure, or if the entry has none. */
export type AuditRow = {
  seq: string;
  id: string;
  /** As stored; see `currentAction`. */
  action: string;
  outcome: AuditOutcome;
  occurred_at: Date;
  record: AuditRecord;
  /** Hash of the previous hash and the record. */
  hash: Buffer;
  actor_name: string | null;
  target_name: string | null;
  actor_account: string | null;
  target_account: string | null;
  application_name: string | null;
};

/** A search that finds more people and objects compares the entries instead of looking up those of each. */
const maxProbedParties = 500;

/** With a filter, the total stops at this number. */
const countedEntries = 1_000;

/** The token with which an application acted. */
export const entryTokenId = sql<string | null>`(e.record->'actor'->'application'->>'tokenId')::uuid`;

/** Returns the SQL for the name by which another entry of the chain refers to an object that may no longer exist. */
const nameInOtherEntry = (organizationId: string, id: RawBuilder<unknown>) => sql<string | null>`(
  select min(other.display) from audit_name other
  where other.organization_id = ${organizationId} and other.person_id = ${id} and other.display <> '')`;

/** Returns the SQL for the name of an application's token or a workstation, for entries stored without one. */
const objectName = (organizationId: string) => sql<string | null>`(
  case e.target_type
    when 'token' then coalesce((
      select t.application_name from org_token t where t.organization_id = ${organizationId} and t.id = e.target_id
    ), ${nameInOtherEntry(organizationId, sql`e.target_id`)})
    when 'workstation' then coalesce((
      select w.label from workstation w where w.organization_id = ${organizationId} and w.id = e.target_id
    ), ${nameInOtherEntry(organizationId, sql`e.target_id`)})
  end)`;

/** Returns the chain of an organization, with names as they were at the time of the entry. */
function organizationSource(organizationId: string): ChainSource {
  return {
    organizationId,
    nameOf: (party) => {
      const recordedName = sql<string | null>`(
        select nullif(name.display, '') from audit_name name where name.organization_id = ${organizationId}
          and name.digest = decode(e.record->${sql.lit(party)}->>'name', 'hex'))`;
      return party === "target"
        ? sql<string | null>`coalesce(${recordedName}, ${objectName(organizationId)})`
        : recordedName;
    },
    // A username never changes, so the current one is that of the time of the entry.
    accountOf: (party) => sql`(
      select coalesce(m.username, m.email) from membership m where m.organization_id = ${organizationId}
        and m.person_id = ${sql.ref(`e.${party}_id`)} limit 1)`,
    applicationName: sql`coalesce((
      select t.application_name from org_token t where t.organization_id = ${organizationId} and t.id = ${entryTokenId}
    ), ${nameInOtherEntry(organizationId, entryTokenId)})`,
    timeZone: sql`(select time_zone from organization where organization_id = ${organizationId})`,
  };
}

/**
 * Builds the query for a page of entries, newest first, or with a "newer" cursor, for the entries directly after it.
 * Entries of the same time keep the order of the chain.
 */
export function pageStatement(
  source: ChainSource,
  filter: AuditFilter,
  { cursor, limit }: { cursor: HistoryCursor | undefined; limit: number },
): RawBuilder<AuditRow> {
  const order = cursor?.side === "newer" ? sql`occurred_at asc, seq asc` : sql`occurred_at desc, seq desc`;
  const branches = branchesOf(source, filter, cursor, sql`order by ${order} limit ${limit}`);
  return sql<AuditRow>`
    with page as materialized (
      select * from (${sql.join(branches, sql` union all `)}) found order by ${order} limit ${limit}
    )
    select e.seq, e.id, e.action, e.outcome, e.occurred_at, e.record, e.hash,
      ${source.nameOf("actor")} as actor_name, ${source.nameOf("target")} as target_name,
      ${source.accountOf("actor")} as actor_account, ${source.accountOf("target")} as target_account,
      ${source.applicationName} as application_name
    from page join audit_entry e on e.organization_id = ${source.organizationId} and e.seq = page.seq
    order by e.occurred_at desc, e.seq desc`;
}

/**
 * Counts the matching entries, up to one more than {@link countedEntries}. Without a filter it counts the whole chain.
 */
export function countStatement(source: ChainSource, filter: AuditFilter): RawBuilder<{ total: string }> {
  if (Object.values(filter).every((value) => value === undefined)) {
    return sql`select coalesce(max(head_seq), 0) - coalesce((
        select c.seq from audit_checkpoint c where c.organization_id = ${source.organizationId}), 0) as total
      from audit_chain where organization_id = ${source.organizationId}`;
  }
  const countLimit = sql.lit(countedEntries + 1);
  const branches = branchesOf(source, filter, undefined, sql`limit ${countLimit}`);
  return sql`select count(*) as total from (
    select from (${sql.join(branches, sql` union all `)}) found limit ${countLimit}) counted`;
}

/**
 * Builds one or several disjoint queries for the matching entries, each ending with `tail`: order and limit. Each is
 * read in order from one index, so that the cost of a page does not depend on the length of the chain.
 */
function branchesOf(
  { organizationId, timeZone }: ChainSource,
  filter: AuditFilter,
  cursor: HistoryCursor | undefined,
  tail: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const { person, actor, action, targetType, targetId, outcome, from, to, found } = filter;
  const actions = action === undefined ? undefined : actionsOf(action);
  const conditions = [sql`e.organization_id = ${organizationId}`];
  if (cursor !== undefined) {
    const occurredAt = sql`(select c.occurred_at from audit_entry c
      where c.organization_id = ${organizationId} and c.seq = ${cursor.seq}::bigint)`;
    const side = cursor.side === "older" ? sql`<` : sql`>`;
    conditions.push(sql`(e.occurred_at, e.seq) ${side} (${occurredAt}, ${cursor.seq}::bigint)`);
  }
  if (from !== undefined) {
    conditions.push(sql`e.occurred_at >= (${from}::date)::timestamp at time zone ${timeZone}`);
  }
  if (to !== undefined) {
    conditions.push(sql`e.occurred_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`);
  }
  // Literals, because the partial indexes are defined for these values.
  if (outcome !== undefined) conditions.push(sql`e.outcome = ${sql.lit(outcome)}`);
  if (targetType !== undefined) {
    conditions.push(sql`e.target_type = ${sql.lit(targetType)}`);
  }
  if (actor !== undefined) conditions.push(sql`e.actor_id = ${actor}`);
  if (targetId !== undefined) conditions.push(sql`e.target_id = ${targetId}`);
  const hasPartyFilter = [person, actor, targetId].some((id) => id !== undefined);
  const entries = (extraConditions: readonly RawBuilder<unknown>[]) => sql`
    select e.seq, e.occurred_at from audit_entry e
    where ${sql.join([...conditions, ...extraConditions], sql` and `)} ${tail}`;
  if (found !== undefined) {
    if (!hasPartyFilter && found.partyIds.length <= maxProbedParties) {
      if (actions !== undefined) conditions.push(sql`e.action = any(${actions}::text[])`);
      return probesOf(found, entries, tail);
    }
    // The person of the filter has an index; many people together have a large share of the entries. Comparing the
    // entries is cheaper than one lookup for each of them.
    conditions.push(sql`(${isByFound(found)} or ${isAboutFound(found)}
      or e.action = any(${storedActionsOf(found)}::text[]))`);
  }
  const isNarrow = hasPartyFilter || isRare(filter);
  // One query per action, each reading its own range of the index. With a more selective filter actions are only
  // compared.
  const groups: RawBuilder<unknown>[][] =
    actions === undefined
      ? [[]]
      : isNarrow
        ? [[sql`e.action = any(${actions}::text[])`]]
        : actions.map((storedAction) => [sql`e.action = ${storedAction}`]);
  const branches =
    person === undefined
      ? groups
      : groups.flatMap((group) => [
          [...group, sql`e.actor_id = ${person}`],
          [...group, sql`e.target_id = ${person}`, sql`e.actor_id is distinct from ${person}`],
        ]);
  return branches.map((branch) => sql`(${entries(branch)})`);
}

const isByFound = ({ partyIds }: FoundBySearch) =>
  sql`coalesce(e.actor_id = any(${partyIds}::uuid[]), false)`;
const isAboutFound = ({ partyIds }: FoundBySearch) =>
  sql`coalesce(e.target_id = any(${partyIds}::uuid[]), false)`;

function storedActionsOf({ actions }: FoundBySearch): readonly string[] {
  return storedActions(auditActions.filter((action) => actions.includes(action)));
}

/** Builds one index lookup for each list of people, objects and actions that a search found. */
function probesOf(
  found: FoundBySearch,
  entries: (more: readonly RawBuilder<unknown>[]) => RawBuilder<unknown>,
  tail: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const probe = (wanted: RawBuilder<unknown>, conditions: readonly RawBuilder<unknown>[]) => sql`(
    select probed.seq, probed.occurred_at from unnest(${wanted}) as wanted (value)
    cross join lateral (${entries(conditions)}) probed ${tail})`;
  const ids = sql`${found.partyIds}::uuid[]`;
  return [
    probe(ids, [sql`e.actor_id = wanted.value`]),
    probe(ids, [sql`e.target_id = wanted.value`, sql`not ${isByFound(found)}`]),
    probe(sql`${storedActionsOf(found)}::text[]`, [
      sql`e.action = wanted.value`,
      sql`not ${isByFound(found)}`,
      sql`not ${isAboutFound(found)}`,
    ]),
  ];
}

/**
 * Returns the people and objects of an organization's chain whose names or accounts contain all words. Both are
 * searched as the entries show them: an address that is hidden behind a username is not found.
 */
export async function findParties(db: OrganizationDb, search: string): Promise<string[]> {
  const rows = await db.read((builder) =>
    builder
      .selectFrom(
        sql<{ id: string }>`(
          select distinct n.person_id as id from audit_name n
          left join membership m on m.organization_id = n.organization_id and m.person_id = n.person_id
          where n.organization_id = ${db.organizationId} and n.display is not null
            and lower(n.display || ' ' || coalesce(m.username, m.email, '')) like all (${patternsOf(search)})
          union
          select t.id from org_token t
          where t.organization_id = ${db.organizationId} and lower(t.application_name) like all (${patternsOf(search)})
          union
          select w.id from workstation w
          where w.organization_id = ${db.organizationId} and lower(w.label) like all (${patternsOf(search)}))`.as(
          "found",
        ),
      )
      .selectAll(),
  );
  return rows.map(({ id }) => id);
}

/** Returns the patterns of a search, for `like all`. */
export function patternsOf(search: string): RawBuilder<string[]> {
  return sql<string[]>`array(select lower(unnest(${likePatterns(search)}::text[])))`;
}

function isRare({ outcome, targetType }: AuditFilter): boolean {
  return (
    (outcome !== undefined && outcome !== "success") || (targetType !== undefined && targetType !== "user")
  );
}

/** Returns the stored names of one action, of all actions of an area ("user.*"), or of a topic ("rights"). */
function actionsOf(filter: string): readonly string[] {
  if (isAuditTopic(filter)) return storedActions(auditTopics[filter]);
  const isArea = filter.endsWith(".*");
  return storedActions(
    auditActions.filter((action) => (isArea ? action.startsWith(filter.slice(0, -1)) : action === filter)),
  );
}

export function readPage(
  db: OrganizationDb,
  filter: AuditFilter,
  range: { cursor: HistoryCursor | undefined; limit: number },
): Promise<AuditRow[]> {
  const statement = pageStatement(organizationSource(db.organizationId), filter, range);
  return db.read((builder) => builder.selectFrom(sql<AuditRow>`(${statement})`.as("log")).selectAll());
}

/** Returns a page of an organization's chain and the total. */
export async function readPageAndTotal(
  db: OrganizationDb,
  filter: AuditFilter,
  range: { cursor: HistoryCursor | undefined; limit: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const source = organizationSource(db.organizationId);
  const [rows, counted] = await db.readAll<[AuditRow, { total: string }]>((builder) => [
    builder.selectFrom(sql<AuditRow>`(${pageStatement(source, filter, range)})`.as("log")).selectAll(),
    builder.selectFrom(sql<{ total: string }>`(${countStatement(source, filter)})`.as("counted")).selectAll(),
  ]);
  return { rows, total: Number(counted[0]?.total ?? 0) };
}

/** Returns the signed beginning of an organization's chain; undefined while no entry was removed. */
export async function findCheckpoint(db: OrganizationDb): Promise<CheckpointRow | undefined> {
  const [row] = await db.read((builder) => checkpointOf(builder, db.organizationId));
  return row;
}

export type CheckpointRow = { seq: string; hash: Buffer; occurred_at: Date; signature: Buffer };

/** Builds the query for the signed beginning of a chain. */
export function checkpointOf(builder: Pick<OrganizationQueries, "selectFrom">, organizationId: string) {
  return builder
    .selectFrom("audit_checkpoint")
    .select(["seq", "hash", "occurred_at", "signature"])
    .where("organization_id", "=", organizationId);
}
