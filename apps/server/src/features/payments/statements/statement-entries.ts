import type { BankEntry } from "@praxisportal/contract/payments/payments.schema";
import type { StatementEntry } from "../../../platform/banking/camt053.ts";

/** Banks pass on at most this many characters. */
const maxNameLength = 140;
const maxTextLength = 500;

/**
 * Returns the entries of a statement with something to book. Some banks give several entries one reference; from the
 * second one on, a number is appended to keep them distinct.
 */
export function withOwnReferences(entries: readonly StatementEntry[]): StatementEntry[] {
  const uses = new Map<string, number>();
  return entries
    .filter(({ amountCents }) => amountCents !== 0)
    .map((entry) => {
      const use = (uses.get(entry.reference) ?? 0) + 1;
      uses.set(entry.reference, use);
      return use === 1 ? entry : { ...entry, reference: `${entry.reference}#${use}` };
    });
}

/** Returns an entry as it is kept until it is assigned. */
export function toBankEntry(entry: StatementEntry): BankEntry {
  const { reference, bookedOn, amountCents, currency, name, endToEndId, text } = entry;
  return {
    reference,
    bookedOn,
    amountCents,
    currency,
    name: name === null ? null : truncate(name, maxNameLength),
    text: truncate([endToEndId, text].filter(Boolean).join(" "), maxTextLength),
  };
}

/** Truncates a text without leaving half a surrogate pair, which the database rejects. */
export function truncate(text: string, maxLength: number): string {
  return text.slice(0, maxLength).toWellFormed();
}
