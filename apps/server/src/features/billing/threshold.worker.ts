import { uuidSchema } from "@praxisportal/contract/identifiers";
import { dateSchema } from "@praxisportal/contract/validation";
import * as z from "zod/mini";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { type OutboxHandler, UnretryableError } from "../../platform/outbox/outbox-message.ts";
import type { Notifier } from "../notifications/notifier.ts";
import type { AdministratorNotices } from "../notifications/administrator-notices.ts";
import { ownBudgetTexts } from "./own-budget.ts";
import { isActiveMember, recordNotified, personOf, type ReachedThreshold } from "./threshold.queries.ts";

/** Outbox topic of budgets that reached 80 or 100 percent; written in the transaction of the call that did so. */
export const thresholdTopic = "ai.threshold";

type Dependencies = {
  db: PlatformDb;
  clock: Clock;
  notices: Pick<AdministratorNotices, "queue">;
  notifier: Pick<Notifier, "store">;
};

const messageSchema = z.object({
  organizationId: uuidSchema,
  personId: uuidSchema,
  period: dateSchema,
  thresholdPercent: z.union([z.literal(80), z.literal(100)]),
});

/**
 * Notifies administrators, and the member for a personal budget, once per threshold and month. Marking the threshold
 * and queueing the mails share a transaction, so a message redelivered after a crash has no effect.
 */
export function thresholdHandler(dependencies: Dependencies): OutboxHandler {
  return {
    async handle({ payload }, signal) {
      const parsed = messageSchema.safeParse(payload);
      if (!parsed.success) throw new UnretryableError("the message names no threshold");
      const threshold: ReachedThreshold = { ...parsed.data, personId: personOf(parsed.data.personId) };
      await dependencies.db.write(async (tx) => {
        await notify(tx, threshold, dependencies);
        signal.throwIfAborted();
      });
    },
  };
}

async function notify(
  tx: WriteTransaction,
  reached: ReachedThreshold,
  { clock, notices, notifier }: Dependencies,
): Promise<void> {
  const { organizationId, personId, period, thresholdPercent } = reached;
  if (!(await recordNotified(tx, reached, clock.now()))) return;
  const scope = personId === null ? "aiOrganization" : "aiPerson";
  const kind = thresholdPercent === 100 ? (`${scope}Reached` as const) : (`${scope}Near` as const);
  // All members receive the event for the organization's budget, only the member for a personal one.
  tx.record({
    event: personId === null ? "usage.limit_reached" : "usage.own_limit_reached",
    organizationId,
    ...(personId && { personId }),
    data: { period, thresholdPercent },
  });
  const administrators = await notices.queue(tx, {
    kind,
    organizationId,
    actorId: null,
    ...(personId && { userId: personId }),
  });
  // An administrator already gets the notice about the budgets of members.
  const isNotified = administrators.some((administrator) => administrator.personId === personId);
  if (personId === null || isNotified || !(await isActiveMember(tx, organizationId, personId))) return;
  const messages = ownBudgetTexts(thresholdPercent);
  const recipient = { personId, organizationId };
  notifier.store(tx, [{ ...recipient, type: "warning", kind: "aiOwnBudget", messages }]);
}
