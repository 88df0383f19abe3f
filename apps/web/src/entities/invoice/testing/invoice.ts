import type { InvoiceDetail } from "@praxisportal/contract/invoices/invoices.schema";

const id = "01990000-0000-7000-8000-000000000001";

/** Returns an open invoice of a plan and of AI use, with changes. */
export function invoiceWith(changes: Partial<InvoiceDetail> = {}): InvoiceDetail {
  return {
    _id: id,
    id,
    organizationId: "01990000-0000-7000-8000-000000000002",
    organizationName: "Praxis Lindenmuster",
    kind: "invoice",
    status: "open",
    number: "RE-2026-000001",
    month: "2026-12-01",
    issuedOn: "2026-12-04",
    dueOn: "2026-12-18",
    currency: "EUR",
    netCents: 14_312,
    taxCents: 2719,
    grossCents: 17_031,
    dueCents: 17_031,
    paidCents: 7031,
    openCents: 10_000,
    reminderLevel: 0,
    isDirectDebit: false,
    createdAt: "2026-12-01T02:00:00Z",
    finalisedAt: "2026-12-04T02:00:00Z",
    finaliseAt: null,
    held: [],
    unpricedCalls: 0,
    corrects: null,
    creditedBy: null,
    lines: [
      {
        text: "Tarif Professional",
        detail: null,
        quantityMilli: 1000,
        unitPriceCents: 12_900,
        netCents: 12_900,
        rateBasisPoints: 1900,
        period: { from: "2026-12-01", to: "2026-12-31" },
      },
      {
        text: "KI-Verbrauch",
        detail: "42 Anfragen über dem enthaltenen Betrag",
        quantityMilli: 1000,
        unitPriceCents: 1412,
        netCents: 1412,
        rateBasisPoints: 1900,
        period: { from: "2026-11-01", to: "2026-11-30" },
      },
    ],
    taxes: [{ rateBasisPoints: 1900, basisCents: 14_312, taxCents: 2719, exemptionReason: null }],
    buyer: ["Praxis Lindenmuster", "Lindenweg 4", "10115 Berlin"],
    payments: [
      {
        id: "01990000-0000-7000-8000-000000000003",
        bookedOn: "2026-12-10",
        amountCents: 7031,
        source: "statement",
        note: null,
      },
    ],
    reason: null,
    mailedAt: "2026-12-04T02:01:00Z",
    xmlSha256: "a".repeat(64),
    pdfSha256: "b".repeat(64),
    retainUntil: "2034-12-31",
    legalHoldReason: null,
    ...changes,
  };
}
