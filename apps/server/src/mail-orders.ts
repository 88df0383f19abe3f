import { mayRenew } from "./features/auth/session-rules.ts";
import { invitationMail } from "./features/members/invitation-mail.ts";
import { administratorMail } from "./features/organizations/administrator-mail.ts";
import { passwordResetMail } from "./features/password-reset/reset-mail.ts";
import { newSignInMail } from "./features/sessions/new-sign-in-mail.ts";
import { handoverMail } from "./features/staff/handover-mail.ts";
import { emailChangeNoticeMail, emailConfirmMail } from "./features/users/email-mail.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { PlatformDb } from "./platform/db/platform-db.ts";
import { identityNoticeMail } from "./platform/mail/identity-notice.ts";
import { type MailOrders, toPerson } from "./platform/mail/mail-order.ts";

/** Returns how each mail of the outbox is prepared. */
export function createMailOrders(parts: { db: PlatformDb; clock: Clock; publicUrl: URL }): MailOrders {
  const notice = toPerson(parts.db);
  const identityNotice = identityNoticeMail(parts);
  const toAdministrator = administratorMail(parts.db);
  return {
    passwordChanged: identityNotice,
    sessionsRevoked: notice,
    emailChanged: notice,
    twoFactorOn: identityNotice,
    twoFactorOff: identityNotice,
    passkeyAdded: identityNotice,
    passkeyRemoved: identityNotice,
    backupCodesRenewed: identityNotice,
    backupCodeUsed: notice,
    rescueCodeCreated: identityNotice,
    ownRoleChanged: identityNotice,
    passwordReset: passwordResetMail({ ...parts, maySignIn: mayRenew }),
    memberAdded: toAdministrator,
    memberRemoved: toAdministrator,
    memberLeft: toAdministrator,
    handedOver: handoverMail(parts.db),
    memberAccessEnds: toAdministrator,
    memberRoleChanged: toAdministrator,
    memberCredentialsChanged: toAdministrator,
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
    emailRemoved: emailChangeNoticeMail(parts),
  };
}
