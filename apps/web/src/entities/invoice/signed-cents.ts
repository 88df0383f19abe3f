import type { Invoice } from "@praxisportal/contract/invoices/invoices.schema";

/** Returns an amount of an invoice or credit note. The amounts of a credit note are negative. */
export function signedCents({ kind }: Pick<Invoice, "kind">, cents: number): number {
  return kind === "credit_note" && cents !== 0 ? -cents : cents;
}
