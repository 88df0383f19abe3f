import type { Page } from "@playwright/test";
import type { Invoice, InvoiceDetail } from "@praxisportal/contract/invoices/invoices.schema";
import { respondWith } from "./responses.ts";

const idOf = (number: number) => `0197a000-0000-7000-8000-0000000008${String(number).padStart(2, "0")}`;

function invoice(place: number, changes: Partial<Invoice>): Invoice {
  const id = idOf(place);
  return {
    _id: id,
    id,
    organizationId: idOf(0),
    organizationName: "Praxis am Musterplatz",
    kind: "invoice",
    status: "paid",
    number: null,
    month: "2026-10-01",
    issuedOn: "2026-10-05",
    dueOn: "2026-11-04",
    currency: "EUR",
    netCents: 13_790,
    taxCents: 2_620,
    grossCents: 16_410,
    dueCents: 16_410,
    paidCents: 16_410,
    openCents: 0,
    reminderLevel: 0,
    isDirectDebit: false,
    createdAt: "2026-10-02T06:00:00.000Z",
    finalisedAt: "2026-10-05T06:00:00.000Z",
    finaliseAt: null,
    held: [],
    unpricedCalls: 0,
    corrects: null,
    creditedBy: null,
    ...changes,
  };
}

const open = {
  status: "open",
  paidCents: 0,
  openCents: 17_647,
  grossCents: 17_647,
  dueCents: 17_647,
} as const;
const overdue = invoice(3, {
  number: "RE-2026-000329",
  status: "overdue",
  month: "2026-09-01",
  issuedOn: "2026-09-04",
  dueOn: "2026-10-04",
  paidCents: 16_320,
  openCents: 90,
  reminderLevel: 1,
});

const creditNote = invoice(4, {
  number: "GU-2026-000018",
  kind: "credit_note",
  status: "issued",
  month: "2026-08-01",
  issuedOn: "2026-08-21",
  dueCents: 0,
  paidCents: 0,
  corrects: { id: idOf(5), number: "RE-2026-000288" },
});

const invoices: readonly Invoice[] = [
  invoice(1, {
    ...open,
    number: "RE-2026-000412",
    month: "2026-11-01",
    issuedOn: "2026-11-04",
    dueOn: "2026-12-04",
  }),
  invoice(2, { number: "RE-2026-000371" }),
  overdue,
  creditNote,
  invoice(5, {
    number: "RE-2026-000288",
    status: "credited",
    month: "2026-08-01",
    issuedOn: "2026-08-04",
    creditedBy: { id: idOf(4), number: "GU-2026-000018" },
  }),
];

const pageWith = (data: readonly Invoice[]) => ({
  data,
  pagination: { page: 1, limit: 20, total: data.length, pages: Math.min(data.length, 1) },
});

/** A page with an invoice in each state. */
export const invoicePage = pageWith(invoices);

/** The overdue invoice with its lines and a partial payment. */
const detail: InvoiceDetail = {
  ...overdue,
  lines: [
    {
      text: "Tarif Professional",
      detail: null,
      quantityMilli: 1_000,
      unitPriceCents: 12_900,
      netCents: 12_900,
      rateBasisPoints: 1_900,
      period: { from: "2026-09-01", to: "2026-09-30" },
    },
    {
      text: "KI-Verbrauch über dem enthaltenen Betrag",
      detail: "33,90 € verbraucht, 25,00 € im Tarif enthalten",
      quantityMilli: 1_000,
      unitPriceCents: 890,
      netCents: 890,
      rateBasisPoints: 1_900,
      period: { from: "2026-08-01", to: "2026-08-31" },
    },
  ],
  taxes: [{ rateBasisPoints: 1_900, basisCents: 13_790, taxCents: 2_620, exemptionReason: null }],
  buyer: ["Praxis am Musterplatz", "Musterplatz 1", "12345 Musterstadt"],
  payments: [
    { id: idOf(9), bookedOn: "2026-10-05", amountCents: 16_320, source: "statement", note: "RE-2026-000329" },
  ],
  reason: null,
  mailedAt: "2026-09-04T06:00:10.000Z",
  xmlSha256: null,
  pdfSha256: null,
  retainUntil: "2034-12-31",
  legalHoldReason: null,
};

const creditDetail: InvoiceDetail = {
  ...detail,
  ...creditNote,
  lines: [
    {
      text: "Tarif Professional",
      detail: null,
      quantityMilli: 1_000,
      unitPriceCents: 13_790,
      netCents: 13_790,
      rateBasisPoints: 1_900,
      period: { from: "2026-08-01", to: "2026-08-31" },
    },
  ],
  payments: [],
  reason: "Falscher Zeitraum",
};

/** Responds with a list of invoices, one in each state. The overdue invoice and the credit note can be opened. */
export async function respondWithInvoices(page: Page, currency: Invoice["currency"] = "EUR"): Promise<void> {
  const inCurrency = (original: Invoice): Invoice => ({ ...original, currency });
  const unpaid = (status: Invoice["status"]) => {
    const matching = invoices.filter((candidate) => candidate.status === status);
    const openCents = matching.reduce((sum, { openCents: cents }) => sum + cents, 0);
    return { count: matching.length, sums: [{ currency, openCents }], dueOn: matching[0]?.dueOn ?? null };
  };
  await respondWith(/\/api\/billing\/invoices\?/, pageWith(invoices.map(inCurrency)))(page);
  await respondWith(/\/api\/billing\/unpaid$/, { open: unpaid("open"), overdue: unpaid("overdue") })(page);
  for (const opened of [detail, creditDetail])
    await respondWith(new RegExp(`/api/billing/invoices/${opened.id}$`), { ...opened, currency })(page);
}
