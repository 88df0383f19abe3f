import type { BodyOf } from "@praxisportal/contract/endpoint";
import { autoLockDefaultMinutes } from "@praxisportal/contract/limits";
import type { updateWorkstation } from "@praxisportal/contract/workstations/workstations.endpoints";
import { type Pagination, paginationFor } from "@praxisportal/contract/pagination";
import type {
  Workstation,
  WorkstationListQuery,
} from "@praxisportal/contract/workstations/workstations.schema";
import type { AuditDraft } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import { lockOrganization } from "../../directory/members.queries.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { readUserAgent } from "../../platform/http/origin/user-agent.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import type { SessionService } from "../auth/session/session.service.ts";
import { matchingWorkstations } from "./workstation-list.ts";
import { presentWorkstation } from "./workstations.presenter.ts";
import * as queries from "./workstations.queries.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  sessions: Pick<SessionService, "end">;
};

/** Manages the browsers in which people of an organization sign in. */
export class WorkstationService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns a page of the organization's workstations. */
  async list(
    { context }: Authorized<"workstations.list">,
    query: WorkstationListQuery,
  ): Promise<{ data: Workstation[]; pagination: Pagination }> {
    const matching = matchingWorkstations(await this.#read(context), query);
    const start = (query.page - 1) * query.limit;
    return {
      data: matching.slice(start, start + query.limit),
      pagination: paginationFor(query, matching.length),
    };
  }

  /**
   * Changes label, sharing or automatic lock. Errors: 400 if a shared workstation would have no label, 404, 409
   * ALREADY_EXISTS if another shared workstation has the label, 412 if `If-Match` names another version.
   */
  async update(
    { context }: Authorized<"workstations.update">,
    id: string,
    body: BodyOf<typeof updateWorkstation>,
    ifMatch: string | undefined,
  ): Promise<Workstation> {
    const { organization, caller } = context;
    await organization.db.write(async (db, tx) => {
      await lockOrganization(tx, organization.id);
      const old = await queries.lockWorkstation(db, organization.id, id);
      if (old === undefined) throw new ProblemError("NOT_FOUND");
      if (ifMatch !== undefined && Number(ifMatch) !== old.version)
        throw new ProblemError("PRECONDITION_FAILED");
      const shared = body.shared ?? old.is_shared;
      const minutes = body.autoLockMinutes === undefined ? old.auto_lock_minutes : body.autoLockMinutes;
      const change = {
        label: body.label === undefined ? old.label : body.label,
        is_shared: shared,
        // A shared screen must always lock automatically.
        auto_lock_minutes: shared ? (minutes ?? autoLockDefaultMinutes) : minutes,
      };
      if (shared && change.label === null)
        throw new ProblemError("VALIDATION_FAILED", {
          issues: [{ path: "label", code: "required", params: {} }],
        });
      const changes = differences(old, change);
      if (Object.keys(changes).length === 0) return;
      // A label that two shared workstations already have may be kept until it is changed.
      const isNew = "label" in changes || "is_shared" in changes;
      if (shared && isNew && (await queries.isLabelTaken(db, organization.id, id, change.label)))
        throw new ProblemError("ALREADY_EXISTS", { issues: [{ path: "label", code: "unique", params: {} }] });
      const released =
        shared === old.is_shared
          ? {}
          : {
              released_by: shared ? caller.personId : null,
              released_at: shared ? this.#dependencies.clock.now() : null,
            };
      await queries.updateWorkstation(db, organization.id, id, { ...change, ...released });
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "workstation.updated",
        target: { type: "workstation", id, ...(change.label !== null && { display: change.label }) },
        changes,
      });
    });
    const [workstation] = await this.#read(context, id);
    if (workstation === undefined) throw new ProblemError("NOT_FOUND");
    return workstation;
  }

  /** Deletes a workstation and ends the organization's sessions on it. Errors: 404. */
  async remove({ context }: Authorized<"workstations.remove">, id: string): Promise<void> {
    const { organization } = context;
    await this.#dependencies.db.write(async (tx) => {
      const removedWorkstation = await queries.deleteWorkstation(tx, organization.id, id);
      if (removedWorkstation === undefined) throw new ProblemError("NOT_FOUND");
      const { label } = removedWorkstation;
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "workstation.removed",
        target: { type: "workstation", id, ...(label !== null && { display: label }) },
      });
      const filter = { deviceId: id, organizationId: organization.id };
      await this.#dependencies.sessions.end(tx, filter, "workstation_removed");
    });
  }

  async #read({ organization, caller }: RequestContext, id?: string): Promise<Workstation[]> {
    const rows = await queries.listWorkstations(organization.db, this.#dependencies.clock.now(), id);
    return rows.map((row) =>
      presentWorkstation(row, readUserAgent(row.user_agent), row.id === caller.deviceId),
    );
  }
}

function differences<Fields extends object>(
  before: Fields,
  after: Omit<Fields, "version">,
): NonNullable<AuditDraft["changes"]> {
  const old = before as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(after)
      .filter(([field, value]) => old[field] !== value)
      .map(([field, value]) => [field, [old[field], value]] as const),
  );
}
