import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { SessionService } from "../auth/session/session.service.ts";
import type { Notifier } from "../notifications/notifier.ts";
import type { AdministratorNotices } from "../notifications/administrator-notices.ts";
import type { Credentials } from "../auth/password/credentials.ts";
import type { MailLimits } from "../../directory/mail-limits.ts";

/** Dependencies from other features, provided by the composition root. */
export type StaffDependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  sessions: Pick<SessionService, "end" | "leaveOrganization">;
  /** Revokes everything that could restore a password. */
  credentials: Pick<Credentials, "endRecovery">;
  mailLimits: Pick<MailLimits, "countForOrganization">;
  notices: Pick<AdministratorNotices, "queue">;
  notifier: Pick<Notifier, "storeAndMail">;
};
