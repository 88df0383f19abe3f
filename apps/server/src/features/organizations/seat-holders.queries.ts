import { type OrderByItemBuilder, type SqlBool, sql } from "kysely";
import { germanOrder } from "../../platform/db/german-order.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { takesSeat } from "../../directory/seats.queries.ts";
import { isLocked } from "../../directory/users.presenter.ts";

export type SeatHolderRow = {
  id: string;
  first_name: string;
  last_name: string;
  role: string;
  department: string | null;
  status: "active" | "pending" | "locked" | "blocked";
  since: Date;
  valid_until: Date | null;
};

/** A page contains the people after or before the person with this id. */
export type HolderCursor = { side: "after" | "before"; personId: string };

/** Returns the columns of the name order, as in the index membership_list. */
const names = (alias: "m" | "c") =>
  sql.raw(
    `${alias}.last_name collate "de-x-icu", ${alias}.first_name collate "de-x-icu", ${alias}.person_id`,
  );

/** Returns at most `limit` seat holders in name order; before a cursor, nearest first. */
export function readSeatHolders(
  db: OrganizationDb,
  limit: number,
  { cursor, now, withSecurity }: { cursor: HolderCursor | undefined; now: Date; withSecurity: boolean },
): Promise<SeatHolderRow[]> {
  const { organizationId } = db;
  const isBackwards = cursor?.side === "before";
  const byName = (order: OrderByItemBuilder) =>
    isBackwards ? germanOrder(order).desc() : germanOrder(order).asc();
  return db.read((builder) =>
    builder
      .selectFrom("membership as m")
      .select([
        "m.person_id as id",
        "m.first_name",
        "m.last_name",
        "m.role",
        "m.department",
        "m.valid_until",
        sql<
          SeatHolderRow["status"]
        >`case when m.status = 'pending' then 'pending' when not ${withSecurity}::boolean then 'active'
          when m.blocked_at is not null then 'blocked' when ${isLocked(now)} then 'locked'
          else 'active' end`.as("status"),
        sql<Date>`coalesce(m.joined_at, m.created_at)`.as("since"),
      ])
      .where("m.organization_id", "=", organizationId)
      // Must repeat the condition of the partial index literally.
      .where(sql<SqlBool>`m.status <> 'removed'`)
      .where(takesSeat)
      .$if(cursor !== undefined, (query) =>
        query.where(
          sql<SqlBool>`(${names("m")}) ${sql.raw(isBackwards ? "<" : ">")} (
            select ${names("c")} from membership c
            where c.organization_id = ${organizationId} and c.person_id = ${cursor?.personId ?? null})`,
        ),
      )
      .orderBy("m.last_name", byName)
      .orderBy("m.first_name", byName)
      .orderBy("m.person_id", isBackwards ? "desc" : "asc")
      .limit(limit),
  );
}
