import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { Job } from "../../../platform/jobs/scheduler.ts";
import type { AdministratorNotices } from "../../notifications/administrator-notices.ts";
import {
  type DisablingReason,
  disableWebhook,
  findFailedTooLong,
  findUnwarned,
  markWarned,
  type WebhookKey,
} from "./disabling.platform-queries.ts";

type Dependencies = {
  platformDb: PlatformDb;
  clock: Clock;
  notices: Pick<AdministratorNotices, "queue">;
};

/** Disables a webhook with an audit entry, and notifies the administrators. Does nothing if it is already disabled. */
export async function disable(
  { clock, notices }: Pick<Dependencies, "clock" | "notices">,
  key: WebhookKey,
  reason: DisablingReason,
  { tx, db }: { tx: WriteTransaction; db: PlatformDb["writes"] },
): Promise<void> {
  const name = await disableWebhook(db, key, reason, clock.now());
  if (name === undefined) return;
  const { organizationId, id } = key;
  tx.record({
    organizationId,
    action: "webhook.disabled",
    actor: { type: "system", id: null },
    target: { type: "webhook", id, display: name },
    reason,
    origin: "job",
  });
  await notices.queue(tx, { kind: "webhookDisabled", organizationId, actorId: null });
}

/** Warns of webhooks that have failed for four days, and disables those that have failed for five. */
export function webhookHealthJob(dependencies: Dependencies): Job {
  const { platformDb, clock, notices } = dependencies;
  return {
    name: "webhook-health",
    cron: "*/10 * * * *",
    async run(signal) {
      const now = clock.now();
      for (const key of await findUnwarned(platformDb, now)) {
        if (signal.aborted) return;
        await platformDb.write(async (tx, db) => {
          if (!(await markWarned(db, key, now))) return;
          const { organizationId } = key;
          await notices.queue(tx, { kind: "webhookFailing", organizationId, actorId: null });
        });
      }
      for (const key of await findFailedTooLong(platformDb, now)) {
        if (signal.aborted) return;
        await platformDb.write((tx, db) => disable(dependencies, key, "failing", { tx, db }));
      }
    },
  };
}
