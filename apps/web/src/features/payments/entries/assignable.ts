import type { Invoice } from "../../../entities/invoice/invoice.api.ts";
import type { BankEntry } from "../payments.api.ts";

/**
 * Returns the invoices to which an entry can be booked: invoices with an open amount in the currency of the entry, and
 * paid invoices for a refund. Invoices with exactly the amount of the entry come first.
 */
export function assignable(
  invoices: readonly Invoice[],
  { amountCents, currency }: Pick<BankEntry, "amountCents" | "currency">,
): readonly Invoice[] {
  const isPaidBack = amountCents < 0;
  const distance = ({ openCents, paidCents }: Invoice) =>
    Math.abs((isPaidBack ? paidCents : openCents) - Math.abs(amountCents));
  return invoices
    .filter(
      (invoice) =>
        invoice.kind === "invoice" &&
        invoice.currency === currency &&
        (isPaidBack ? invoice.paidCents > 0 : invoice.openCents > 0),
    )
    .toSorted((left, right) => distance(left) - distance(right));
}
