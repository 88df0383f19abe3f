import { paginationFor } from "@praxisportal/contract/pagination";
import type { UserListQuery } from "@praxisportal/contract/users/users.schema";
import { sql, type SqlBool } from "kysely";
import { likePattern } from "../../platform/db/like-pattern.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { listedUserJson } from "./users.presenter.ts";
import { sortColumns, stateCondition } from "./users.queries.ts";

/** One page of the people of all practices, one row for each membership, as JSON text of the contract's shape. */
export async function listAllUsers(db: PlatformDb, query: UserListQuery): Promise<string> {
  const conditions = [sql<SqlBool>`m.status <> 'removed'`];
  if (query.search) conditions.push(sql<SqlBool>`m.search_text like ${likePattern(query.search)}`);
  if (query.role) conditions.push(sql<SqlBool>`m.role = ${query.role}`);
  if (query.department) conditions.push(sql<SqlBool>`m.department = ${query.department}`);
  if (query.status) conditions.push(stateCondition(query.status));
  if (query.dateRange) {
    // Each practice's own days.
    conditions.push(
      sql<SqlBool>`(m.created_at at time zone o.time_zone)::date between ${query.dateRange.from}::date and ${query.dateRange.to}::date`,
    );
  }
  const where = sql.join(conditions, sql` and `);
  const source = sql`membership m join organization o on o.organization_id = m.organization_id
    and o.status not in ('archived', 'deleted') where ${where}`;
  const order = sql.raw(
    `${sortColumns[query.sortBy]} ${query.sortOrder === "desc" ? "desc" : "asc"} nulls last`,
  );
  const { rows } = await sql<{ data: string; total: string }>`
    select
      (select coalesce(json_agg(page.row), '[]')::text from (
        select ${listedUserJson} as row from ${source}
        order by ${order}, m.last_name collate "de-x-icu", m.first_name collate "de-x-icu", m.person_id,
          m.organization_id
        limit ${query.limit} offset ${(query.page - 1) * query.limit}) as page) as data,
      (select count(*) from ${source}) as total`.execute(db.all);
  const pagination = paginationFor(query, Number(rows[0]?.total ?? 0));
  return `{"data":${rows[0]?.data ?? "[]"},"pagination":${JSON.stringify(pagination)}}`;
}
