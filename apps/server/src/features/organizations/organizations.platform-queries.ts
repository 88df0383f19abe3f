import type { OrganizationListQuery } from "@praxisportal/contract/organizations/organizations.schema";
import { sql } from "kysely";
import { anyOf } from "../../platform/db/any-of.ts";
import { likePattern } from "../../platform/db/like-pattern.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { listedColumns, members } from "./organizations.queries.ts";

const sortColumns: Readonly<Record<OrganizationListQuery["sortBy"], string>> = {
  name: 'o.name collate "de-x-icu"',
  type: 'o.type collate "de-x-icu"',
  status: "o.status",
  createdAt: "o.created_at",
  userCount: "coalesce(s.members, 0)",
};

/** Returns one page over all organizations, for the platform operator. */
export async function listAllOrganizations(db: PlatformDb, query: OrganizationListQuery) {
  const direction = query.sortOrder === "desc" ? "desc" : "asc";
  const filteredQuery = db.reads
    .selectFrom("organization as o")
    .where("o.erased_at", "is", null)
    .$if(query.status === undefined, (builder) => builder.where("o.status", "<>", "deleted"))
    .$if(query.status !== undefined, (builder) => builder.where("o.status", "=", String(query.status)))
    .$if(query.plan !== undefined, (builder) => builder.where("o.plan", "=", String(query.plan)))
    .$if(Boolean(query.search), (builder) =>
      builder.where(sql`lower(o.name)`, "like", sql`lower(${likePattern(query.search ?? "")})`),
    );
  const [rows, total] = await Promise.all([
    filteredQuery
      .select(listedColumns)
      .leftJoin("organization_size as s", "s.organization_id", "o.organization_id")
      .select(sql<number>`coalesce(s.members, 0)`.as("user_count"))
      .orderBy(sql.raw(`${sortColumns[query.sortBy]} ${direction}`))
      .orderBy("o.organization_id")
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute(),
    filteredQuery.select(sql<string>`count(*)`.as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total.total) };
}

/** Returns the organizations of a user by their ids, without closed ones, with their number of people. */
export function findListed(db: PlatformDb, organizationIds: readonly string[]) {
  return db.reads
    .selectFrom("organization as o")
    .select(listedColumns)
    .select(members("m.status <> 'removed'").as("user_count"))
    .where("o.organization_id", "=", anyOf(organizationIds))
    .where("o.status", "not in", ["archived", "deleted"])
    .execute();
}
