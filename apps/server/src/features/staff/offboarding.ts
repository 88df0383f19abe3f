import type { OffboardingEffects } from "@praxisportal/contract/staff/staff.schema";
import type { AuditDraft } from "../../platform/audit/audit-record.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { type MemberForChange, updateMembership } from "../../directory/members.queries.ts";
import { settleWebhooks } from "./offboarded-webhooks.ts";
import * as queries from "./offboarding.queries.ts";
import type { StaffDependencies } from "./staff-dependencies.ts";
import { assertNotLastAdministrator, auditPartyOf } from "../../directory/member-guards.ts";
import { belongsElsewhere } from "../../directory/people.queries.ts";
import { removePasskeys, removeSecondFactor } from "../../directory/second-factor.queries.ts";
import { revokeInvitation } from "../../directory/invitations.queries.ts";
import { syncMemberRows } from "../../directory/member-rows.queries.ts";

const reason = "membership_ended";

type OffboardingTarget = {
  organizationId: string;
  planned: queries.PlannedOffboarding;
  member: MemberForChange;
};

/**
 * Executes a planned offboarding inside one transaction. The organization, the offboarding and the member must be
 * locked. `by` is the actor of the audit entries. The person's sessions in other organizations and their second factor
 * are kept if they work elsewhere. Errors: 409 LAST_ADMINISTRATOR.
 */
export async function executeOffboarding(
  tx: WriteTransaction,
  dependencies: StaffDependencies,
  { organizationId, planned, member }: OffboardingTarget,
  by: Omit<AuditDraft, "organizationId" | "action">,
): Promise<void> {
  const { personId } = member;
  const { sessions } = dependencies;
  const now = dependencies.clock.now();
  await assertNotLastAdministrator(tx, organizationId, member, now);
  const hasOtherMemberships =
    member.platformRole !== null || (await belongsElsewhere(tx, organizationId, personId));
  const effects = await queries.readOffboardingEffects(tx, organizationId, personId, {
    hasOtherMemberships,
    now,
  });
  await updateMembership(tx, organizationId, personId, { status: "deactivated" });
  await cancelInvitations(tx, organizationId, personId, by);
  await sessions.leaveOrganization(tx, personId, organizationId);
  if (!hasOtherMemberships) {
    await dependencies.credentials.endRecovery(tx, personId, reason);
    await removeSecondFactor(tx, personId);
    await removePasskeys(tx, personId);
    await syncMemberRows(tx, personId);
  }
  const filter = hasOtherMemberships ? { personId, organizationId } : { personId };
  const endedSessions = await sessions.end(tx, filter, reason);
  const successor =
    planned.successorId === null
      ? undefined
      : await queries.findSuccessor(tx, organizationId, planned.successorId, now);
  const successorId = successor?.personId ?? null;
  const webhooks = await settleWebhooks(tx, { organizationId, planned, now }, by);
  const outcome: OffboardingEffects = { ...effects, ...webhooks, sessions: endedSessions.length };
  await queries.setPlanned(tx, organizationId, planned.id, {
    state: "done",
    done_at: now,
    successor_id: successorId,
    blocked_at: null,
    outcome: JSON.stringify(outcome),
  });
  tx.record({
    ...by,
    organizationId,
    action: "staff.offboarding_completed",
    target: auditPartyOf(member),
    changes: {
      status: [member.status, "deactivated"],
      sessions: [outcome.sessions, 0],
      applications: [outcome.applications, []],
      invitations: [outcome.invitations, 0],
      ...(outcome.secondFactor ? { second_factor: [true, false] } : {}),
      successor: [null, successorId],
    },
  });
  const notice = { organizationId, actorId: by.actor.type === "user" ? by.actor.id : null, userId: personId };
  await dependencies.notices.queue(tx, { kind: "memberLeft", ...notice });
  if (successor !== undefined) {
    dependencies.notifier.storeAndMail(tx, [
      {
        personId: successor.personId,
        organizationId,
        type: "info",
        template: "handedOver",
        ids: { changeId: planned.id },
        route: "users",
        userId: personId,
      },
    ]);
  }
}

/**
 * Revokes invitations to the person or sent by them. People who have not accepted are removed from the organization.
 */
async function cancelInvitations(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
  by: Omit<AuditDraft, "organizationId" | "action">,
): Promise<void> {
  for (const open of await queries.openInvitations(tx, organizationId, personId)) {
    await revokeInvitation(tx, organizationId, open.membershipId);
    if (open.personId === personId || open.status !== "pending") continue;
    await updateMembership(tx, organizationId, open.personId, { status: "removed" });
    tx.record({
      ...by,
      organizationId,
      action: "member.removed",
      target: auditPartyOf(open),
      changes: { status: ["pending", "removed"] },
    });
  }
}

/** Checks that the successor can take over. Errors: 400. */
export async function assertValidSuccessor(
  tx: WriteTransaction,
  organizationId: string,
  { personId, successorId, now }: { personId: string; successorId: string | null; now: Date },
): Promise<void> {
  if (successorId === null) return;
  const isValid =
    successorId !== personId &&
    (await queries.findSuccessor(tx, organizationId, successorId, now)) !== undefined;
  if (isValid) return;
  throw new ProblemError("VALIDATION_FAILED", {
    issues: [{ path: "successorId", code: "invalidChoice", params: {} }],
  });
}
