import type { Invoice } from "@praxisportal/contract/invoices/invoices.schema";

/** Returns an amount of an invoice or credit note. The amounts of a credit note are negative. */
export function signedCents({ kind }: Pick<Invoice, "kind">, cents: number): number {
  return kind === "credit_note" && cents !== 0 ? -cents : cents;
}

/** Returns the quantity of a line. That of a credit note is negative, so that quantity × price is the amount. */
export function signedMilli(invoice: Pick<Invoice, "kind">, quantityMilli: number): number {
  return signedCents(invoice, quantityMilli);
}
