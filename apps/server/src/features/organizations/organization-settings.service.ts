import { canTransition } from "@praxisportal/contract/organizations/organization-state.rules";
import type { UpdateOrganization } from "@praxisportal/contract/organizations/organization-changes.schema";
import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import type { ValidationCode } from "@praxisportal/contract/validation";
import { assertPlanChangeable, assertSeatsFit } from "../../directory/plan-catalogue.queries.ts";
import { seatsTakenIn } from "../../directory/seats.queries.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import { changeLimits } from "../../directory/limits/change-limits.ts";
import { deleteFiles } from "../../directory/limits/store-file.queries.ts";
import type { SessionService } from "../auth/session/session.service.ts";
import type { AdministratorNotices } from "../notifications/administrator-notices.ts";
import { requestedOrganization, type RequestedOrganization } from "./organization-changes.ts";
import * as queries from "./organization-changes.queries.ts";
import { presentOrganization } from "./organizations.presenter.ts";
import { findOrganization } from "./organizations.queries.ts";
import { OrganizationClosing } from "./organization-closing.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  notices: AdministratorNotices;
  sessions: Pick<SessionService, "end">;
};

/** Reads and changes details and settings of an organization. */
export class OrganizationSettingsService {
  readonly #dependencies: Dependencies;
  readonly #closing: OrganizationClosing;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#closing = new OrganizationClosing(dependencies);
  }

  /** Changes the fields that differ from the current ones. Errors: see the endpoint. */
  async update(
    { context }: Authorized<"organizations.update" | "tenants.update">,
    body: UpdateOrganization,
    ifMatch: string | undefined,
  ): Promise<Organization> {
    const { id, db } = context.organization;
    const now = this.#dependencies.clock.now();
    const current = await this.#read(db);
    await this.#dependencies.db.write(async (tx) => {
      const organization = await queries.lockOrganization(tx, id);
      if (organization === undefined) throw new ProblemError("NOT_FOUND");
      if (ifMatch !== undefined && Number(ifMatch) !== organization.version) {
        throw new ProblemError("PRECONDITION_FAILED");
      }
      // Counts come from the earlier read; the fields changed here come from the locked row.
      const limits = await queries.readSeatLimits(tx, id);
      const currentOrganization = presentOrganization({ ...current, ...organization, ...limits });
      const requestedChange = requestedOrganization(
        body,
        currentOrganization,
        context.principal.role === "super_admin",
      );
      assertAllowed(body, requestedChange, currentOrganization, now);
      if (Object.keys(requestedChange.changes).length === 0) return;
      if (requestedChange.isRisky) assertFresh(context.caller, now);
      await assertPlanAllowed(tx, id, requestedChange.columns.plan, currentOrganization.status);
      const columns = {
        ...requestedChange.columns,
        ...(requestedChange.status === undefined ? {} : { status: requestedChange.status }),
        // Also for an organization that was archived while it was suspended.
        ...(requestedChange.status === "active" && { suspended_at: null, suspension_reason: null }),
      };
      await changeLimits(tx, id, () => queries.updateOrganization(tx, id, columns, requestedChange.details));
      if (Object.hasOwn(requestedChange.details, "logo")) await deleteFiles(tx, id, "logo");
      tx.record({
        ...context.auditBase(),
        organizationId: id,
        action: "organization.updated",
        target: { type: "organization", id, display: organization.name },
        changes: requestedChange.changes,
      });
      if (requestedChange.status === "archived") {
        const reason = "organization_archived";
        await this.#closing.close(tx, id, { reason, by: context.caller.personId, suspended: false });
      }
      if (requestedChange.groups.has("security") || requestedChange.groups.has("integration")) {
        await this.#dependencies.notices.queue(tx, {
          kind: "organizationSecurityChanged",
          organizationId: id,
          actorId: context.caller.personId,
        });
      }
    });
    return presentOrganization(await this.#read(db));
  }

  async #read(db: OrganizationDb) {
    const row = await findOrganization(db);
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    return row;
  }
}

/**
 * Checks a change of the plan like the call that changes only the plan. Errors: 409 PLAN_OF_SUSPENDED_ORGANIZATION,
 * CONFLICT, PLAN_TOO_SMALL.
 */
async function assertPlanAllowed(
  tx: WriteTransaction,
  id: string,
  plan: string | undefined,
  status: Organization["status"],
): Promise<void> {
  if (plan === undefined) return;
  assertPlanChangeable(status);
  const [[seats]] = await tx.sendIn<[{ taken: string }]>(id, (db) => [seatsTakenIn(id)(db)]);
  await assertSeatsFit(tx, plan, Number(seats?.taken));
}

/**
 * Checks that this call may make the requested change. Errors: 400 for read-only fields and invalid choices, 409
 * CONFLICT for a state that has its own endpoint.
 */
function assertAllowed(
  body: UpdateOrganization,
  { readOnly, columns, status }: RequestedOrganization,
  present: Organization,
  now: Date,
): void {
  const issues: [string, ValidationCode][] = readOnly.map((path) => [path, "readOnly"]);
  if (columns.plan === "starter") {
    issues.push([body.billing?.plan === "starter" ? "billing.plan" : "plan.name", "invalidChoice"]);
  }
  if (columns.verified_at instanceof Date && columns.verified_at > now)
    issues.push(["verifiedAt", "dateTime"]);
  if (issues.length > 0) {
    throw new ProblemError("VALIDATION_FAILED", {
      issues: issues.map(([path, code]) => ({ path, code, params: {} })),
    });
  }
  if (status === undefined) return;
  // Suspending requires a reason and deleting a typed name. Only the counterparts of those endpoints undo them.
  const hasOwnCall =
    status === "suspended" || status === "deleted" || status === "trial" || present.status === "suspended";
  const isAllowedHere = status === "archived" || !hasOwnCall;
  if (!canTransition(present.status, status) || !isAllowedHere) throw new ProblemError("CONFLICT");
}
