import { addressLimit } from "../../directory/address-limit.ts";
import { MailLimits } from "../../directory/mail-limits.ts";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { ReportDb } from "../../platform/db/reports/report-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Auth } from "../auth/create-auth.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import type { Usage } from "../usage/create-usage.ts";
import { EmailLinkService } from "./email/email-link.service.ts";
import { emailChangeNoticeMail, emailConfirmMail } from "./email/email-mail.ts";
import { EmailService } from "./email/email.service.ts";
import { PeopleService } from "./edit/people.service.ts";
import { platformReads } from "./list/platform-reads.platform-queries.ts";
import { TransferService } from "./transfer/transfer.service.ts";
import { UserExportService } from "./export/user-export.service.ts";
import { listedPeople, visibleList } from "./list/visible-list.ts";
import { UserUsageService } from "./user-usage.service.ts";
import { registerUserRoutes } from "./users.routes.ts";
import { UserService } from "./users.service.ts";
import { deleteOldEmailChanges } from "./email/deletions.queries.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  reports: ReportDb;
  clock: Clock;
  hasher: PasswordHasher;
  limits: RateLimiter;
  publicUrl: URL;
  auth: Auth;
  notifications: Notifications;
  usage: Usage;
};

/** User services for other features. */
export type Users = ReturnType<typeof createUsers>;

/** Creates the signed-in user's own data and the people of organizations. */
export function createUsers({
  auth,
  notifications,
  usage,
  limits,
  publicUrl,
  ...dependencies
}: Dependencies) {
  const { db, platformDb, reports, clock } = dependencies;
  const { sessions } = auth;
  const { notices, notifier } = notifications;
  const shared = { ...dependencies, sessions, notices, notifier, mailLimits: new MailLimits(limits) };
  const people = new PeopleService(shared);
  const list = visibleList(clock);
  const mail = { db: platformDb, clock, publicUrl };
  return {
    people,
    listUsers: list,
    listedPeople: listedPeople(clock),
    deletions: [deleteOldEmailChanges],
    registerRoutes: (registrar) =>
      registerUserRoutes(registrar, {
        clock,
        users: new UserService(db, clock),
        people,
        exports: new UserExportService(shared),
        transfers: new TransferService(shared),
        usage: new UserUsageService({ clock, readPersonUsage: usage.readPersonUsage }),
        emails: new EmailService({ ...shared, ownPassword: auth.ownPassword }),
        emailLinks: new EmailLinkService(shared),
        limitLinks: addressLimit(limits, "link"),
        listUsers: list,
        ...platformReads({ db: platformDb, reports, clock }, auth.visits),
      }),
    mails: {
      emailConfirm: emailConfirmMail(mail),
      emailChangeNotice: emailChangeNoticeMail(mail),
      emailRemoved: emailChangeNoticeMail(mail),
    },
  } satisfies Feature & Record<string, unknown>;
}
