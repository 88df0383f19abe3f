import { mayRenew } from "./features/auth/session-rules.ts";
import { invitationMail } from "./features/members/invitation-mail.ts";
import { administratorMail } from "./features/organizations/administrator-mail.ts";
import { passwordResetMail } from "./features/password-reset/reset-mail.ts";
import { newSignInMail } from "./features/sessions/new-sign-in-mail.ts";
import { handoverMail } from "./features/staff/handover-mail.ts";
import { emailChangeNoticeMail, emailConfirmMail } from "./features/users/email-mail.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { PlatformDb } from "./platform/db/platform-db.ts";
import { type MailOrders, toPerson } from "./platform/mail/mail-order.ts";

/** How each mail of the outbox is prepared. */
export function createMailOrders(parts: { db: PlatformDb; clock: Clock; publicUrl: URL }): MailOrders {
  const notice = toPerson(parts.db);
  const toAdministrator = administratorMail(parts.db);
  return {
    passwordChanged: notice,
    sessionsRevoked: notice,
    emailChanged: notice,
    twoFactorOn: notice,
    twoFactorOff: notice,
    passkeyAdded: notice,
    passkeyRemoved: notice,
    backupCodeUsed: notice,
    rescueCodeCreated: notice,
    passwordReset: passwordResetMail({ ...parts, maySignIn: mayRenew }),
    memberAdded: toAdministrator,
    memberRemoved: toAdministrator,
    memberLeft: toAdministrator,
    handedOver: handoverMail(parts.db),
    memberAccessEnds: toAdministrator,
    memberRoleChanged: toAdministrator,
    memberSecondFactorReset: toAdministrator,
    practiceSecurityChanged: toAdministrator,
    aiApprovalWithdrawn: toAdministrator,
    aiPracticeNear: toAdministrator,
    aiPracticeReached: toAdministrator,
    aiPersonNear: toAdministrator,
    aiPersonReached: toAdministrator,
    newSignIn: newSignInMail(parts.db),
    invitation: invitationMail(parts),
    emailConfirm: emailConfirmMail(parts),
    emailChangeNotice: emailChangeNoticeMail(parts),
  };
}
