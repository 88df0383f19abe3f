import type { AuditListQuery } from "@praxisportal/contract/audit/audit.schema";
import { auditActions, storedActions } from "@praxisportal/contract/audit-actions";
import { type RawBuilder, sql } from "kysely";
import type { AuditOutcome, AuditRecord } from "../../platform/audit/audit-record.ts";
import type { HistoryCursor } from "../../platform/audit/history-cursor.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";

export type AuditFilter = Omit<AuditListQuery, "limit" | "cursor">;

/** Which chain is read, where its names come from, and which time zone its days have. */
export type ChainSource = {
  organizationId: string;
  nameOf: (party: "actor" | "target") => RawBuilder<string | null>;
  /** The user name or email address of a party, which distinguishes people with the same name. */
  accountOf: (party: "actor" | "target") => RawBuilder<string | null>;
  /** The name of the application that acted. */
  applicationName: RawBuilder<string | null>;
  timeZone: RawBuilder<string>;
};

/** An entry as read. A name is null after its erasure, or when the entry names no one. */
export type AuditRow = {
  seq: string;
  id: string;
  /** As stored; see `presentAction`. */
  action: string;
  outcome: AuditOutcome;
  occurred_at: Date;
  record: AuditRecord;
  /** Over the previous hash and the record. */
  hash: Buffer;
  actor_name: string | null;
  target_name: string | null;
  actor_account: string | null;
  target_account: string | null;
  application_name: string | null;
};

/** With a filter, the total counts no further than this. */
const countedEntries = 1_000;

/** The token with which an application acted. */
export const tokenOfEntry = sql<string | null>`(e.record->'actor'->'application'->>'tokenId')::uuid`;

/** The chain of an organization, with names as they were at the time of the entry. */
function organizationSource(organizationId: string): ChainSource {
  return {
    organizationId,
    nameOf: (party) => sql`(
      select name.display from audit_name name where name.organization_id = ${organizationId}
        and name.digest = decode(e.record->${sql.lit(party)}->>'name', 'hex'))`,
    // A user name never changes, so the current one is that of the time of the entry.
    accountOf: (party) => sql`(
      select coalesce(m.username, m.email) from membership m where m.organization_id = ${organizationId}
        and m.person_id = ${sql.ref(`e.${party}_id`)} limit 1)`,
    applicationName: sql`(
      select t.application_name from org_token t where t.organization_id = ${organizationId} and t.id = ${tokenOfEntry})`,
    timeZone: sql`(select time_zone from organization where organization_id = ${organizationId})`,
  };
}

/**
 * A page of entries, newest first; with a "newer" cursor, the entries directly after it. Entries of the same time
 * keep the order of the chain.
 */
export function pageStatement(
  source: ChainSource,
  filter: AuditFilter,
  { cursor, limit }: { cursor: HistoryCursor | undefined; limit: number },
): RawBuilder<AuditRow> {
  const order = cursor?.side === "newer" ? sql`occurred_at asc, seq asc` : sql`occurred_at desc, seq desc`;
  const branches = branchesOf(source, filter, cursor).map(
    (branch) => sql`(${branch} order by ${order} limit ${limit})`,
  );
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

/** Counts the matching entries, up to one more than {@link countedEntries}; without a filter the whole chain. */
export function countStatement(source: ChainSource, filter: AuditFilter): RawBuilder<{ total: string }> {
  if (Object.values(filter).every((value) => value === undefined)) {
    return sql`select coalesce(max(head_seq), 0) - coalesce((
        select c.seq from audit_checkpoint c where c.organization_id = ${source.organizationId}), 0) as total
      from audit_chain where organization_id = ${source.organizationId}`;
  }
  const most = sql.lit(countedEntries + 1);
  const branches = branchesOf(source, filter, undefined).map((branch) => sql`(${branch} limit ${most})`);
  return sql`select count(*) as total from (
    select from (${sql.join(branches, sql` union all `)}) found limit ${most}) counted`;
}

/**
 * The matching entries, as one query or several disjoint ones. Each is read in order from one index, so that the cost
 * of a page does not depend on the length of the chain.
 */
function branchesOf(
  { organizationId, timeZone }: ChainSource,
  filter: AuditFilter,
  cursor: HistoryCursor | undefined,
): RawBuilder<unknown>[] {
  const { person, actor, action, targetType, targetId, outcome, from, to } = filter;
  const actions = action === undefined ? undefined : actionsOf(action);
  const conditions = [sql`e.organization_id = ${organizationId}`];
  if (cursor !== undefined) {
    const at = sql`(select c.occurred_at from audit_entry c
      where c.organization_id = ${organizationId} and c.seq = ${cursor.seq}::bigint)`;
    const side = cursor.side === "older" ? sql`<` : sql`>`;
    conditions.push(sql`(e.occurred_at, e.seq) ${side} (${at}, ${cursor.seq}::bigint)`);
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
  const entries = (more: readonly RawBuilder<unknown>[]) => sql`
    select e.seq, e.occurred_at from audit_entry e where ${sql.join([...conditions, ...more], sql` and `)}`;
  const isNarrow = [person, actor, targetId].some((id) => id !== undefined) || isRare(filter);
  // One query per action, each reading its own range of the index. With a more selective filter actions are only
  // compared.
  const groups: RawBuilder<unknown>[][] =
    actions === undefined
      ? [[]]
      : isNarrow
        ? [[sql`e.action = any(${actions}::text[])`]]
        : actions.map((each) => [sql`e.action = ${each}`]);
  if (person === undefined) return groups.map((group) => entries(group));
  return groups.flatMap((group) => [
    entries([...group, sql`e.actor_id = ${person}`]),
    entries([...group, sql`e.target_id = ${person}`, sql`e.actor_id is distinct from ${person}`]),
  ]);
}

function isRare({ outcome, targetType }: AuditFilter): boolean {
  return (
    (outcome !== undefined && outcome !== "success") || (targetType !== undefined && targetType !== "user")
  );
}

/** Stored names of one action, or of all actions of an area ("user.*"). */
function actionsOf(filter: string): readonly string[] {
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

/** The signed beginning of a chain. */
export function checkpointOf(builder: Pick<OrganizationQueries, "selectFrom">, organizationId: string) {
  return builder
    .selectFrom("audit_checkpoint")
    .select(["seq", "hash", "occurred_at", "signature"])
    .where("organization_id", "=", organizationId);
}
