import { noticeMonthsMax } from "@praxisportal/contract/limits";
import type { GiveNotice } from "@praxisportal/contract/tenants/notice.schema";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import type { AdministratorNotices } from "../../notifications/administrator-notices.ts";
import * as changes from "../organization-changes.queries.ts";
import { endOfContract } from "./notice.queries.ts";

type Dependencies = { db: IdentityDb; clock: Clock; notices: Pick<AdministratorNotices, "queue"> };

/** Gives and withdraws notice of the end of a contract. The erasure job carries it out. */
export class NoticeService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Gives notice. Errors: 400 for a day in the past or too far ahead, 403 STEP_UP_REQUIRED, 409 CONFLICT when it was
   * given already or the organization is closed.
   */
  async give({ context }: Authorized<"tenants.giveNotice">, { endsOn }: GiveNotice): Promise<void> {
    const { db, clock } = this.#dependencies;
    const now = clock.now();
    assertFresh(context.caller, now);
    const { id } = context.organization;
    await db.write(async (tx) => {
      const organization = await lock(tx, id);
      const isOpen = ["trial", "active", "suspended"].includes(organization.status);
      if (!isOpen || organization.contract_ends_at !== null) throw new ProblemError("CONFLICT");
      const end = await endOfContract(tx, id, { endsOn, now, maxMonths: noticeMonthsMax });
      if (!end.isAllowed) {
        const issues = [{ path: "endsOn", code: "dateRange" as const, params: {} }];
        throw new ProblemError("VALIDATION_FAILED", { issues });
      }
      await changes.updateOrganization(tx, id, {
        notice_given_at: now,
        notice_given_by: context.caller.personId,
        contract_ends_at: end.endsAt,
      });
      await this.#record(tx, context, "organization.notice_given", [null, end.endsAt.toISOString()]);
    });
  }

  /**
   * Withdraws the notice. An organization that was closed by it is active afterwards. Errors: 403 STEP_UP_REQUIRED, 409
   * CONFLICT when there is none, or the contract has ended and the caller is not the operator.
   */
  async withdraw({ context }: Authorized<"tenants.withdrawNotice">): Promise<void> {
    const { db, clock } = this.#dependencies;
    const now = clock.now();
    assertFresh(context.caller, now);
    const { id } = context.organization;
    await db.write(async (tx) => {
      const organization = await lock(tx, id);
      const endsAt = organization.contract_ends_at;
      if (endsAt === null || organization.status === "deleted") throw new ProblemError("CONFLICT");
      const hasEnded = endsAt.getTime() <= now.getTime();
      if (hasEnded && context.principal.role !== "super_admin") throw new ProblemError("CONFLICT");
      const wasClosed = hasEnded && ["trial", "active"].includes(organization.previous_status ?? "");
      await changes.updateOrganization(tx, id, {
        notice_given_at: null,
        notice_given_by: null,
        contract_ends_at: null,
        ...(organization.status === "suspended" && wasClosed
          ? { status: "active", previous_status: null, suspended_at: null, suspension_reason: null }
          : {}),
      });
      await this.#record(tx, context, "organization.notice_withdrawn", [endsAt.toISOString(), null]);
    });
  }

  /** Writes to the log of the organization and to the platform's, and notifies the other administrators. */
  async #record(
    tx: WriteTransaction,
    context: RequestContext,
    action: "organization.notice_given" | "organization.notice_withdrawn",
    contractEndsAt: readonly [string | null, string | null],
  ): Promise<void> {
    const { id, name } = context.organization;
    for (const organizationId of [id, platformChainId])
      tx.record({
        ...context.auditBase(),
        organizationId,
        action,
        target: { type: "organization", id, display: name },
        changes: { contractEndsAt: [...contractEndsAt] },
      });
    await this.#dependencies.notices.queue(tx, {
      kind: action === "organization.notice_given" ? "noticeGiven" : "noticeWithdrawn",
      organizationId: id,
      actorId: context.caller.personId,
    });
  }
}

async function lock(tx: WriteTransaction, id: string) {
  const organization = await changes.lockOrganization(tx, id);
  if (organization === undefined) throw new ProblemError("NOT_FOUND");
  return organization;
}
