import { addressLimit } from "../../directory/address-limit.ts";
import { MailLimits } from "../../directory/mail-limits.ts";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Auth } from "../auth/create-auth.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import type { Users } from "../users/create-users.ts";
import { accessExpiryJob } from "./access-expiry.worker.ts";
import { invitationMail } from "./invitation-mail.ts";
import { InvitationService } from "./invitation.service.ts";
import { registerMemberRoutes } from "./members.routes.ts";
import { MemberService } from "./members.service.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  hasher: PasswordHasher;
  limits: RateLimiter;
  publicUrl: URL;
  auth: Auth;
  notifications: Notifications;
  users: Users;
};

/** Member services for other features. */
export type Members = ReturnType<typeof createMembers>;

/** Creates the members of organizations and their invitations. */
export function createMembers(dependencies: Dependencies) {
  const { platformDb, clock, limits, publicUrl, auth, notifications, users } = dependencies;
  const { sessions } = auth;
  const { notices } = notifications;
  const shared = { ...dependencies, sessions, notices, mailLimits: new MailLimits(limits) };
  const members = new MemberService({ ...shared, users: users.people });
  const invitations = new InvitationService(shared);
  return {
    members,
    registerRoutes: (registrar) =>
      registerMemberRoutes(registrar, { members, invitations, limitLinks: addressLimit(limits, "link") }),
    jobs: [accessExpiryJob({ db: platformDb, clock, notices })],
    mails: { invitation: invitationMail({ db: platformDb, clock, publicUrl }) },
  } satisfies Feature & Record<string, unknown>;
}
