import { sql } from "kysely";
import { reviewDueAt } from "../../../directory/security-findings/review-due.queries.ts";
import { entryTargetName } from "../../../platform/audit/target-name.ts";
import type { EvidenceScope } from "./section.ts";

export type ReviewedRow = {
  reviewId: string;
  completedAt: Date;
  /** Name of the member at that time, or null once it is erased. */
  name: string | null;
  role: string;
  decision: string;
  reason: string;
};

/** Counts the reviews of rights that were started in the period, or before and not completed before it. */
export async function countReviews({ db, now, from }: EvidenceScope): Promise<number> {
  const [row] = await db.read((query) =>
    query
      .selectFrom("rights_review")
      .select(sql<number>`count(*)::int`.as("total"))
      .where("organization_id", "=", db.organizationId)
      .where("started_at", "<=", now)
      .where((column) => column.or([column("completed_at", "is", null), column("completed_at", ">=", from)])),
  );
  return row?.total ?? 0;
}

/** Reads when the next review is due. */
export async function readReviewDueAt({ db }: EvidenceScope): Promise<Date> {
  const [row] = await db.read((query) =>
    query
      .selectFrom("organization as o")
      .select(reviewDueAt.as("dueAt"))
      .where("o.organization_id", "=", db.organizationId),
  );
  if (row === undefined) throw new Error("the organization of a folder has no row");
  return row.dueAt;
}

/** Reads the decisions of the reviews that were completed in the period, oldest first. */
export function readReviewed({ db, now, from }: EvidenceScope): Promise<ReviewedRow[]> {
  return db.read((query) =>
    query
      .selectFrom("rights_review as r")
      .innerJoin("rights_review_decision as d", (join) =>
        join.onRef("d.organization_id", "=", "r.organization_id").onRef("d.review_id", "=", "r.id"),
      )
      .select([
        "r.id as reviewId",
        sql<Date>`r.completed_at`.as("completedAt"),
        "d.role",
        "d.decision",
        "d.reason",
        entryTargetName.as("name"),
      ])
      .where("r.organization_id", "=", db.organizationId)
      .where("r.completed_at", ">=", from)
      .where("r.completed_at", "<=", now)
      .orderBy("r.completed_at")
      .orderBy("d.entry_id"),
  );
}
