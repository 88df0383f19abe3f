import { formatIban } from "../../../platform/banking/iban.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { idOf, type PrepareMail } from "../../../platform/mail/mail-job.ts";
import { findReminderFacts, type ReminderFacts } from "./reminders.platform-queries.ts";

/**
 * Prepares the reminder of a level: `{ organizationId, invoiceId, personId? }`. Without a person it goes to the billing
 * address. Nothing is sent if the invoice has been paid since.
 */
export function reminderMail(db: PlatformDb, level: number): PrepareMail {
  return async (payload) => {
    const facts = await findReminderFacts(db.reads, {
      organizationId: idOf(payload, "organizationId"),
      invoiceId: idOf(payload, "invoiceId"),
      personId: payload["personId"] ? idOf(payload, "personId") : null,
      level,
    });
    if (facts === undefined || facts.address === null) return undefined;
    const account = accountOf(facts);
    return {
      to: { name: facts.name, address: facts.address },
      language: facts.language,
      values: {
        invoiceNumber: facts.number,
        dueOn: facts.dueOn,
        amount: { cents: facts.openCents, currency: facts.currency },
        ...(account !== undefined && { account }),
        ...(facts.text !== null && { text: facts.text }),
      },
    };
  };
}

/** Returns the operator's account in one line. */
function accountOf({ payee, iban, bic }: ReminderFacts): string | undefined {
  if (payee === null || iban === null) return undefined;
  return [payee, `IBAN ${formatIban(iban)}`, ...(bic === null ? [] : [`BIC ${bic}`])].join(", ");
}
