import type { StaffBoardQuery } from "@praxisportal/contract/staff/staff.schema";
import { MailLimits } from "../../directory/mail-limits.ts";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Auth } from "../auth/create-auth.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import { getBoard } from "./board.service.ts";
import { checklistReminderJob } from "./checklist-reminder.worker.ts";
import { handoverMail } from "./handover-mail.ts";
import { offboardingJob } from "./offboarding.worker.ts";
import { registerStaffRoutes } from "./staff.routes.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  hasher: PasswordHasher;
  limits: RateLimiter;
  auth: Auth;
  notifications: Notifications;
};

/** Services of onboarding and offboarding for other features. */
export type Staff = ReturnType<typeof createStaff>;

/** Creates onboarding and offboarding. */
export function createStaff({ limits, auth, notifications, ...dependencies }: Dependencies) {
  const { sessions, credentials } = auth;
  const { notices, notifier } = notifications;
  const mailLimits = new MailLimits(limits);
  const staff = { ...dependencies, sessions, credentials, notices, notifier, mailLimits };
  const { clock } = dependencies;
  return {
    readBoard: (db: OrganizationDb, query: StaffBoardQuery) => getBoard(db, query, clock.now()),
    registerRoutes: (registrar) => registerStaffRoutes(registrar, staff),
    jobs: [offboardingJob(staff), checklistReminderJob({ ...dependencies, notifier })],
    mails: { handedOver: handoverMail(dependencies.platformDb, clock) },
  } satisfies Feature & Record<string, unknown>;
}
