import { accessExpiryNoticeMs } from "@praxisportal/contract/limits";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Job } from "../../platform/jobs/scheduler.ts";
import type { AdministratorNotices } from "../notifications/administrator-notices.ts";
import {
  type EndingAccess,
  findEndingMemberships,
  recordAnnounced,
  type Window,
} from "./access-expiry.platform-queries.ts";

type Dependencies = {
  db: PlatformDb;
  clock: Clock;
  notices: Pick<AdministratorNotices, "queue">;
};

/** Memberships per query. */
const batchSize = 100;

/**
 * Notifies the administrators of an organization a day before a limited membership ends, once for each end; the access
 * itself ends without this job. Idempotent: of two runs at the same time, only the one that records an end announces
 * it.
 */
export function accessExpiryJob(dependencies: Dependencies, size: number = batchSize): Job {
  return {
    name: "access-expiry",
    cron: "*/10 * * * *",
    runsAtStart: true,
    async run(signal) {
      for (let foundCount = size; foundCount === size && !signal.aborted;) {
        const after = dependencies.clock.now();
        const window = { after, until: new Date(after.getTime() + accessExpiryNoticeMs) };
        const ending = await findEndingMemberships(dependencies.db, window, size);
        foundCount = ending.length;
        for (const membership of ending) await announce(dependencies, membership, window);
      }
    },
  };
}

async function announce({ db, notices }: Dependencies, ending: EndingAccess, window: Window): Promise<void> {
  await db.write(async (tx) => {
    if (!(await recordAnnounced(tx, ending, window))) return;
    const { organizationId, personId } = ending;
    await notices.queue(tx, { kind: "memberAccessEnds", organizationId, actorId: null, userId: personId });
  });
}
