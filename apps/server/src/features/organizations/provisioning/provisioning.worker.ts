import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { Job } from "../../../platform/jobs/scheduler.ts";
import { findStopped } from "./provisioning.platform-queries.ts";
import type { ProvisioningService } from "./provisioning.service.ts";

const batchSize = 100;
const beforeAllIds = "00000000-0000-0000-0000-000000000000";

type Dependencies = { db: PlatformDb; provisioning: Pick<ProvisioningService, "run"> };

/**
 * Continues provisionings that failed, or whose process was killed. Idempotent, because each step is done once. Fails
 * when one of them fails again, so that the overview shows it.
 */
export function provisioningJob({ db, provisioning }: Dependencies): Job {
  return {
    name: "provisioning",
    cron: "* * * * *",
    runsAtStart: true,
    async run(signal) {
      const errors: unknown[] = [];
      let after = beforeAllIds;
      for (let foundCount = batchSize; foundCount === batchSize && !signal.aborted;) {
        const stoppedIds = await findStopped(db, after, batchSize);
        foundCount = stoppedIds.length;
        after = stoppedIds.at(-1) ?? after;
        for (const organizationId of stoppedIds) {
          if (signal.aborted) return;
          const error = await provisioning.run(organizationId);
          if (error !== undefined) errors.push(error);
        }
      }
      if (errors.length > 0) throw new AggregateError(errors, `${errors.length} provisionings failed`);
    },
  };
}
