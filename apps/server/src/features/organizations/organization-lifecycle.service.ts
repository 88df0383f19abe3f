import type { BodyOf } from "@praxisportal/contract/endpoint";
import { organizationRestoreWindowMs } from "@praxisportal/contract/limits";
import {
  canTransition,
  type OrganizationStatus,
  restoredStatus,
} from "@praxisportal/contract/organizations/organization-state.rules";
import type { createOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import type { CreatedOrganization } from "@praxisportal/contract/organizations/organization-changes.schema";
import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { type AuditDraft, platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../platform/idempotency/idempotency.queries.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import type { MailLimits } from "../../directory/mail-limits.ts";
import type { MemberService } from "../members/members.service.ts";
import type { SessionService } from "../auth/session/session.service.ts";
import * as queries from "./organization-changes.queries.ts";
import { presentOrganization } from "./organizations.presenter.ts";
import { findFirstMember, findOrganization } from "./organizations.queries.ts";
import { OrganizationClosing } from "./organization-closing.ts";
import { insertOrganization } from "../../directory/provision.queries.ts";
import { insertProvisioning } from "./provisioning/provisioning.queries.ts";
import type { ProvisioningService } from "./provisioning/provisioning.service.ts";

export type LifecycleDependencies = {
  db: IdentityDb;
  clock: Clock;
  sessions: Pick<SessionService, "end">;
  members: Pick<MemberService, "prepare" | "show">;
  mailLimits: Pick<MailLimits, "countForOrganization">;
  provisioning: Pick<ProvisioningService, "run" | "status">;
};

type Locked = NonNullable<Awaited<ReturnType<typeof queries.lockOrganization>>>;

/** Creates, suspends, deletes and restores organizations, according to the table of states. */
export class OrganizationLifecycleService {
  readonly #dependencies: LifecycleDependencies;
  readonly #closing: OrganizationClosing;

  constructor(dependencies: LifecycleDependencies) {
    this.#dependencies = dependencies;
    this.#closing = new OrganizationClosing(dependencies);
  }

  /**
   * Creates an organization in its trial, and its first administrator if one is named. Only the organization itself is
   * part of the first transaction; a later step that fails is repeated by the job.
   */
  async create(
    { context }: Authorized<"organizations.create" | "tenants.create">,
    body: BodyOf<typeof createOrganization>,
  ): Promise<CreatedOrganization> {
    const { db, clock, members, mailLimits, provisioning } = this.#dependencies;
    assertFresh(context.caller, clock.now());
    const { administrator, ...organization } = body;
    const preparedAdministrator = administrator && (await members.prepare(administrator));
    const id = await db.write(async (tx) => {
      const createdOrganization = await insertOrganization(tx, organization);
      await saveIdempotencyKey(tx, context.repeatable, createdOrganization.id);
      if (administrator?.email !== undefined) {
        const sender = { caller: context.caller, organization: createdOrganization };
        await mailLimits.countForOrganization(tx, sender, administrator.email);
      }
      await insertProvisioning(tx, createdOrganization.id, {
        audit: context.auditBase(),
        requestedBy: context.caller.personId,
        language: context.origin.language,
        administrator:
          administrator === undefined || preparedAdministrator === undefined
            ? null
            : {
                ...administrator,
                id: preparedAdministrator.id,
                email: administrator.email ?? null,
                username: administrator.username?.toLowerCase() ?? null,
                passwordHash: preparedAdministrator.passwordHash,
              },
      });
      const target = {
        type: "organization" as const,
        id: createdOrganization.id,
        display: organization.name,
      };
      for (const organizationId of [createdOrganization.id, platformChainId])
        tx.record({ ...context.auditBase(), organizationId, action: "organization.created", target });
      return createdOrganization.id;
    });
    await provisioning.run(id);
    const status = await provisioning.status(db.organization(id));
    const isCreated = status.steps.some(({ name, at }) => name === "administrator" && at !== null);
    return {
      ...(await this.#read(id)),
      administrator:
        preparedAdministrator === undefined || !isCreated
          ? null
          : await members.show(
              db.organization(id),
              preparedAdministrator.id,
              preparedAdministrator.temporaryPassword,
            ),
      provisioning: status,
    };
  }

  /** Returns what an earlier call with the same body created. The temporary password is not shown again. */
  async created(
    id: string,
    { administrator }: BodyOf<typeof createOrganization>,
  ): Promise<CreatedOrganization> {
    const db = this.#dependencies.db.organization(id);
    const personId = administrator && (await findFirstMember(db));
    return {
      ...(await this.#read(id)),
      administrator:
        personId === undefined ? null : await this.#dependencies.members.show(db, personId, null),
      provisioning: await this.#dependencies.provisioning.status(db),
    };
  }

  /**
   * Deletes an organization; the caller confirms by typing its name. Errors: 400, 403 STEP_UP_REQUIRED, 404, 409, 412.
   */
  async remove(
    { context }: Authorized<"organizations.remove">,
    typedName: string | undefined,
    ifMatch: string | undefined,
  ): Promise<void> {
    assertFresh(context.caller, this.#dependencies.clock.now());
    const { id } = context.organization;
    await this.#dependencies.db.write(async (tx) => {
      const organization = await this.#lock(tx, id, ifMatch);
      if (typedName === undefined || typedName.normalize().trim() !== organization.name.normalize().trim()) {
        const code = typedName === undefined ? ("required" as const) : ("match" as const);
        throw new ProblemError("VALIDATION_FAILED", { issues: [{ path: "name", code, params: {} }] });
      }
      const before = this.#checkTransition(organization, "deleted");
      await queries.updateOrganization(tx, id, {
        status: "deleted",
        previous_status: before,
        deleted_at: this.#dependencies.clock.now(),
      });
      this.#auditChange(tx, context, organization, "organization.deleted", { status: [before, "deleted"] });
      await this.#closing.close(tx, id, {
        reason: "organization_deleted",
        by: context.caller.personId,
        suspended: false,
      });
    });
  }

  /**
   * Restores a deleted organization to its previous state. Errors: 403 STEP_UP_REQUIRED, 404, 409 CONFLICT,
   * ORGANIZATION_ERASED after 30 days.
   */
  async restore({ context }: Authorized<"organizations.restore">): Promise<Organization> {
    const { id } = context.organization;
    const now = this.#dependencies.clock.now();
    assertFresh(context.caller, now);
    await this.#dependencies.db.write(async (tx) => {
      const organization = await this.#lock(tx, id, undefined);
      const deletedAt = organization.deleted_at ?? organization.updated_at;
      const isLate = now.getTime() >= deletedAt.getTime() + organizationRestoreWindowMs;
      if (organization.status !== "deleted") throw new ProblemError("CONFLICT");
      // After that it may be erased at any moment, and a partly erased organization must not be restored.
      if (isLate || (await queries.isBeingErased(tx, id))) throw new ProblemError("ORGANIZATION_ERASED");
      const status = restoredStatus(organization.previous_status as OrganizationStatus | null);
      this.#checkTransition(organization, status);
      await queries.updateOrganization(tx, id, { status, previous_status: null, deleted_at: null });
      this.#auditChange(tx, context, organization, "organization.restored", { status: ["deleted", status] });
    });
    return this.#read(id);
  }

  /**
   * Suspends an organization for a reason. Errors: 403 STEP_UP_REQUIRED, 409 CONFLICT where its state does not allow
   * it.
   */
  async suspend({ context }: Authorized<"tenants.suspend">, reason: string): Promise<Organization> {
    const now = this.#dependencies.clock.now();
    assertFresh(context.caller, now);
    const { id } = context.organization;
    await this.#dependencies.db.write(async (tx) => {
      const organization = await this.#lock(tx, id, undefined);
      const before = this.#checkTransition(organization, "suspended");
      await queries.updateOrganization(tx, id, {
        status: "suspended",
        suspended_at: now,
        suspension_reason: reason,
      });
      // Comes before the audit entry, whose event closes all sockets: open pages must receive the reason first.
      await this.#closing.close(tx, id, {
        reason: "organization_suspended",
        by: context.caller.personId,
        suspended: true,
      });
      this.#auditChange(
        tx,
        context,
        organization,
        "organization.suspended",
        { status: [before, "suspended"] },
        reason,
      );
    });
    return this.#read(id);
  }

  /**
   * Ends a suspension; the organization is active afterwards, even when it was in its trial. Errors: 403
   * STEP_UP_REQUIRED, 409 CONFLICT when it is not suspended or its contract has ended.
   */
  async reactivate({ context }: Authorized<"tenants.reactivate">): Promise<Organization> {
    assertFresh(context.caller, this.#dependencies.clock.now());
    const { id } = context.organization;
    await this.#dependencies.db.write(async (tx) => {
      const organization = await this.#lock(tx, id, undefined);
      // After the end of the contract, withdrawing the notice reactivates it.
      const hasEnded =
        organization.contract_ends_at !== null &&
        organization.contract_ends_at <= this.#dependencies.clock.now();
      if (organization.status !== "suspended" || hasEnded) throw new ProblemError("CONFLICT");
      this.#checkTransition(organization, "active");
      await queries.updateOrganization(tx, id, {
        status: "active",
        suspended_at: null,
        suspension_reason: null,
      });
      this.#auditChange(tx, context, organization, "organization.reactivated", {
        status: ["suspended", "active"],
      });
    });
    return this.#read(id);
  }

  /** Returns the previous state. Errors: 409 CONFLICT for a transition that the table of states does not contain. */
  #checkTransition(organization: Locked, to: OrganizationStatus): OrganizationStatus {
    const from = organization.status as OrganizationStatus;
    if (!canTransition(from, to)) throw new ProblemError("CONFLICT");
    return from;
  }

  async #lock(tx: WriteTransaction, id: string, ifMatch: string | undefined): Promise<Locked> {
    const organization = await queries.lockOrganization(tx, id);
    if (organization === undefined) throw new ProblemError("NOT_FOUND");
    if (ifMatch !== undefined && Number(ifMatch) !== organization.version) {
      throw new ProblemError("PRECONDITION_FAILED");
    }
    return organization;
  }

  /** Writes to the log of the organization and to the platform's, so that the entry outlives the organization. */
  #auditChange(
    tx: WriteTransaction,
    context: RequestContext,
    organization: Locked,
    action: AuditDraft["action"],
    changes: NonNullable<AuditDraft["changes"]>,
    reason?: string,
  ): void {
    const { organization_id: id, name } = organization;
    for (const organizationId of [id, platformChainId]) {
      tx.record({
        ...context.auditBase(),
        organizationId,
        action,
        target: { type: "organization", id, display: name },
        changes,
        ...(reason === undefined ? {} : { reason }),
      });
    }
  }

  async #read(id: string): Promise<Organization> {
    const row = await findOrganization(this.#dependencies.db.organization(id));
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    return presentOrganization(row);
  }
}
