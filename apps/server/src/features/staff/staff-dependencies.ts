import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { LiveEvents } from "../../platform/realtime/live-events.ts";
import type { SessionService } from "../auth/session.service.ts";
import type { MemberService } from "../members/members.service.ts";
import type { revokeInvitation } from "../members/members.queries.ts";
import type { Notifier } from "../notifications/notifier.ts";
import type { AdministratorNotices } from "../organizations/administrator-notices.ts";
import type { insertMembership, insertPerson } from "../organizations/provision.queries.ts";
import type { takeSeat } from "../organizations/seats.queries.ts";
import type { remove as removeSecondFactor, removePasskeys } from "../two-factor/two-factor.queries.ts";
import type * as guards from "../users/member-guards.ts";
import type * as people from "../users/people.queries.ts";
import type { PeopleService } from "../users/people.service.ts";
import type { membershipFault, membershipStateChange } from "../users/users.policy.ts";

/** Dependencies from other features, provided by the composition root. */
export type StaffDependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  live: LiveEvents;
  sessions: Pick<SessionService, "end" | "leavePractice" | "announceEnd" | "personChanged">;
  provision: { insertPerson: typeof insertPerson; insertMembership: typeof insertMembership };
  takeSeat: typeof takeSeat;
  guards: typeof guards;
  people: Pick<typeof people, "belongsElsewhere" | "updateMembership" | "lockMember" | "lockOrganization"> & {
    membershipFault: typeof membershipFault;
    membershipStateChange: typeof membershipStateChange;
  };
  users: Pick<PeopleService, "get">;
  invite: MemberService["invite"];
  revokeInvitation: typeof revokeInvitation;
  factors: { remove: typeof removeSecondFactor; removePasskeys: typeof removePasskeys };
  /** Invalidates everything that could restore a password. */
  endRecovery: (tx: WriteTransaction, personId: string, reason: string) => Promise<void>;
  notices: Pick<AdministratorNotices, "queue" | "announce">;
  notifier: Pick<Notifier, "store" | "publish">;
};
