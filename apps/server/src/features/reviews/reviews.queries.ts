import type { ReviewDecision, reviewIntervals } from "@praxisportal/contract/reviews/reviews.rules";
import type { PageQuery } from "@praxisportal/contract/pagination";
import { sql } from "kysely";
import { entryTargetName } from "../../platform/audit/target-name.ts";
import { reviewDueAt } from "../../directory/security-findings/review-due.queries.ts";
import { germanOrder } from "../../platform/db/german-order.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import { usableMembership } from "../../platform/db/usable-membership.ts";

export type ReviewRow = {
  id: string;
  started_at: Date;
  completed_at: Date | null;
  kept: number;
  reduced: number;
  ended: number;
};

export type PlanRow = { interval_months: (typeof reviewIntervals)[number]; due_at: Date };

/** A member in a review. `role` and `permissions` are those of the decision once the review is completed. */
export type MemberRow = {
  person_id: string;
  name: string | null;
  role: string;
  permissions: string[];
  is_external: boolean;
  ends_at: Date | null;
  last_sign_in_at: Date | null;
  decision: string | null;
  reason: string | null;
  /** Null when the membership gives no access now. */
  present_role: string | null;
  present_permissions: string[] | null;
};

/** The latest change that a person made with one kind of action. */
export type LastChangeRow = { person_id: string; action: string; at: Date };

/** Maximum number of reviews in the list. */
const listMax = 40;

const countOf = (decision: ReviewDecision) => sql<number>`(
  select count(*)::int from rights_review_decision d
  where d.organization_id = r.organization_id and d.review_id = r.id and d.decision = ${sql.lit(decision)})`;

function reviewsOf(db: OrganizationQueries, organizationId: string) {
  return db
    .selectFrom("rights_review as r")
    .select(["r.id", "r.started_at", "r.completed_at"])
    .select([countOf("keep").as("kept"), countOf("reduce").as("reduced"), countOf("end").as("ended")])
    .where("r.organization_id", "=", organizationId);
}

/** Returns the latest reviews, newest first, and the plan. */
export async function listReviews(db: OrganizationDb): Promise<{ reviews: ReviewRow[]; plan: PlanRow }> {
  const [reviews, [plan]] = await db.readAll<[ReviewRow, PlanRow]>((query) => [
    reviewsOf(query, db.organizationId).orderBy("r.id", "desc").limit(listMax),
    query
      .selectFrom("organization as o")
      .select(reviewDueAt.as("due_at"))
      .select(
        sql<PlanRow["interval_months"]>`coalesce((
          select p.interval_months from rights_review_plan p where p.organization_id = o.organization_id), 3)`.as(
          "interval_months",
        ),
      )
      .where("o.organization_id", "=", db.organizationId),
  ]);
  if (plan === undefined) throw new Error("the organization of a request has no row");
  return { reviews, plan };
}

export async function findReview(db: OrganizationDb, id: string): Promise<ReviewRow | undefined> {
  const [row] = await db.read((query) => reviewsOf(query, db.organizationId).where("r.id", "=", id));
  return row;
}

