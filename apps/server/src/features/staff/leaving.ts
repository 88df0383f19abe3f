import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Ended } from "@praxisportal/contract/staff/staff.schema";
import type { AuditDraft } from "../../platform/audit/audit-record.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { mailSubjects } from "../../platform/mail/render-mail.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { SessionService } from "../auth/session.service.ts";
import type { AdministratorNotices } from "../organizations/administrator-notices.ts";
import type { MemberForChange } from "../users/people.queries.ts";
import * as queries from "./leaving.queries.ts";
import type { StaffParts } from "./staff-parts.ts";

const reason = "membership_ended";

/** What is announced once an offboarding is committed. */
export type Left = {
  organizationId: string;
  personId: string;
  handedOver: Awaited<ReturnType<StaffParts["notifier"]["store"]>>;
  ended: Awaited<ReturnType<SessionService["end"]>>;
  told: Awaited<ReturnType<AdministratorNotices["order"]>>;
};

type Place = { organizationId: string; planned: queries.PlannedLeaving; member: MemberForChange };

/**
 * Executes a planned offboarding inside one transaction. The practice, the offboarding and the member must be locked.
 * `by` is the actor of the audit entries. The person's sessions in other practices and their second factor stay if they
 * work elsewhere. Call {@link announceLeft} after the commit. Errors: 409 LAST_ADMINISTRATOR.
 */
export async function carryOut(
  tx: WriteTransaction,
  parts: StaffParts,
  { organizationId, planned, member }: Place,
  by: Omit<AuditDraft, "organizationId" | "action">,
): Promise<Left> {
  const { personId } = member;
  const { guards, people, sessions } = parts;
  await guards.refuseLastAdministrator(tx, organizationId, member);
  const worksElsewhere =
    member.platformRole !== null || (await people.belongsElsewhere(tx, organizationId, personId));
  const measured = await queries.measureLeaving(tx, organizationId, personId, worksElsewhere);
  await people.updateMembership(tx, organizationId, personId, { status: "deactivated" });
  await cancelInvitations(tx, parts, organizationId, personId, by);
  await sessions.leavePractice(tx, personId, organizationId);
  if (!worksElsewhere) {
    await parts.endRecovery(tx, personId, reason);
    await parts.factors.remove(tx, personId);
    await parts.factors.removePasskeys(tx, personId);
    await tx.syncMemberRows(personId);
  }
  const filter = worksElsewhere ? { personId, organizationId } : { personId };
  const ended = await sessions.end(tx, filter, reason);
  const successor =
    planned.successorId === null
      ? undefined
      : await queries.findSuccessor(tx, organizationId, planned.successorId);
  const successorId = successor?.personId ?? null;
  const outcome: Ended = { ...measured, sessions: ended.length };
  await queries.setPlanned(tx, organizationId, planned.id, {
    state: "done",
    done_at: parts.clock.now(),
    successor_id: successorId,
    hindered_at: null,
    outcome: JSON.stringify(outcome),
  });
  tx.audit({
    ...by,
    organizationId,
    action: "staff.left",
    target: guards.partyOf(member),
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
  const told = await parts.notices.order(tx, { kind: "memberLeft", ...notice });
  if (successor !== undefined) {
    const order = {
      template: "handedOver",
      personId: successor.personId,
      organizationId,
      changeId: planned.id,
    };
    await tx.emit("mail", order, uuidV7());
  }
  const handedOver = await parts.notifier.store(
    tx,
    successor === undefined
      ? []
      : [
          {
            personId: successor.personId,
            organizationId,
            type: "info",
            kind: "handedOver",
            messages: mailSubjects("handedOver"),
            route: "users",
            userId: personId,
          },
        ],
  );
  return { organizationId, personId, handedOver, ended, told };
}

/** Announces an offboarding: closes sockets, drops cached callers, refreshes lists. */
export function announceLeft(
  parts: Pick<StaffParts, "sessions" | "notices" | "notifier" | "live">,
  left: Left,
): void {
  const { organizationId, personId, handedOver, ended, told } = left;
  parts.notices.announce(told);
  parts.sessions.announceEnd(ended, reason);
  parts.sessions.personChanged(personId);
  parts.notifier.publish(handedOver);
  parts.live.publish({ event: "userUpdate", organizationId, data: { userId: personId } });
}

/** Revokes invitations to the person or sent by them; people who have not accepted are removed from the practice. */
async function cancelInvitations(
  tx: WriteTransaction,
  { people, guards, revokeInvitation }: StaffParts,
  organizationId: string,
  personId: string,
  by: Omit<AuditDraft, "organizationId" | "action">,
): Promise<void> {
  for (const open of await queries.openInvitations(tx, organizationId, personId)) {
    await revokeInvitation(tx, organizationId, open.membershipId);
    if (open.personId === personId || open.status !== "pending") continue;
    await people.updateMembership(tx, organizationId, open.personId, { status: "removed" });
    tx.audit({
      ...by,
      organizationId,
      action: "member.removed",
      target: guards.partyOf(open),
      changes: { status: ["pending", "removed"] },
    });
  }
}

/** Errors: 400 for a successor who cannot take over. */
export async function refuseSuccessor(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
  successorId: string | null,
): Promise<void> {
  if (successorId === null) return;
  const fits =
    successorId !== personId && (await queries.findSuccessor(tx, organizationId, successorId)) !== undefined;
  if (fits) return;
  throw new ProblemError("VALIDATION_FAILED", {
    issues: [{ path: "successorId", code: "invalidChoice", params: {} }],
  });
}
