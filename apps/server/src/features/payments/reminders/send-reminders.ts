import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { AuditDraft } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { lockInvoices } from "../booking/invoices.platform-queries.ts";
import * as queries from "./reminders.platform-queries.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock };

/** Sender of reminders: the operator or the job. */
type Sender = Pick<AuditDraft, "actor" | "request" | "origin">;

/** Reminders per query. */
export const reminderBatch = 500;

/**
 * Sends the reminders that are due and returns them. A level is recorded in the transaction that queues its mails, so
 * that a call that was killed or that runs twice sends none again.
 */
export async function sendReminders(
  dependencies: Dependencies,
  sender: Sender,
  signal: AbortSignal = new AbortController().signal,
): Promise<queries.DueReminder[]> {
  const { platformDb, clock } = dependencies;
  const sentReminders: queries.DueReminder[] = [];
  for (let foundCount = reminderBatch; foundCount === reminderBatch && !signal.aborted;) {
    const dueReminders = await queries.findDueReminders(platformDb.reads, clock.now(), {
      limit: reminderBatch,
    });
    foundCount = dueReminders.length;
    for (const reminder of dueReminders) {
      if (signal.aborted) return sentReminders;
      const result = await sendOne(dependencies, sender, reminder);
      if (result !== undefined) sentReminders.push(result);
    }
  }
  return sentReminders;
}

/** Sends a reminder. Returns undefined when it is no longer due, because it was sent or the invoice was paid. */
function sendOne(
  { platformDb, clock }: Dependencies,
  sender: Sender,
  reminder: queries.DueReminder,
): Promise<queries.DueReminder | undefined> {
  const { organizationId, invoiceId } = reminder;
  return platformDb.write(async (tx, allDb) => {
    const now = clock.now();
    await lockInvoices(allDb, [reminder]);
    const [dueReminder] = await queries.findDueReminders(allDb, now, { limit: 1, invoiceId });
    if (dueReminder === undefined) return undefined;
    await queries.recordReminder(allDb, dueReminder, now);
    for (const { personId } of await queries.findRecipients(allDb, organizationId, now)) {
      const ids = { organizationId, invoiceId, ...(personId !== null && { personId }) };
      tx.emit("mail", { template: `paymentReminder${dueReminder.level}`, ...ids }, uuidV7());
    }
    tx.record({
      ...sender,
      organizationId,
      action: "invoice.reminded",
      target: { type: "invoice", id: invoiceId, display: dueReminder.number },
      changes: { level: [dueReminder.level - 1, dueReminder.level] },
      ids: { invoiceId },
    });
    return dueReminder;
  });
}
