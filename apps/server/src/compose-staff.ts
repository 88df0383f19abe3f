import { offboardingJob } from "./features/staff/offboarding.worker.ts";
import type { StaffDependencies } from "./features/staff/staff-dependencies.ts";
import { registerStaffRoutes } from "./features/staff/staff.routes.ts";
import type { PlatformDb } from "./platform/db/platform-db.ts";
import type { Registrar } from "./platform/http/registrar.ts";
import type { Job } from "./platform/jobs/scheduler.ts";

/** Wires up onboarding and offboarding, registers the calls and returns the job for planned departures. */
export function composeStaff(
  registrar: Registrar,
  dependencies: StaffDependencies & { platformDb: PlatformDb },
): Job {
  registerStaffRoutes(registrar, dependencies);
  return offboardingJob(dependencies);
}
