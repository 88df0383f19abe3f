import { organizationRestoreWindowMs } from "@praxisportal/contract/limits";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Job } from "../../platform/jobs/scheduler.ts";
import * as queries from "./organization-erasure.platform-queries.ts";

type Dependencies = { db: PlatformDb; clock: Clock };

/** Organizations per query. */
const batchSize = 20;

/**
 * Erases organizations 30 days after their deletion: all rows of the organization, the people who belonged to no other,
 * their sessions and keys, and every name in its log. Each organization is erased in one transaction, so that a crash
 * leaves it complete or fully erased. Idempotent: a second run at the same time finds nothing to erase.
 */
export function organizationErasureJob(dependencies: Dependencies, size: number = batchSize): Job {
  return {
    name: "organization-erasure",
    cron: "37 * * * *",
    runsAtStart: true,
    async run(signal) {
      const deletedBefore = new Date(dependencies.clock.now().getTime() - organizationRestoreWindowMs);
      for (let found = size; found === size && !signal.aborted;) {
        const organizations = await queries.findErasable(dependencies.db, deletedBefore, size);
        found = organizations.length;
        for (const organizationId of organizations) {
          if (signal.aborted) return;
          await erase(dependencies, organizationId, deletedBefore);
        }
      }
    },
  };
}

async function erase(
  { db, clock }: Dependencies,
  organizationId: string,
  deletedBefore: Date,
): Promise<void> {
  await db.write(async (tx, all) => {
    if (!(await queries.lockErasable(all, organizationId, deletedBefore))) return;
    const people = await queries.erasePeopleOf(all, organizationId);
    await queries.deleteOrganizationRows(all, organizationId);
    await queries.clearOrganization(all, organizationId, clock.now());
    for (const chain of [organizationId, platformChainId]) {
      tx.record({
        organizationId: chain,
        action: "organization.erased",
        actor: { type: "system", id: null },
        // Without its name, which is erased as well.
        target: { type: "organization", id: organizationId },
        changes: { people: [people, 0] },
        origin: "job",
      });
    }
  });
}
