import type { DirectoryEntry, DirectoryQuery } from "@praxisportal/contract/users/directory.schema";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import { likePatterns } from "../../../platform/db/like-pattern.ts";

/** Returns the order of a directory, which the database sorts in memory. People without a value come last. */
function orderOf({ sortBy, sortOrder }: DirectoryQuery): RawBuilder<unknown> {
  const direction = sql.raw(`${sortOrder} nulls last`);
  const name = sql`"lastName" collate "de-x-icu" ${direction}, "firstName" collate "de-x-icu" ${direction}, id`;
  return sortBy === "name" ? name : sql`${sql.ref(sortBy)} collate "de-x-icu" ${direction}, ${name}`;
}

type DirectoryRow = DirectoryEntry & { total: string };

/**
 * Returns a page of the active members and their total number. Locked and blocked people are included, because a
 * missing name would reveal the restriction.
 */
export async function readDirectory(
  db: OrganizationDb,
  query: DirectoryQuery,
  now: Date,
): Promise<{ data: DirectoryEntry[]; total: number }> {
  const patterns = likePatterns(query.search);
  const rows = await db.read<DirectoryRow>((builder) => ({
    compile: () =>
      sql<DirectoryRow>`
        with listed as (
          select m.person_id as id, m.first_name as "firstName", m.last_name as "lastName", m.initials, m.department,
            m.extension
          from membership m
          where m.organization_id = ${db.organizationId} and ${conditions(query, patterns, now)}),
        page as (
          select * from listed
          order by ${orderOf(query)}
          limit ${query.limit} offset ${(query.page - 1) * query.limit})
        select page.*, counted.total from (select count(*) as total from listed) as counted
        left join page on true
        order by ${orderOf(query)}`.compile(builder),
  }));
  const total = Number(rows[0]?.total ?? 0);
  // A page past the end contains only the total.
  const data = rows.filter((row) => (row.id as string | null) !== null);
  return { data: data.map(({ total: _total, ...entry }) => entry), total };
}

function conditions({ department }: DirectoryQuery, patterns: readonly string[], now: Date) {
  const conditionList = [
    sql<SqlBool>`m.status = 'active' and (m.valid_until is null or m.valid_until > ${now}::timestamptz)`,
  ];
  if (department) conditionList.push(sql<SqlBool>`m.department = ${department}`);
  if (patterns.length > 0) {
    conditionList.push(sql<SqlBool>`lower(concat_ws(' ', m.first_name, m.last_name, m.initials, m.department, m.extension))
      like all (array(select lower(pattern) from unnest(${patterns}::text[]) as pattern))`);
  }
  return sql.join(conditionList, sql` and `);
}
