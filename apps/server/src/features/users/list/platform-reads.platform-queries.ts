import type { UserListQuery } from "@praxisportal/contract/users/users.schema";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { ReportDb } from "../../../platform/db/reports/report-db.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { readOwnActivity } from "../profile/own-activity.platform-queries.ts";
import { listAllUsers } from "./users.platform-queries.ts";

/**
 * Creates the reads that need platform access: the people of all organizations, which is audited, and the caller's own
 * activity.
 */
export function platformReads(
  { db, reports, clock }: { db: PlatformDb; reports: ReportDb; clock: Clock },
  visits: { recordAll: (context: RequestContext) => Promise<void> },
) {
  return {
    listAllUsers: async (context: RequestContext, query: UserListQuery) => {
      await visits.recordAll(context);
      return reports.platform((reportDb) => listAllUsers(reportDb, query, clock.now()));
    },
    readOwnActivity: (personId: string) => readOwnActivity(db, personId),
  };
}
