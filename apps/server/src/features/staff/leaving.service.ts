import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { planLeaving } from "@praxisportal/contract/staff/staff.endpoints";
import type { LeavingPreview, StaffRecord } from "@praxisportal/contract/staff/staff.schema";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { EmploymentService } from "./employment.service.ts";
import { announceLeft, carryOut, type Left, refuseSuccessor } from "./leaving.ts";
import * as queries from "./leaving.queries.ts";
import type { StaffParts } from "./staff-parts.ts";
import { momentOf, readPracticeDays } from "./staff.queries.ts";

/** Offboards people: previews, plans, changes, cancels or immediately executes an offboarding. */
export class LeavingService {
  readonly #parts: StaffParts;
  readonly #employment: EmploymentService;

  constructor(parts: StaffParts, employment: EmploymentService) {
    this.#parts = parts;
    this.#employment = employment;
  }

  /** Returns what would end if the person left now. Errors: 404. */
  async preview({ context }: Authorized<"staff.previewLeaving">, personId: string): Promise<LeavingPreview> {
    const { id } = context.organization;
    const { guards, people } = this.#parts;
    return this.#parts.db.write(async (tx) => {
      const { member } = await guards.lockForChange(tx, context, personId, undefined);
      const worksElsewhere =
        member.platformRole !== null || (await people.belongsElsewhere(tx, id, personId));
      const isLastAdministrator = await isRefused(guards.refuseLastAdministrator(tx, id, member));
      const ended = await queries.measureLeaving(tx, id, personId, worksElsewhere);
      return { ...ended, isLastAdministrator, worksElsewhere };
    });
  }

  /** Errors: see the endpoint. */
  async plan(
    { context }: Authorized<"staff.planLeaving">,
    personId: string,
    body: BodyOf<typeof planLeaving>,
  ): Promise<StaffRecord> {
    const { organization, caller } = context;
    const { guards, people, clock } = this.#parts;
    const now = clock.now();
    const successorId = body.successorId ?? null;
    const { id, left } = await this.#parts.db.write(async (tx) => {
      const { member, authority } = await guards.lockForChange(tx, context, personId, undefined);
      guards.refuse(people.membershipFault(authority));
      assertFresh(caller, now);
      // A pending member's invitation is revoked instead, and a deactivated member has already left.
      if (member.status !== "active") throw new ProblemError("CONFLICT");
      await guards.refuseLastAdministrator(tx, organization.id, member);
      await refuseSuccessor(tx, organization.id, personId, successorId);
      const at = body.at === null ? now : await this.#futureMoment(tx, organization.id, body.at, now);
      const before = await queries.lockPlanned(tx, organization.id, personId);
      const entry = {
        ...context.auditBase(),
        target: guards.partyOf(member),
        organizationId: organization.id,
      };
      const plan = { at, successorId };
      if (before !== undefined) await queries.changeLeaving(tx, organization.id, before.id, plan);
      const recordId =
        before?.id ??
        (await queries.insertLeaving(tx, organization.id, {
          ...plan,
          personId,
          membershipId: member.membershipId,
          by: caller.personId,
          now,
        }));
      tx.audit({
        ...entry,
        action: before === undefined ? "staff.leaving_planned" : "staff.leaving_changed",
        changes: {
          takes_effect_at: [before?.takesEffectAt.toISOString() ?? null, at.toISOString()],
          successor: [before?.successorId ?? null, successorId],
        },
      });
      if (body.at !== null) return { id: recordId, left: undefined };
      const planned = { id: recordId, personId, takesEffectAt: at, successorId, hinderedAt: null };
      const place = { organizationId: organization.id, planned, member };
      const done: Left = await carryOut(tx, this.#parts, place, {
        ...context.auditBase(),
      });
      return { id: recordId, left: done };
    });
    if (left === undefined) this.#told(organization.id, personId);
    else announceLeft(this.#parts, left);
    return this.#employment.record(organization.db, personId, id);
  }

  /** Cancels a planned offboarding. Errors: see the endpoint. */
  async cancel({ context }: Authorized<"staff.cancelLeaving">, personId: string): Promise<void> {
    const { organization } = context;
    const { guards, people } = this.#parts;
    await this.#parts.db.write(async (tx) => {
      const { member, authority } = await guards.lockForChange(tx, context, personId, undefined);
      guards.refuse(people.membershipFault(authority));
      const planned = await queries.lockPlanned(tx, organization.id, personId);
      if (planned === undefined) throw new ProblemError("CONFLICT");
      await queries.setPlanned(tx, organization.id, planned.id, { state: "cancelled", hindered_at: null });
      tx.audit({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "staff.leaving_cancelled",
        target: guards.partyOf(member),
        changes: { takes_effect_at: [planned.takesEffectAt.toISOString(), null] },
      });
    });
    this.#told(organization.id, personId);
  }

  /** Errors: 400 for a time that has passed. */
  async #futureMoment(tx: WriteTransaction, organizationId: string, local: string, now: Date): Promise<Date> {
    const { timeZone } = await readPracticeDays(tx, organizationId, now);
    const at = await momentOf(tx, local, timeZone);
    if (at > now) return at;
    throw new ProblemError("VALIDATION_FAILED", {
      issues: [{ path: "at", code: "dateTime", params: {} }],
    });
  }

  #told(organizationId: string, userId: string): void {
    this.#parts.live.publish({ event: "userUpdate", organizationId, data: { userId } });
  }
}

async function isRefused(check: Promise<void>): Promise<boolean> {
  try {
    await check;
    return false;
  } catch (error) {
    if (error instanceof ProblemError && error.code === "LAST_ADMINISTRATOR") return true;
    throw error;
  }
}
