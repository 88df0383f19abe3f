import type { MemberService } from "./features/members/members.service.ts";
import { revokeInvitation } from "./features/members/members.queries.ts";
import type { Credentials } from "./features/password-reset/credentials.ts";
import { offboardingJob } from "./features/staff/offboarding.worker.ts";
import type { StaffDependencies } from "./features/staff/staff-dependencies.ts";
import { registerStaffRoutes } from "./features/staff/staff.routes.ts";
import * as factors from "./features/two-factor/two-factor.queries.ts";
import * as guards from "./features/users/member-guards.ts";
import * as peopleQueries from "./features/users/people.queries.ts";
import type { PeopleService } from "./features/users/people.service.ts";
import { membershipFault, membershipStateChange } from "./features/users/users.policy.ts";
import type { PlatformDb } from "./platform/db/platform-db.ts";
import type { Registrar } from "./platform/http/registrar.ts";
import type { Job } from "./platform/jobs/scheduler.ts";

type Dependencies = Omit<
  StaffDependencies,
  "guards" | "people" | "users" | "invite" | "revokeInvitation" | "factors" | "endRecovery"
> & { platformDb: PlatformDb; people: PeopleService; members: MemberService; credentials: Credentials };

/** Wires up onboarding and offboarding, registers the calls and returns the job for planned departures. */
export function composeStaff(registrar: Registrar, dependencies: Dependencies): Job {
  const { people, members, credentials, platformDb, ...shared } = dependencies;
  const staff: StaffDependencies = {
    ...shared,
    guards,
    people: { ...peopleQueries, membershipFault, membershipStateChange },
    users: people,
    invite: (tx, context, offer) => members.invite(tx, context, offer),
    revokeInvitation,
    factors,
    endRecovery: (tx, personId, reason) => credentials.endRecovery(tx, personId, reason),
  };
  registerStaffRoutes(registrar, staff);
  return offboardingJob({ ...staff, platformDb });
}
