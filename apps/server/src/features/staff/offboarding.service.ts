import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { planOffboarding } from "@praxisportal/contract/staff/staff.endpoints";
import type { OffboardingPreview, StaffRecord } from "@praxisportal/contract/staff/staff.schema";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { EmploymentService } from "./employment.service.ts";
import { assertValidSuccessor, executeOffboarding } from "./offboarding.ts";
import { chooseForWebhooks, webhookChanges } from "./offboarded-webhooks.ts";
import * as queries from "./offboarding.queries.ts";
import type { StaffDependencies } from "./staff-dependencies.ts";
import { instantOf, readOrganizationDays } from "./staff.queries.ts";
import {
  assertNoFault,
  assertNotLastAdministrator,
  auditPartyOf,
  lockForChange,
} from "../../directory/member-guards.ts";
import { lockOwnedWebhooks } from "../../directory/webhooks/webhook-owners.queries.ts";
import { belongsElsewhere } from "../../directory/people.queries.ts";
import { membershipFault } from "../../directory/authority.ts";

/** Offboards people: previews, plans, changes, cancels or immediately executes an offboarding. */
export class OffboardingService {
  readonly #dependencies: StaffDependencies;
  readonly #employment: EmploymentService;

  constructor(dependencies: StaffDependencies, employment: EmploymentService) {
    this.#dependencies = dependencies;
    this.#employment = employment;
  }

  /** Returns what would end if the person left now. Errors: 404. */
  async preview(
    { context }: Authorized<"staff.previewOffboarding">,
    personId: string,
  ): Promise<OffboardingPreview> {
    const { id } = context.organization;
    const now = this.#dependencies.clock.now();
    return this.#dependencies.db.write(async (tx) => {
      const { member } = await lockForChange(tx, context, personId, undefined);
      const hasOtherMemberships = member.platformRole !== null || (await belongsElsewhere(tx, id, personId));
      const isLastAdministrator = await isRejected(assertNotLastAdministrator(tx, id, member, now));
      const effects = await queries.readOffboardingEffects(tx, id, personId, { hasOtherMemberships, now });
      const webhooks = (await lockOwnedWebhooks(tx, id, personId)).map((webhook) => ({
        id: webhook.id,
        name: webhook.name,
      }));
      return { ...effects, webhooks, isLastAdministrator, hasOtherMemberships };
    });
  }

  /** Plans, changes or executes an offboarding. Errors: see the endpoint. */
  async plan(
    { context }: Authorized<"staff.planOffboarding">,
    personId: string,
    body: BodyOf<typeof planOffboarding>,
  ): Promise<StaffRecord> {
    const { organization, caller } = context;
    const { clock } = this.#dependencies;
    const now = clock.now();
    const successorId = body.successorId ?? null;
    const id = await this.#dependencies.db.write(async (tx) => {
      const { member, authority } = await lockForChange(tx, context, personId, undefined);
      assertNoFault(membershipFault(authority));
      assertFresh(caller, now);
      // A pending member's invitation is revoked instead, and a deactivated member has already left.
      if (member.status !== "active") throw new ProblemError("CONFLICT");
      await assertNotLastAdministrator(tx, organization.id, member, now);
      await assertValidSuccessor(tx, organization.id, { personId, successorId, now });
      const plannedFor = { personId, successorId, choices: body.webhooks ?? [], now };
      const ownedWebhooks = await lockOwnedWebhooks(tx, organization.id, personId);
      const webhookChoices = await chooseForWebhooks(tx, organization.id, ownedWebhooks, plannedFor);
      const at = body.at === null ? now : await this.#futureMoment(tx, organization.id, body.at, now);
      const before = await queries.lockPlanned(tx, organization.id, personId);
      const entry = {
        ...context.auditBase(),
        target: auditPartyOf(member),
        organizationId: organization.id,
      };
      const plan = { at, successorId, webhookChoices };
      if (before !== undefined) await queries.updateOffboarding(tx, organization.id, before.id, plan);
      const recordId =
        before?.id ??
        (await queries.insertOffboarding(tx, organization.id, {
          ...plan,
          personId,
          membershipId: member.membershipId,
          by: caller.personId,
          now,
        }));
      tx.record({
        ...entry,
        action: before === undefined ? "staff.offboarding_planned" : "staff.offboarding_changed",
        changes: {
          takes_effect_at: [before?.takesEffectAt.toISOString() ?? null, at.toISOString()],
          successor: [before?.successorId ?? null, successorId],
          ...webhookChanges(ownedWebhooks, before?.webhookChoices ?? [], webhookChoices),
        },
      });
      if (body.at !== null) return recordId;
      const change = {
        id: recordId,
        personId,
        takesEffectAt: at,
        successorId,
        webhookChoices,
        blockedAt: null,
      };
      const target = { organizationId: organization.id, planned: change, member };
      await executeOffboarding(tx, this.#dependencies, target, context.auditBase());
      return recordId;
    });
    return this.#employment.record(organization.db, personId, id);
  }

  /** Cancels a planned offboarding. Errors: see the endpoint. */
  async cancel({ context }: Authorized<"staff.cancelOffboarding">, personId: string): Promise<void> {
    const { organization } = context;
    await this.#dependencies.db.write(async (tx) => {
      const { member, authority } = await lockForChange(tx, context, personId, undefined);
      assertNoFault(membershipFault(authority));
      const plannedOffboarding = await queries.lockPlanned(tx, organization.id, personId);
      if (plannedOffboarding === undefined) throw new ProblemError("CONFLICT");
      await queries.setPlanned(tx, organization.id, plannedOffboarding.id, {
        state: "cancelled",
        blocked_at: null,
      });
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "staff.offboarding_cancelled",
        target: auditPartyOf(member),
        changes: { takes_effect_at: [plannedOffboarding.takesEffectAt.toISOString(), null] },
      });
    });
  }

  /** Returns the requested time as an instant. Errors: 400 for a time that has passed. */
  async #futureMoment(tx: WriteTransaction, organizationId: string, local: string, now: Date): Promise<Date> {
    const { timeZone } = await readOrganizationDays(tx, organizationId, now);
    const at = await instantOf(tx, local, timeZone);
    if (at > now) return at;
    throw new ProblemError("VALIDATION_FAILED", {
      issues: [{ path: "at", code: "dateTime", params: {} }],
    });
  }
}

async function isRejected(check: Promise<void>): Promise<boolean> {
  try {
    await check;
    return false;
  } catch (error) {
    if (error instanceof ProblemError && error.code === "LAST_ADMINISTRATOR") return true;
    throw error;
  }
}
