import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { ReviewDecision } from "@praxisportal/contract/reviews/reviews.rules";
import type { decideReview, updateReviewInterval } from "@praxisportal/contract/reviews/reviews.endpoints";
import { type PageQuery, paginationFor } from "@praxisportal/contract/pagination";
import type {
  ReviewedMemberPage,
  RightsReview,
  RightsReviewList,
} from "@praxisportal/contract/reviews/reviews.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../platform/idempotency/idempotency.queries.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import { presentMember, presentReview, presentReviews } from "./reviews.presenter.ts";
import * as queries from "./reviews.queries.ts";

const yearMs = 365 * 86_400_000;

/** Manages reviews of the rights of an organization's members. */
export class ReviewService {
  readonly #clock: Clock;

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock;
  }

  /** Returns the latest reviews and when the next one is due. */
  async list(db: OrganizationDb): Promise<RightsReviewList> {
    const { reviews, plan } = await queries.listReviews(db);
    return presentReviews(reviews, plan, this.#clock.now());
  }

  /** Returns a review without its members. Errors: 404. */
  async get(db: OrganizationDb, id: string): Promise<RightsReview> {
    return presentReview(await findReview(db, id));
  }

  /** Returns a page of the members of a review. Errors: 404. */
  async listMembers(db: OrganizationDb, id: string, page: PageQuery): Promise<ReviewedMemberPage> {
    const now = this.#clock.now();
    const review = await findReview(db, id);
    const isOpen = review.completed_at === null;
    const readReview = isOpen ? queries.readOpenMembers : queries.readCompletedMembers;
    const members = await readReview(db, { reviewId: id, now, page });
    const personIds = members.map(({ person_id }) => person_id);
    // A completed review does not show changes made since then.
    const changes = isOpen
      ? await queries.readLastChanges(db, personIds, new Date(now.getTime() - yearMs))
      : [];
    return {
      data: members.map((row) => presentMember(row, changes)),
      pagination: paginationFor(
        page,
        isOpen ? await queries.countOpen(db, now) : review.kept + review.reduced + review.ended,
      ),
    };
  }

  /** Starts a review. Errors: 409 CONFLICT while another review is open. */
  async start({ context }: Authorized<"reviews.manage">): Promise<RightsReview> {
    const { id: organizationId, db: organizationDb } = context.organization;
    const id = uuidV7();
    const review = { id, started_by: context.caller.personId, started_at: this.#clock.now() };
    await organizationDb.write(async (db, tx) => {
      await saveIdempotencyKey(tx, context.repeatable, id);
      if (!(await queries.insertReview(db, organizationId, review))) throw new ProblemError("CONFLICT");
      tx.record({ ...context.auditBase(), organizationId, action: "review.started" });
    });
    return this.get(organizationDb, id);
  }

  async updateInterval(
    { context }: Authorized<"reviews.manage">,
    { intervalMonths }: BodyOf<typeof updateReviewInterval>,
  ): Promise<RightsReviewList> {
    const { id: organizationId, db: organizationDb } = context.organization;
    await organizationDb.write(async (db, tx) => {
      const before = await queries.setInterval(db, organizationId, intervalMonths);
      if (before === intervalMonths) return;
      tx.record({
        ...context.auditBase(),
        organizationId,
        action: "review.interval_changed",
        changes: { months: [before, intervalMonths] },
      });
    });
    return this.list(organizationDb);
  }

  /**
   * Stores the decision about a member. Errors: 404 for another review or a person who is not a member, 409 CONFLICT
   * once it is completed.
   */
  async decide(
    { context }: Authorized<"reviews.manage">,
    reviewId: string,
    personId: string,
    body: BodyOf<typeof decideReview>,
  ): Promise<void> {
    const { id: organizationId, db: organizationDb } = context.organization;
    await organizationDb.write(async (db) => {
      await lockOpen(db, organizationId, reviewId);
      const decision = { ...body, reviewId, personId, by: context.caller.personId, now: this.#clock.now() };
      if (!(await queries.saveDecision(db, organizationId, decision))) throw new ProblemError("NOT_FOUND");
    });
  }

  /**
   * Completes a review. Errors: 404, 403 STEP_UP_REQUIRED, 409 REVIEW_INCOMPLETE while a member has no decision,
   * CONFLICT once it is completed.
   */
  async complete({ context }: Authorized<"reviews.manage">, id: string): Promise<RightsReview> {
    const { id: organizationId, db: organizationDb } = context.organization;
    const now = this.#clock.now();
    assertFresh(context.caller, now);
    await organizationDb.write(async (db, tx) => {
      await lockOpen(db, organizationId, id);
      const { decisions, missing } = await queries.settleDecisions(db, organizationId, id, now);
      if (missing > 0) throw new ProblemError("REVIEW_INCOMPLETE", { params: { missing } });
      const entries = decisions.map((row) => ({ ...row, personId: row.person_id, entryId: uuidV7() }));
      await queries.endReview(db, organizationId, { id, by: context.caller.personId, now }, entries);
      const base = { ...context.auditBase(), organizationId };
      for (const { entryId, personId, decision, reason } of entries) {
        tx.record({
          ...base,
          id: entryId,
          action: "review.member_decided",
          target: { type: "user", id: personId },
          changes: { decision: [null, decision] },
          reason,
        });
      }
      const countOf = (counted: ReviewDecision) =>
        decisions.filter(({ decision }) => decision === counted).length;
      tx.record({
        ...base,
        action: "review.completed",
        changes: {
          kept: [null, countOf("keep")],
          reduced: [null, countOf("reduce")],
          ended: [null, countOf("end")],
        },
      });
    });
    return this.get(organizationDb, id);
  }
}

/** Returns a review. Errors: 404. */
async function findReview(db: OrganizationDb, id: string): Promise<queries.ReviewRow> {
  const review = await queries.findReview(db, id);
  if (review === undefined) throw new ProblemError("NOT_FOUND");
  return review;
}

/** Locks an open review. Errors: 404, 409 CONFLICT once the review is completed. */
async function lockOpen(
  db: Parameters<typeof queries.lockReview>[0],
  organizationId: string,
  id: string,
): Promise<void> {
  const review = await queries.lockReview(db, organizationId, id);
  if (review === undefined) throw new ProblemError("NOT_FOUND");
  if (review.completed_at !== null) throw new ProblemError("CONFLICT");
}
