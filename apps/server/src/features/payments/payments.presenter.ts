import type { DirectDebitFile, Reminders } from "@praxisportal/contract/payments/payments.schema";
import type { DebitFileRow } from "./debits/debits.platform-queries.ts";
import type { DueReminder } from "./reminders/reminders.platform-queries.ts";

/** Returns a file of direct debits as the operator sees it, without its content. */
export function presentDebitFile({
  id,
  messageId,
  debits,
  totalCents,
  createdAt,
}: DebitFileRow): DirectDebitFile {
  return {
    _id: id,
    id,
    messageId,
    debits,
    totalCents: Number(totalCents),
    createdAt: createdAt.toISOString(),
  };
}

/** Returns a reminder as the operator sees it. */
export function presentReminder({
  organizationId: _organizationId,
  ...reminder
}: DueReminder): Reminders["data"][number] {
  return reminder;
}
