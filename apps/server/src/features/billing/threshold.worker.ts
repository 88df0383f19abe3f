import { uuidSchema } from "@praxisportal/contract/identifiers";
import { dateSchema } from "@praxisportal/contract/validation";
import * as z from "zod/mini";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { type OutboxHandler, UnretryableError } from "../../platform/outbox/outbox-message.ts";
import type { LiveEvents } from "../../platform/realtime/live-events.ts";
import type { AdministratorNotices } from "../organizations/administrator-notices.ts";
import { noteTold, personOf, type ReachedThreshold } from "./threshold.queries.ts";

/** Outbox topic of budgets that reached 80 or 100 per cent; written with the call that did it. */
export const thresholdTopic = "ai.threshold";

type Parts = {
  db: PlatformDb;
  live: LiveEvents;
  clock: Clock;
  notices: Pick<AdministratorNotices, "order" | "announce">;
};

const order = z.object({
  organizationId: uuidSchema,
  personId: uuidSchema,
  period: dateSchema,
  thresholdPercent: z.union([z.literal(80), z.literal(100)]),
});

/**
 * Tells administrators that a budget runs out, once for each threshold and month: who notes it orders the mails in the
 * same transaction. A message that comes again after a crash finds it noted.
 */
export function thresholdHandler({ db, live, clock, notices }: Parts): OutboxHandler {
  return {
    async handle({ payload }) {
      const parsed = order.safeParse(payload);
      if (!parsed.success) throw new UnretryableError("the order names no threshold");
      const reached: ReachedThreshold = { ...parsed.data, personId: personOf(parsed.data.personId) };
      const { organizationId, personId, period, thresholdPercent } = reached;
      const told = await db.write(async (tx) => {
        if (!(await noteTold(tx, reached, clock.now()))) return undefined;
        const scope = personId === null ? "aiPractice" : "aiPerson";
        const kind = thresholdPercent === 100 ? (`${scope}Reached` as const) : (`${scope}Near` as const);
        return notices.order(tx, {
          kind,
          organizationId,
          actorId: null,
          ...(personId && { userId: personId }),
        });
      });
      if (told === undefined) return;
      notices.announce(told);
      const data = { period, thresholdPercent };
      // Everybody of the practice learns of its own budget, of a person's only she.
      live.publish({
        event: "usageUpdate",
        organizationId,
        ...(personId && { personId }),
        data: { ...data, ...(personId && { userId: personId }) },
      });
    },
  };
}
