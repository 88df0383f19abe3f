import type { StatementEntry } from "../../../platform/banking/camt053.ts";

/** Joins parts that may be separated by a blank. */
const joinSpaced = (...parts: readonly string[]) => parts.join(" ?");
const digit = String.raw`\d`;

/** Invoice numbers, even in lower case, without hyphens as in a creditor reference, and broken by blanks. */
const numberPattern = new RegExp(
  `${joinSpaced("R", "E", "[-–]?", `(${joinSpaced("2", "0", digit, digit)})`, "[-–]?", `(${joinSpaced(...Array<string>(6).fill(digit))})`)}(?!${digit})`,
  "gi",
);

/** Returns the invoice numbers in a text, each once. */
export function invoiceNumbersIn(text: string): string[] {
  // Single blanks, so that the time does not grow with their number.
  const matches = text.replaceAll(/\s+/g, " ").matchAll(numberPattern);
  const compact = (part = "") => part.replaceAll(" ", "");
  return [...new Set([...matches].map(([, year, serial]) => `RE-${compact(year)}-${compact(serial)}`))];
}

/** Returns the numbers of the invoices that an entry may pay: those in its id, otherwise those in its text. */
export function numbersOf({ endToEndId, text }: Pick<StatementEntry, "endToEndId" | "text">): string[] {
  const numbersInId = invoiceNumbersIn(endToEndId ?? "");
  return numbersInId.length > 0 ? numbersInId : invoiceNumbersIn(text);
}

/** An invoice as it is compared with an entry. */
type Candidate = {
  currency: string;
  /** Amounts of its direct debits, in cents. */
  debits: readonly number[];
};

/**
 * Returns whether an entry is a payment of an invoice, or the return of its direct debit. Other outgoing payments are
 * not assigned automatically, even if their text names an invoice.
 */
export function isBookable(
  { amountCents, currency, returnReason }: Pick<StatementEntry, "amountCents" | "currency" | "returnReason">,
  invoice: Candidate,
): boolean {
  if (currency !== invoice.currency) return false;
  return amountCents > 0 || returnReason !== null || invoice.debits.includes(-amountCents);
}
