import { uuidSchema } from "@praxisportal/contract/identifiers";
import * as z from "zod/mini";
import { type AlertedLimit, markNotified } from "../../../directory/limits/limit-alerts.queries.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { type OutboxHandler, UnretryableError } from "../../../platform/outbox/outbox-message.ts";
import type { AdministratorNotices, NoticeKind } from "../../notifications/administrator-notices.ts";

type Dependencies = { platformDb: PlatformDb; notices: Pick<AdministratorNotices, "queue"> };

const payloadSchema = z.object({
  organizationId: uuidSchema,
  limit: z.enum(["maxUsers", "storageBytes"]),
  thresholdPercent: z.union([z.literal(80), z.literal(100)]),
});

/** The notices of each limit above 80 percent and at 100 percent, and its name in the live update. */
const alerts = {
  maxUsers: { name: "maxUsers", 80: "seatsNear", 100: "seatsReached" },
  storageBytes: { name: "storageGB", 80: "storageNear", 100: "storageReached" },
} as const satisfies Readonly<Record<AlertedLimit, { name: string; 80: NoticeKind; 100: NoticeKind }>>;

/**
 * Notifies administrators and open pages of a limit, once per crossing. Marking the crossing and queueing the mails
 * share a transaction, so a message redelivered after a crash has no effect.
 */
export function limitAlertHandler({ platformDb, notices }: Dependencies): OutboxHandler {
  return {
    async handle({ payload }, signal) {
      const parsed = payloadSchema.safeParse(payload);
      if (!parsed.success) throw new UnretryableError("the payload names no limit");
      const { organizationId, limit, thresholdPercent } = parsed.data;
      await platformDb.write(async (tx) => {
        if (!(await markNotified(tx, organizationId, limit, thresholdPercent))) return;
        const { name, [thresholdPercent]: kind } = alerts[limit];
        tx.record({ event: "usage.limit_reached", organizationId, data: { limit: name, thresholdPercent } });
        await notices.queue(tx, { kind, organizationId, actorId: null });
        signal.throwIfAborted();
      });
    },
  };
}
