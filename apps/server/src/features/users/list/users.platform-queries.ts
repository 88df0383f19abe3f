import { paginationFor } from "@praxisportal/contract/pagination";
import type { UserListQuery } from "@praxisportal/contract/users/users.schema";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { likePatterns } from "../../../platform/db/like-pattern.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { sortColumns, stateCondition } from "./user-list.queries.ts";
import { listedUserColumns } from "../../../directory/users.presenter.ts";

/** Shares of a sample. A search is rare below the first, and matches people everywhere above the second. */
const rareShare = 0.1;
const everywhereShare = 0.3;

/** Fields that may be absent. Rows without a value come after all others in either direction. */
const nullableFields: readonly UserListQuery["sortBy"][] = [
  "username",
  "email",
  "organizationData.department",
  "lastLogin",
  "lastActivity",
];

/** Tie-breakers after the sorted field, as in the indexes of lists over all organizations. */
const tieColumns: Partial<Record<UserListQuery["sortBy"], readonly string[]>> = {
  "personalInfo.lastName": ['m.first_name collate "de-x-icu"'],
  "personalInfo.firstName": ['m.last_name collate "de-x-icu"'],
};

type Part = { condition: RawBuilder<SqlBool>; isDescending: boolean };
type Found = { person_id: string; organization_id: string };

/**
 * Returns one page of the people of all organizations, one row per membership, as JSON text in the contract's format.
 * Equal values are ordered by creation, and in lists by name by the other name. The descending order is the exact
 * reverse, except for absent values.
 */
export async function listAllUsers(db: PlatformDb, query: UserListQuery, now: Date): Promise<string> {
  const search = await searchOf(db, likePatterns(query.search));
  const conditions = await conditionsOf(db, { query, now }, search?.condition);
  const { total, found } = await (search !== undefined && !search.isCommon
    ? findOnce(db, query, conditions)
    : findInOrder(db, query, conditions));
  const data = await readRows(db, found, now);
  return `{"data":${data},"pagination":${JSON.stringify(paginationFor(query, total))}}`;
}

type Page = { total: number; found: readonly Found[] };
type Search = { condition: RawBuilder<SqlBool>; isCommon: boolean };

/**
 * Finds a page of a list whose order comes from an index. It counts from the nearer end, so that the last page costs as
 * much as the first.
 */
async function findInOrder(
  db: PlatformDb,
  query: UserListQuery,
  conditions: RawBuilder<SqlBool>,
): Promise<Page> {
  const total = await countRows(db, query, conditions);
  const offset = (query.page - 1) * query.limit;
  const limit = Math.min(query.limit, Math.max(0, total - offset));
  if (limit === 0) return { total, found: [] };
  const isFromEnd = offset > total / 2;
  const range = { limit, offset: isFromEnd ? total - offset - limit : offset, isFromEnd };
  const rows = await findRows(db, query, conditions, range);
  return { total, found: isFromEnd ? rows.toReversed() : rows };
}

/** Finds, counts and sorts the matches of a search in one pass. */
async function findOnce(
  db: PlatformDb,
  query: UserListQuery,
  conditions: RawBuilder<SqlBool>,
): Promise<Page> {
  const columns = [sortColumns[query.sortBy], ...(tieColumns[query.sortBy] ?? [])];
  const names = columns.map((_column, index) => `x${index}`);
  const direction = query.sortOrder === "desc" ? "desc" : "asc";
  const order = [...names, "person_id", "organization_id"].map((name) => `${name} ${direction} nulls last`);
  const { rows } = await sql<{ total: string; person_id: string | null; organization_id: string }>`
    with found as materialized (
      select m.person_id, m.organization_id,
        ${sql.raw(columns.map((column, index) => `${column} as x${index}`).join(", "))}
      from membership m where ${conditions})
    select counted.total, page.* from (select count(*) as total from found) as counted
    left join lateral (
      select person_id, organization_id from found order by ${sql.raw(order.join(", "))}
      limit ${query.limit} offset ${(query.page - 1) * query.limit}) as page on true`.execute(db.reads);
  return {
    total: Number(rows[0]?.total ?? 0),
    found: rows.filter((row): row is typeof row & Found => row.person_id !== null),
  };
}

/**
 * Decides how to search. A sample of one in a thousand pages of the table estimates the number of matches, because
 * row-level security keeps the planner from using its text statistics. Rare matches are found through the trigrams of
 * the longest word. Otherwise the table is read, because an operator with `all` uses no index. Very common matches
 * occur early in any order.
 */
async function searchOf(db: PlatformDb, patterns: readonly string[]): Promise<Search | undefined> {
  if (patterns.length === 0) return undefined;
  const matchesAll = sql<SqlBool>`m.search_text like all (array(select lower(unnest(${patterns}::text[]))))`;
  const { rows } = await sql<{ share: number | null }>`
    select avg(case when ${matchesAll} then 1 else 0 end)::float8 as share
    from membership m tablesample system (0.1)`.execute(db.reads);
  const share = rows[0]?.share ?? 0;
  if (share < rareShare) {
    return {
      condition: sql<SqlBool>`m.search_text like lower(${patterns[0]}) and ${matchesAll}`,
      isCommon: false,
    };
  }
  // Inside "coalesce" the planner assumes that every other row matches, and reads in index order.
  const isCommon = share > everywhereShare;
  return { condition: isCommon ? sql<SqlBool>`coalesce(${matchesAll}, false)` : matchesAll, isCommon };
}

