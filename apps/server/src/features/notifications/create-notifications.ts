import { addressLimit } from "../../directory/address-limit.ts";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { RotatedKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import { identityNoticeMail } from "../../platform/mail/identity-notice.ts";
import { toPerson } from "../../platform/mail/mail-job.ts";
import { administratorMail } from "./administrator-mail.ts";
import { AdministratorNotices } from "./administrator-notices.ts";
import { notificationMails } from "./notification-mails.platform-queries.ts";
import { registerNotificationRoutes } from "./notifications.routes.ts";
import { NotificationService } from "./notifications.service.ts";
import { Notifier } from "./notifier.ts";
import { UnsubscribeService } from "./digest/unsubscribe.service.ts";
import { weeklyDigestMail } from "./digest/weekly-digest-mail.ts";
import { weeklyDigestJob } from "./digest/weekly-digest.worker.ts";
import { deleteOldNotifications } from "./deletions.queries.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  publicUrl: URL;
  limits: RateLimiter;
  unsubscribeKeys: RotatedKeys;
};

/** Notification services for other features. */
export type Notifications = ReturnType<typeof createNotifications>;

/** Creates stored notifications and their mails. */
export function createNotifications(input: Dependencies) {
  const { platformDb, publicUrl, limits, unsubscribeKeys, ...dependencies } = input;
  const notifier = new Notifier(dependencies);
  const notificationService = new NotificationService(dependencies);
  const unsubscription = new UnsubscribeService({
    db: dependencies.db,
    unsubscribeKeys,
    limitLinks: addressLimit(limits, "unsubscribe"),
  });
  return {
    notifier,
    ownNotifications: notificationService,
    notices: new AdministratorNotices(notifier, dependencies.clock),
    jobs: [weeklyDigestJob({ platformDb, clock: dependencies.clock })],
    deletions: [deleteOldNotifications],
    registerRoutes: (registrar) =>
      registerNotificationRoutes(registrar, { ownNotifications: notificationService, unsubscription }),
    mails: prepareNoticeMails(input),
    notificationMails: notificationMails(platformDb),
  } satisfies Feature & Record<string, unknown>;
}

/** Returns the functions that prepare notices: mails that only report what happened. */
function prepareNoticeMails(dependencies: Dependencies) {
  const { platformDb: db, clock, publicUrl } = dependencies;
  const notice = toPerson(db);
  const identityNotice = identityNoticeMail({ db, publicUrl });
  const toAdministrator = administratorMail(db, clock, "trial");
  const aboutContract = administratorMail(db, clock, "contract");
  return {
    passwordChanged: identityNotice,
    sessionsRevoked: notice,
    emailChanged: notice,
    twoFactorOn: identityNotice,
    twoFactorOff: identityNotice,
    passkeyAdded: identityNotice,
    passkeyRemoved: identityNotice,
    ownDataExported: identityNotice,
    backupCodesRenewed: identityNotice,
    backupCodeUsed: notice,
    recoveryCodeCreated: identityNotice,
    dayCodeCreated: identityNotice,
    ownRoleChanged: identityNotice,
    memberAdded: toAdministrator,
    memberRemoved: toAdministrator,
    memberLeft: toAdministrator,
    memberAccessEnds: toAdministrator,
    memberRoleChanged: toAdministrator,
    memberCredentialsChanged: toAdministrator,
    memberSecondFactorReset: toAdministrator,
    organizationSecurityChanged: toAdministrator,
    organizationExported: toAdministrator,
    evidenceCreated: toAdministrator,
    cloudSyncChanged: toAdministrator,
    cloudSyncFailed: toAdministrator,
    mandateChanged: toAdministrator,
    emergencyCodeChanged: toAdministrator,
    emergencyCodeUsed: toAdministrator,
    emergencyCodeFailed: toAdministrator,
    weeklyDigest: weeklyDigestMail(dependencies),
    reviewDue: toAdministrator,
    trialEnds: toAdministrator,
    seatsNear: toAdministrator,
    seatsReached: toAdministrator,
    storageNear: toAdministrator,
    storageReached: toAdministrator,
    webhookFailing: toAdministrator,
    webhookDisabled: toAdministrator,
    aiApprovalWithdrawn: toAdministrator,
    aiOrganizationNear: toAdministrator,
    aiOrganizationReached: toAdministrator,
    aiPersonNear: toAdministrator,
    aiPersonReached: toAdministrator,
    noticeGiven: aboutContract,
    noticeWithdrawn: aboutContract,
    contractEnded: aboutContract,
  };
}
