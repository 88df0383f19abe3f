import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { AddPlan, Plan, PlanList } from "@praxisportal/contract/tenants/plans.schema";
import { readPlans, readUpcomingPlans } from "../../../directory/plan-catalogue.queries.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../../platform/idempotency/idempotency.queries.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { mayOperateTenants } from "../tenants.policy.ts";
import * as queries from "./plan-catalogue.platform-queries.ts";
import { presentPlan, presentPlans } from "./plans.presenter.ts";

type Dependencies = { db: IdentityDb; platformDb: PlatformDb; clock: Clock };

/** Manages the plans that the operator offers. */
export class PlanCatalogueService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the current plans, and for the operator also those that begin later. */
  async list({ principal }: Pick<RequestContext, "principal">): Promise<PlanList> {
    const { db } = this.#dependencies;
    const upcoming = mayOperateTenants(principal) ? await readUpcomingPlans(db) : [];
    return { data: presentPlans(await readPlans(db)), upcoming: upcoming.map((row) => presentPlan(row)) };
  }

  /** Adds a plan. Errors: 400 for a day before tomorrow, 403 STEP_UP_REQUIRED, 409 CONFLICT. */
  async add({ context }: Authorized<"tenants.addPlan">, plan: AddPlan): Promise<Plan> {
    assertFresh(context.caller, this.#dependencies.clock.now());
    const id = `${plan.name}-${plan.validFrom}`;
    await this.#dependencies.platformDb.write(async (tx, db) => {
      // The id of a plan is not a UUID.
      await saveIdempotencyKey(tx, context.repeatable, uuidV7());
      const outcome = await queries.addPlan(db, plan);
      if (outcome === "tooEarly")
        throw new ProblemError("VALIDATION_FAILED", {
          issues: [{ path: "validFrom", code: "date", params: {} }],
        });
      if (outcome === "taken") throw new ProblemError("CONFLICT");
      tx.record({
        ...context.auditBase(),
        organizationId: platformChainId,
        action: "platform.plan_added",
        target: { type: "plan", id: null, display: id },
      });
    });
    const addedPlan = await this.#find(id);
    if (addedPlan === undefined) throw new Error("the plan was just added");
    return addedPlan;
  }

  /** Removes a plan. Errors: 403 STEP_UP_REQUIRED, 404, 409 CONFLICT for a plan that has begun. */
  async remove({ context }: Authorized<"tenants.removePlan">, id: string): Promise<void> {
    assertFresh(context.caller, this.#dependencies.clock.now());
    await this.#dependencies.platformDb.write(async (tx, db) => {
      const outcome = await queries.removePlan(db, nameAndDay(id));
      if (outcome === "missing") throw new ProblemError("NOT_FOUND");
      if (outcome === "begun") throw new ProblemError("CONFLICT");
      tx.record({
        ...context.auditBase(),
        organizationId: platformChainId,
        action: "platform.plan_removed",
        target: { type: "plan", id: null, display: id },
      });
    });
  }

  async #find(id: string): Promise<Plan | undefined> {
    const rows = await readUpcomingPlans(this.#dependencies.db);
    return rows.map((row) => presentPlan(row)).find((plan) => plan.id === id);
  }
}

function nameAndDay(id: string) {
  const dash = id.indexOf("-");
  return { name: id.slice(0, dash), validFrom: id.slice(dash + 1) };
}
