import type {
  BillingDetails,
  ChangePlan,
  PlanPreview,
  Subscription,
  TenantBilling,
  TenantBillingQuery,
} from "@praxisportal/contract/tenants/subscription.schema";
import { lastDayOfMonth } from "@praxisportal/contract/usage/usage.rules";
import type { Currency } from "@praxisportal/contract/usage/usage.schema";
import { changeLimits } from "../../../directory/limits/change-limits.ts";
import { addDays, monthOf } from "../../../directory/plan-charges/days.ts";
import {
  joinSegments,
  planCharges,
  type PlanLine,
  planLines,
  type PlanSegment,
  termAt,
} from "../../../directory/plan-charges/plan-charges.ts";
import { planSegmentsIn } from "../../../directory/plan-charges/plan-segments.queries.ts";
import {
  assertPlanChangeable,
  assertSeatsFit,
  readPlans,
} from "../../../directory/plan-catalogue.queries.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import { dayIn } from "../../../platform/clock/day-in.ts";
import type { IdentityDb, OrganizationDb } from "../../../platform/db/handles.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import type { Invoices } from "../../invoices/create-invoices.ts";
import { appliesNow, segmentOf } from "./plan-change.ts";
import { presentBilling, presentPreview, presentSubscription } from "./subscription.presenter.ts";
import * as queries from "./subscription.queries.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  taxesOf: Invoices["taxesOf"];
  /** Sources of the optional details. */
  details: {
    limits: (db: OrganizationDb) => Promise<BillingDetails["limits"]>;
    profile: (db: OrganizationDb) => Promise<BillingDetails["profile"]>;
  };
};

