import type { PlatformDb } from "../db/platform-db.ts";
import type { Job } from "./scheduler.ts";
import { recordMinute } from "./jobs.queries.ts";

/** Records that the portal ran in this minute. The displayed availability is computed from these minutes. */
export function uptimeJob(db: PlatformDb): Job {
  return { name: "uptime", cron: "* * * * *", run: () => recordMinute(db) };
}
