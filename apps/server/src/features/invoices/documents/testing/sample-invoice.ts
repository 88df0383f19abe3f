import { netCentsOf, taxesAndTotals } from "../arithmetic.ts";
import type { InvoiceDocument, InvoiceLine } from "../invoice-document.ts";

/** The content of a sample; its amounts are computed from its lines. */
export type Sample = Partial<Omit<InvoiceDocument, "lines" | "taxes" | "totals">> & {
  lines: readonly InvoiceLine[];
  prepaidCents?: number;
  exemptionReason?: string;
};

const november = { from: "2026-11-01", to: "2026-11-30" } as const;

export const seller: InvoiceDocument["seller"] = {
  name: "Praxisportal Betrieb GmbH",
  address: {
    street: "Beispielstraße 1",
    houseNumber: null,
    addition: null,
    postalCode: "00000",
    city: "Musterstadt",
    country: "DE",
  },
  vatId: "DE123456789",
  taxNumber: null,
  contact: { name: "Rechnungsstelle", phone: "+49 30 23125000", email: "rechnung@example.org" },
  electronicAddress: "rechnung@example.org",
  website: null,
  management: null,
  register: null,
  bankName: null,
};

export const buyer: InvoiceDocument["buyer"] = {
  name: "Praxis am Musterplatz",
  contactName: null,
  address: {
    street: "Musterplatz 2",
    houseNumber: null,
    addition: null,
    postalCode: "00000",
    city: "Musterstadt",
    country: "DE",
  },
  vatId: null,
  electronicAddress: "praxis@example.org",
  customerNumber: null,
};

export const planLine: InvoiceLine = {
  text: "Tarif Professional, 01.11.–30.11.2026",
  detail: null,
  quantityMilli: 1000,
  unit: "MON",
  unitPriceCents: 8900,
  netCents: 8900,
  category: "S",
  rateBasisPoints: 1900,
  period: null,
};

export const aiLine: InvoiceLine = {
  ...planLine,
  text: "KI-Verbrauch über Freimenge (1 Mio. Token)",
  quantityMilli: 3200,
  unit: "C62",
  unitPriceCents: 450,
  netCents: 1440,
};

/** Creates a line whose net amount follows from quantity and price. */
export function lineOf(changes: Partial<InvoiceLine>): InvoiceLine {
  const line = { ...planLine, ...changes };
  return { ...line, netCents: netCentsOf(line.quantityMilli, line.unitPriceCents) };
}

/** Creates a complete document. Without changes it is the reference invoice `fx`. */
export function sampleInvoice(
  { lines, prepaidCents = 0, exemptionReason, ...changes }: Sample = { lines: [planLine, aiLine] },
): InvoiceDocument {
  const number = changes.number ?? "RE-2026-000123";
  return {
    kind: "invoice",
    format: "factur-x",
    language: "de",
    number,
    issueDate: "2026-11-22",
    dueDate: "2026-12-06",
    period: november,
    currency: "EUR",
    seller,
    buyer,
    buyerReference: "org-0195",
    precedingInvoice: null,
    payment: {
      kind: "transfer",
      accountName: seller.name,
      iban: "DE02120300000000202051",
      bic: null,
      reference: number,
    },
    paymentTerms: null,
    notes: [],
    usage: null,
    ...changes,
    lines: [...lines],
    ...taxesAndTotals(lines, prepaidCents, exemptionReason ?? null),
  };
}