async function conditionsOf(
  db: PlatformDb,
  { query, now }: { query: UserListQuery; now: Date },
  search: RawBuilder<SqlBool> | undefined,
): Promise<RawBuilder<SqlBool>> {
  const conditions = [sql<SqlBool>`m.status <> 'removed'`];
  const hidden = await db.reads
    .selectFrom("organization")
    .select("organization_id")
    .where("status", "in", ["archived", "deleted"])
    .execute();
  if (hidden.length > 0) {
    const ids = hidden.map((row) => row.organization_id);
    conditions.push(sql<SqlBool>`m.organization_id <> all (${ids}::uuid[])`);
  }
  if (search) conditions.push(search);
  if (query.role) conditions.push(sql<SqlBool>`m.role = ${query.role}`);
  // This is the collation of the index. Equality is the same in every collation.
  if (query.department) {
    conditions.push(sql<SqlBool>`m.department collate "de-x-icu" = ${query.department}`);
  }
  if (query.status) conditions.push(stateCondition(query.status, now, true));
  if (query.dateRange) {
    const { from, to } = query.dateRange;
    // Days are those of each organization. Only rows created within a day of either end need their time zone checked.
    // For "coalesce" see the search. Instants on both sides let the planner estimate the matches.
    const at = (day: string, days: number) =>
      sql`(${day}::date + ${sql.lit(days)})::timestamp at time zone 'UTC'`;
    conditions.push(sql<SqlBool>`m.created_at >= ${at(from, -1)} and m.created_at < ${at(to, 2)}
      and coalesce(m.created_at >= ${at(from, 1)} and m.created_at < ${at(to, 0)}
        or (m.created_at at time zone (select o.time_zone from organization o
          where o.organization_id = m.organization_id))::date between ${from}::date and ${to}::date, false)`);
  }
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

async function countRows(db: PlatformDb, query: UserListQuery, conditions: RawBuilder<SqlBool>) {
  const isFiltered = likePatterns(query.search).length > 0 || query.role || query.department || query.status;
  const { rows } =
    isFiltered || query.dateRange
      ? await sql<{ total: string }>`select count(*) as total from membership m where ${conditions}`.execute(
          db.reads,
        )
      : await sql<{ total: string }>`
          select coalesce(sum(s.members), 0) as total from organization_size s
          join organization o on o.organization_id = s.organization_id
          where o.status not in ('archived', 'deleted')`.execute(db.reads);
  return Number(rows[0]?.total ?? 0);
}

/** Returns the ids of a page in order or counted from the end. It reads only an index if there is one. */
async function findRows(
  db: PlatformDb,
  query: UserListQuery,
  conditions: RawBuilder<SqlBool>,
  range: { limit: number; offset: number; isFromEnd: boolean },
): Promise<Found[]> {
  const column = sql.raw(sortColumns[query.sortBy]);
  const isDescending = (query.sortOrder === "desc") !== range.isFromEnd;
  const isNullable = nullableFields.includes(query.sortBy);
  const parts: Part[] = isNullable
    ? [
        { condition: sql<SqlBool>`${conditions} and ${column} is not null`, isDescending },
        // Rows without a value come last in both directions, and are themselves sorted in the direction of the list.
        { condition: sql<SqlBool>`${conditions} and ${column} is null`, isDescending },
      ]
    : [{ condition: conditions, isDescending }];
  if (range.isFromEnd) parts.reverse();
  const matches: Found[] = [];
  let { offset } = range;
  for (const part of parts) {
    const missing = range.limit - matches.length;
    if (missing === 0) break;
    const rows = await findPart(db, query.sortBy, part, { limit: missing, offset });
    if (rows.length === 0 && part !== parts.at(-1) && offset > 0) {
      const { rows: counted } = await sql<{ total: string }>`
        select count(*) as total from membership m where ${part.condition}`.execute(db.reads);
      offset -= Number(counted[0]?.total ?? 0);
    } else {
      offset = 0;
    }
    matches.push(...rows);
  }
  return matches;
}

async function findPart(
  db: PlatformDb,
  sortBy: UserListQuery["sortBy"],
  { condition, isDescending }: Part,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found[]> {
  const columns = [sortColumns[sortBy], ...(tieColumns[sortBy] ?? []), "m.person_id", "m.organization_id"];
  const order = sql.raw(columns.map((column) => `${column} ${isDescending ? "desc" : "asc"}`).join(", "));
  const { rows } = await sql<Found>`
    select m.person_id, m.organization_id from membership m where ${condition}
    order by ${order} limit ${limit} offset ${offset}`.execute(db.reads);
  return rows;
}

/** Returns the rows as JSON, in the given order. */
async function readRows(db: PlatformDb, found: readonly Found[], now: Date): Promise<string> {
  const { rows } = await sql<{ data: string }>`
    select coalesce(json_agg(listed), '[]')::text as data from (
      select ${listedUserColumns(now, { withSecurity: true, withEmployment: true })}
      from unnest(${found.map((row) => row.person_id)}::uuid[], ${found.map((row) => row.organization_id)}::uuid[])
        with ordinality as page (person_id, organization_id, place)
      join membership m on m.organization_id = page.organization_id and m.person_id = page.person_id
      order by page.place) as listed`.execute(db.reads);
  return rows[0]?.data ?? "[]";
}
