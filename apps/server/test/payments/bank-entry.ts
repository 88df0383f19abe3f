import { unique, queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";

/** Stores an entry of a bank statement that belongs to no invoice yet. Returns its reference. */
export async function insertBankEntry(testApp: TestApp): Promise<string> {
  const reference = unique("BANK");
  await queryRows(
    testApp,
    `insert into bank_entry (reference, booked_on, amount_cents, currency, text)
     values ($1, '2026-11-20', 100, 'EUR', 'Ohne Nummer')`,
    [reference],
  );
  return reference;
}
