import { invitationMail } from "./features/members/invitation-mail.ts";
import { administratorMail } from "./features/notifications/administrator-mail.ts";
import { passwordResetMail } from "./features/password-reset/reset-mail.ts";
import { newSignInMail } from "./features/sessions/new-sign-in-mail.ts";
import { handoverMail } from "./features/staff/handover-mail.ts";
import { emailChangeNoticeMail, emailConfirmMail } from "./features/users/email-mail.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { PlatformDb } from "./platform/db/platform-db.ts";
import { identityNoticeMail } from "./platform/mail/identity-notice.ts";
import { type MailJobs, toPerson } from "./platform/mail/mail-job.ts";

/** Returns how each mail of the outbox is prepared. */
export function createMailJobs(dependencies: { db: PlatformDb; clock: Clock; publicUrl: URL }): MailJobs {
  const notice = toPerson(dependencies.db);
  const identityNotice = identityNoticeMail(dependencies);
  const toAdministrator = administratorMail(dependencies.db);
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
    passwordReset: passwordResetMail(dependencies),
    memberAdded: toAdministrator,
    memberRemoved: toAdministrator,
    memberLeft: toAdministrator,
    handedOver: handoverMail(dependencies.db),
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
    newSignIn: newSignInMail(dependencies.db),
    invitation: invitationMail(dependencies),
    emailConfirm: emailConfirmMail(dependencies),
    emailChangeNotice: emailChangeNoticeMail(dependencies),
    emailRemoved: emailChangeNoticeMail(dependencies),
  };
}
