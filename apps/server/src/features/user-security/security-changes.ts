import { type AuditDraft, platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import type { MailLimits } from "../../directory/mail-limits.ts";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { SessionService } from "../auth/session/session.service.ts";
import type { SignInService } from "../auth/sign-in/sign-in.service.ts";
import type { Notifier } from "../notifications/notifier.ts";
import type { AdministratorNotices } from "../notifications/administrator-notices.ts";
import type { Credentials } from "../auth/password/credentials.ts";
import { belongsElsewhere } from "../../directory/people.queries.ts";
import type { MemberForChange } from "../../directory/members.queries.ts";
import { identityFault, membershipFault } from "../../directory/authority.ts";
import { assertNoFault, auditPartyOf, lockForChange } from "../../directory/member-guards.ts";

/** Dependencies from other features, provided by the composition root. */
export type SecurityDependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  sessions: Pick<SessionService, "end" | "endDayCode" | "untrustDevices">;
  limits: Pick<RateLimiter, "reset" | "resetRecovery">;
  signIn: Pick<SignInService, "find">;
  credentials: Pick<Credentials, "replacePassword" | "endRecovery">;
  notices: Pick<AdministratorNotices, "queue">;
  notifier: Pick<Notifier, "store" | "storeIdentityNotice">;
  mailLimits: Pick<MailLimits, "countResetLink">;
};

type Entry = Pick<AuditDraft, "action" | "reason" | "changes">;

/** Common steps of the changes to a member's security. */
export class SecurityChanges {
  /** Locks a member whom the caller may administer in this organization. Errors: 404, 403, 409 CANNOT_MODIFY_SELF. */
  async lockMember(
    tx: WriteTransaction,
    context: RequestContext,
    personId: string,
  ): Promise<MemberForChange> {
    const { member, authority } = await lockForChange(tx, context, personId, undefined);
    assertNoFault(membershipFault(authority));
    return member;
  }

  /**
   * Locks a member like {@link lockMember}, for changes of their identity. Errors: also 409
   * PERSON_IN_MULTIPLE_ORGANIZATIONS while the person belongs to another organization too.
   */
  async lockIdentity(
    tx: WriteTransaction,
    context: RequestContext,
    personId: string,
  ): Promise<MemberForChange> {
    const { member, authority } = await lockForChange(tx, context, personId, undefined);
    const hasOtherOrganization = await belongsElsewhere(tx, context.organization.id, personId);
    assertNoFault(identityFault(authority, hasOtherOrganization));
    return member;
  }

  /** Writes an entry to the organization's log. */
  audit(tx: WriteTransaction, context: RequestContext, member: MemberForChange, entry: Entry): void {
    tx.record({
      ...context.auditBase(),
      ...entry,
      organizationId: context.organization.id,
      target: auditPartyOf(member),
    });
  }

  /** Writes an entry to the organization's log and, without the person's name, to the platform's log. */
  auditIdentity(tx: WriteTransaction, context: RequestContext, member: MemberForChange, entry: Entry): void {
    this.audit(tx, context, member, entry);
    tx.record({
      ...context.auditBase(),
      ...entry,
      organizationId: platformChainId,
      target: { type: "user", id: member.personId },
    });
  }
}
