import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { Job } from "../../../platform/jobs/scheduler.ts";
import { takeEndedWindows } from "./unknown-names.platform-queries.ts";

/**
 * Records failed sign-in attempts with unknown usernames in the platform's audit log: one entry per network and time
 * window, with the number of attempts. The counters are deleted in the same transaction.
 */
export function unknownNamesJob({ db, clock }: { db: PlatformDb; clock: Clock }): Job {
  return {
    name: "unknown-names",
    cron: "* * * * *",
    run: () =>
      db.write(async (tx, allDb) => {
        for (const { action, reason, attempts, request, origin } of await takeEndedWindows(
          allDb,
          clock.now(),
        )) {
          tx.record({
            organizationId: platformChainId,
            action,
            outcome: "failed",
            actor: { type: "user", id: null },
            reason,
            changes: { attempts: [0, attempts] },
            ...(request && { request }),
            origin,
          });
        }
      }),
  };
}