/** Returns a review and locks it until the transaction ends. */
export function lockReview(db: OrganizationQueries, organizationId: string, id: string) {
  return db
    .selectFrom("rights_review")
    .select(["id", "completed_at"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Adds a review. Returns false while another one is open. */
export async function insertReview(
  db: OrganizationQueries,
  organizationId: string,
  review: { id: string; started_by: string; started_at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("rights_review")
    .values({ organization_id: organizationId, ...review })
    .onConflict((conflict) =>
      conflict.column("organization_id").where("completed_at", "is", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets the interval and returns the previous one. */
export async function setInterval(
  db: OrganizationQueries,
  organizationId: string,
  months: number,
): Promise<number> {
  const before = await db
    .selectFrom("rights_review_plan")
    .select("interval_months")
    .where("organization_id", "=", organizationId)
    .forUpdate()
    .executeTakeFirst();
  await db
    .insertInto("rights_review_plan")
    .values({ organization_id: organizationId, interval_months: months })
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet({ interval_months: months }))
    .execute();
  return before?.interval_months ?? 3;
}

/**
 * Returns the condition for members whose rights are reviewed: all with access, including blocked ones, because a block
 * can be lifted.
 */
const isReviewed = (now: Date) =>
  sql<boolean>`(m.status = 'active' and (m.valid_until is null or m.valid_until > ${now}::timestamptz))`;

type MembersQuery = { reviewId: string; now: Date; page: PageQuery };

/** Returns the number of members in an open review. */
export async function countOpen(db: OrganizationDb, now: Date): Promise<number> {
  const [row] = await db.read((query) =>
    query
      .selectFrom("membership as m")
      .select(sql<number>`count(*)::int`.as("total"))
      .where("m.organization_id", "=", db.organizationId)
      .where(isReviewed(now)),
  );
  return row?.total ?? 0;
}

/** Returns the current members of an open review with the decisions so far, by name. */
export function readOpenMembers(
  db: OrganizationDb,
  { reviewId, now, page: { page, limit } }: MembersQuery,
): Promise<MemberRow[]> {
  return db.read((query) =>
    query
      .selectFrom("membership as m")
      .leftJoin("rights_review_decision as d", (join) =>
        join
          .onRef("d.organization_id", "=", "m.organization_id")
          .onRef("d.person_id", "=", "m.person_id")
          .on("d.review_id", "=", reviewId),
      )
      .select([
        "m.person_id",
        "m.role",
        "m.permissions",
        "m.is_external",
        "m.valid_until as ends_at",
        "m.last_login_at as last_sign_in_at",
        "m.role as present_role",
        "m.permissions as present_permissions",
        "d.decision",
        "d.reason",
        sql<string | null>`nullif(trim(m.first_name || ' ' || m.last_name), '')`.as("name"),
      ])
      .where("m.organization_id", "=", db.organizationId)
      .where(isReviewed(now))
      .orderBy("m.last_name", germanOrder)
      .orderBy("m.first_name", germanOrder)
      .orderBy("m.person_id")
      .limit(limit)
      .offset((page - 1) * limit),
  );
}

/** Returns the members of a completed review with the names and rights of that time, in the order of the log. */
export function readCompletedMembers(
  db: OrganizationDb,
  { reviewId, now, page: { page, limit } }: MembersQuery,
): Promise<MemberRow[]> {
  return db.read((query) =>
    query
      .selectFrom("rights_review_decision as d")
      .leftJoin("membership as m", (join) =>
        join.onRef("m.organization_id", "=", "d.organization_id").onRef("m.person_id", "=", "d.person_id"),
      )
      .select([
        "d.person_id",
        "d.role",
        "d.permissions",
        "d.decision",
        "d.reason",
        "m.valid_until as ends_at",
        "m.last_login_at as last_sign_in_at",
        sql<boolean>`coalesce(m.is_external, false)`.as("is_external"),
        sql<string | null>`case when ${usableMembership("m", now)} then m.role end`.as("present_role"),
        sql<string[] | null>`case when ${usableMembership("m", now)} then m.permissions end`.as(
          "present_permissions",
        ),
        // The audit entry names the member as they were called then, until their name is erased.
        entryTargetName.as("name"),
      ])
      .where("d.organization_id", "=", db.organizationId)
      .where("d.review_id", "=", reviewId)
      .orderBy("d.entry_id")
      .limit(limit)
      .offset((page - 1) * limit),
  );
}

/**
 * Returns the times of the members' latest changes since the given time, by kind of action. AI usage counts as well,
 * although it has no audit entries.
 */
export async function readLastChanges(
  db: OrganizationDb,
  personIds: readonly string[],
  since: Date,
): Promise<LastChangeRow[]> {
  const [changes, calls] = await db.readAll<[LastChangeRow, LastChangeRow]>((query) => [
    query
      .selectFrom("audit_entry")
      .select(["action", sql<string>`actor_id`.as("person_id"), sql<Date>`max(occurred_at)`.as("at")])
      .where("organization_id", "=", db.organizationId)
      .where(sql<boolean>`actor_id = any(${personIds}::uuid[])`)
      .where("occurred_at", ">", since)
      .where("outcome", "=", "success")
      .where("action", "not like", "auth.%")
      .groupBy(["actor_id", "action"]),
    query
      .selectFrom("ai_usage_person_day")
      .select([
        "person_id",
        sql<string>`'ai.called'`.as("action"),
        sql<Date>`max(local_day)::timestamp at time zone 'UTC'`.as("at"),
      ])
      .where("organization_id", "=", db.organizationId)
      .where(sql<boolean>`person_id = any(${personIds}::uuid[])`)
      .where("local_day", ">", sql<string>`${since}::timestamptz::date`)
      .groupBy("person_id"),
  ]);
  return [...changes, ...calls];
}

/** Returns the new value of a column of a stored decision: the member's current one if the decision changes. */
const whenChanged = <Column extends "role" | "permissions">(column: Column) =>
  sql<Column extends "role" ? string : string[]>`case when rights_review_decision.decision = excluded.decision
    then rights_review_decision.${sql.ref(column)} else excluded.${sql.ref(column)} end`;

/** Stores the decision about a present member with their rights. Returns false if there is no such member. */
export async function saveDecision(
  db: OrganizationQueries,
  organizationId: string,
  decision: {
    reviewId: string;
    personId: string;
    decision: ReviewDecision;
    reason: string;
    by: string;
    now: Date;
  },
): Promise<boolean> {
  const { reviewId, personId, reason, by, now } = decision;
  const row = await db
    .insertInto("rights_review_decision")
    .columns([
      "organization_id",
      "review_id",
      "person_id",
      "decision",
      "reason",
      "role",
      "permissions",
      "decided_by",
      "decided_at",
    ])
    .expression((from) =>
      from
        .selectFrom("membership as m")
        .select([
          "m.organization_id",
          sql<string>`${reviewId}::uuid`.as("review_id"),
          "m.person_id",
          sql<string>`${decision.decision}`.as("decision"),
          sql<string>`${reason}`.as("reason"),
          "m.role",
          "m.permissions",
          sql<string>`${by}::uuid`.as("decided_by"),
          sql<Date>`${now}::timestamptz`.as("decided_at"),
        ])
        .where("m.organization_id", "=", organizationId)
        .where("m.person_id", "=", personId)
        .where(isReviewed(now)),
    )
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "review_id", "person_id"]).doUpdateSet((update) => ({
        decision: update.ref("excluded.decision"),
        reason: update.ref("excluded.reason"),
        // If only the reason changes, the rights at the time of the decision are kept: they may be reduced by now.
        role: whenChanged("role"),
        permissions: whenChanged("permissions"),
        decided_by: update.ref("excluded.decided_by"),
        decided_at: update.ref("excluded.decided_at"),
      })),
    )
    .returning("person_id")
    .executeTakeFirst();
  return row !== undefined;
}

export type DecisionRow = { person_id: string; decision: string; reason: string };

/**
 * Deletes decisions about people who have left since. Returns the remaining decisions and the number of members without
 * one.
 */
export async function settleDecisions(
  db: OrganizationQueries,
  organizationId: string,
  reviewId: string,
  now: Date,
): Promise<{ decisions: DecisionRow[]; missing: number }> {
  const isAbout = sql<boolean>`(m.organization_id = d.organization_id and m.person_id = d.person_id)`;
  await db
    .deleteFrom("rights_review_decision as d")
    .where("d.organization_id", "=", organizationId)
    .where("d.review_id", "=", reviewId)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom("membership as m").select("m.id").where(isAbout).where(isReviewed(now)),
        ),
      ),
    )
    .execute();
  const decisions = await db
    .selectFrom("rights_review_decision as d")
    .select(["d.person_id", "d.decision", "d.reason"])
    .where("d.organization_id", "=", organizationId)
    .where("d.review_id", "=", reviewId)
    .orderBy("d.person_id")
    .execute();
  const { missing } = await db
    .selectFrom("membership as m")
    .select((select) => select.fn.countAll<string>().as("missing"))
    .where("m.organization_id", "=", organizationId)
    .where(isReviewed(now))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("rights_review_decision as d")
            .select("d.person_id")
            .where(isAbout)
            .where("d.review_id", "=", reviewId),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return { decisions, missing: Number(missing) };
}

/** Ends a review; `entries` are the audit entries of its decisions, in the order of their people. */
export async function endReview(
  db: OrganizationQueries,
  organizationId: string,
  review: { id: string; by: string; now: Date },
  entries: readonly { personId: string; entryId: string }[],
): Promise<void> {
  await db
    .updateTable("rights_review")
    .set({ completed_by: review.by, completed_at: review.now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", review.id)
    .execute();
  const [people, ids] = [entries.map(({ personId }) => personId), entries.map(({ entryId }) => entryId)];
  await sql`
    update rights_review_decision d set entry_id = entry.id
    from unnest(${people}::uuid[], ${ids}::uuid[]) as entry (person_id, id)
    where d.organization_id = ${organizationId} and d.review_id = ${review.id} and d.person_id = entry.person_id
  `.execute(db);
}