/** Reads and changes the plan of an organization. */
export class SubscriptionService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the plan, the term, the AI costs of the month and, if requested, the details. Errors: 404. */
  async billing(db: OrganizationDb, query: TenantBillingQuery): Promise<TenantBilling> {
    const [{ row, segments, today }, details] = await Promise.all([
      this.#read(db),
      query.details ? this.#details(db) : undefined,
    ]);
    const first = segments[0]?.from ?? addDays(lastDayOfMonth(today), 1);
    const from = first > monthOf(today) ? first : monthOf(today);
    const costs = await queries.sumAiCosts(db, from, lastDayOfMonth(today));
    return { ...presentBilling(row, segments, costs, today), ...(details && { details }) };
  }

  async #details(db: OrganizationDb): Promise<BillingDetails> {
    const { details } = this.#dependencies;
    const [limits, profile] = await Promise.all([details.limits(db), details.profile(db)]);
    return { limits, profile };
  }

  /** Returns what a change would cost, net and with VAT. Errors: 404, 409 CONFLICT for a plan that is not sold for the term. */
  async preview({ context }: Authorized<"tenants.previewPlan">, chosen: ChangePlan): Promise<PlanPreview> {
    const { db } = context.organization;
    const { row, segments, today } = await this.#read(db);
    const offers = await readPlans(this.#dependencies.db);
    const currency = row.currency as Currency;
    const present = async (next: PlanSegment, applies: PlanPreview["applies"], lines: readonly PlanLine[]) =>
      presentPreview(next, applies, {
        currency,
        lines,
        ...(await this.#dependencies.taxesOf(db, { lines, currency })),
      });
    if (appliesNow(row, chosen)) {
      const next = segmentOf(offers, chosen, { currency, from: today });
      const tomorrow = addDays(today, 1);
      const ended = segments.map((segment) =>
        segment.until === null ? { ...segment, until: today } : segment,
      );
      const lines = planLines(planCharges([...ended, next], tomorrow), planCharges(segments, tomorrow));
      return present(next, "now", lines);
    }
    const next = segmentOf(offers, chosen, { currency, from: termEnd(segments, today) });
    const isSame = row.plan === chosen.plan && row.term === chosen.term;
    const lines = isSame ? [] : planLines(planCharges([next], addDays(next.from, 1)), []);
    return present(next, "atTermEnd", lines);
  }

  /**
   * Changes the plan at once, or plans the change for the end of the term and keeps the current plan until then.
   * Errors: 403 STEP_UP_REQUIRED, 404, 409 CONFLICT, PLAN_OF_SUSPENDED_ORGANIZATION, PLAN_TOO_SMALL.
   */
  async change({ context }: Authorized<"tenants.changePlan">, chosen: ChangePlan): Promise<Subscription> {
    const { db, clock } = this.#dependencies;
    assertFresh(context.caller, clock.now());
    const { id } = context.organization;
    const offers = await readPlans(db);
    return db.write(async (tx) => {
      const { row, segments, taken } = await queries.lockSubscription(tx, id);
      if (row === undefined) throw new ProblemError("NOT_FOUND");
      assertPlanChangeable(row.status);
      // Choosing the plan of the trial ends the trial as well.
      if (row.plan === chosen.plan && row.term === chosen.term && row.status !== "trial")
        return presentSubscription(row);
      await assertSeatsFit(tx, chosen.plan, taken);
      const today = dayIn(row.timezone, clock.now());
      segmentOf(offers, chosen, { currency: row.currency, from: today });
      const target = { type: "organization", id, display: row.name } as const;
      if (appliesNow(row, chosen)) {
        await changeLimits(tx, id, () => queries.storePlan(tx, id, chosen));
        tx.record({
          ...context.auditBase(),
          organizationId: id,
          action: "organization.plan_changed",
          target,
          changes: {
            ...(row.plan !== chosen.plan && { plan: [row.plan, chosen.plan] }),
            ...(row.term !== chosen.term && { term: [row.term, chosen.term] }),
            ...(row.status === "trial" && { status: ["trial", "active"] }),
          },
        });
      } else {
        const startsOn = termEnd(planSegmentsIn(segments), today);
        await queries.storePlannedPlan(tx, id, { ...chosen, startsOn });
        tx.record({
          ...context.auditBase(),
          organizationId: id,
          action: "subscription.changed",
          target,
          changes: { nextPlan: [row.next_plan, chosen.plan], nextTerm: [row.next_term, chosen.term] },
        });
      }
      return this.#present(tx, id);
    });
  }

  /** Withdraws a planned change. Errors: 403 STEP_UP_REQUIRED, 404, 409 CONFLICT when nothing is planned. */
  async keep({ context }: Authorized<"tenants.keepPlan">): Promise<Subscription> {
    assertFresh(context.caller, this.#dependencies.clock.now());
    const { id } = context.organization;
    return this.#dependencies.db.write(async (tx) => {
      const { row } = await queries.lockSubscription(tx, id);
      if (row === undefined) throw new ProblemError("NOT_FOUND");
      if (row.next_plan === null) throw new ProblemError("CONFLICT");
      await queries.deletePlannedPlan(tx, id);
      tx.record({
        ...context.auditBase(),
        organizationId: id,
        action: "subscription.changed",
        target: { type: "organization", id, display: row.name },
        changes: { nextPlan: [row.next_plan, null], nextTerm: [row.next_term, null] },
      });
      return this.#present(tx, id);
    });
  }

  async #present(tx: WriteTransaction, id: string): Promise<Subscription> {
    const { row } = await queries.lockSubscription(tx, id);
    if (row === undefined) throw new Error("the locked organization has no row");
    return presentSubscription(row);
  }

  async #read(db: OrganizationDb) {
    const { row, segments } = await queries.readSubscription(db);
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    const today = dayIn(row.timezone, this.#dependencies.clock.now());
    return { row, segments: joinSegments(planSegmentsIn(segments)), today };
  }
}

/** Returns the first day after the current term. */
function termEnd(segments: readonly PlanSegment[], today: string): string {
  const current = joinSegments(segments).at(-1);
  if (current === undefined) throw new ProblemError("CONFLICT");
  return termAt(current, today).until;
}
