import { accessEndJob } from "./features/members/access-end.worker.ts";
import type { AdministratorNotices } from "./features/organizations/administrator-notices.ts";
import { practiceErasureJob } from "./features/organizations/practice-erasure.worker.ts";
import { securityCheckJob } from "./features/organizations/security-check.worker.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { PlatformDb } from "./platform/db/platform-db.ts";
import type { Job } from "./platform/jobs/scheduler.ts";
import type { LiveEvents } from "./platform/realtime/live-events.ts";

type Parts = { db: PlatformDb; live: LiveEvents; clock: Clock; notices: AdministratorNotices };

/** The scheduled work of the features. */
export function composeJobs(parts: Parts): readonly Job[] {
  return [securityCheckJob(parts), accessEndJob(parts), practiceErasureJob(parts)];
}
