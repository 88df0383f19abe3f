import type { BillingSummary, InvoiceRun } from "@praxisportal/contract/invoices/invoice-runs.schema";
import type { Invoice, InvoiceDetail } from "@praxisportal/contract/invoices/invoices.schema";
import type {
  InvoiceTaxRate,
  OperatorProfile,
} from "@praxisportal/contract/invoices/operator-profile.schema";
import type { BankEntry, DirectDebitList, Reminders } from "@praxisportal/contract/payments/payments.schema";

const dayMs = 86_400_000;
export const timeAt = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
export const day = (days: number) => timeAt(days).slice(0, 10);
const firstOfMonth = `${day(0).slice(0, 8)}01`;
/** Returns the first day of a month, counted from the current one. */
const monthStart = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
};
const lastOfMonth = new Date(monthStart(1).getTime() - dayMs).toISOString().slice(0, 10);
export const uuid = (number: number) => `0197a000-0000-7000-8000-${String(number).padStart(12, "0")}`;

export const invoice = (number: number, changes: Partial<Invoice> = {}): Invoice => ({
  _id: uuid(900 + number),
  id: uuid(900 + number),
  organizationId: uuid(700 + number),
  organizationName: `Praxis am Musterplatz ${number}`,
  kind: "invoice",
  status: "open",
  number: `RE-2026-${String(number).padStart(6, "0")}`,
  month: firstOfMonth,
  issuedOn: day(-6),
  dueOn: day(8),
  currency: "EUR",
  netCents: 14_312,
  taxCents: 2719,
  grossCents: 17_031,
  dueCents: 17_031,
  paidCents: 0,
  openCents: 17_031,
  reminderLevel: 0,
  isDirectDebit: false,
  createdAt: timeAt(-9),
  finalisedAt: timeAt(-6),
  finaliseAt: null,
  held: [],
  unpricedCalls: 0,
  corrects: null,
  creditedBy: null,
  ...changes,
});

export const draft = {
  number: null,
  issuedOn: null,
  dueOn: null,
  finalisedAt: null,
  openCents: 0,
  dueCents: 0,
};
export const heldDrafts: Invoice[] = [
  invoice(1, {
    ...draft,
    status: "held",
    organizationName: "Ordination Beispielgasse",
    held: [{ reason: "buyer_data", missing: ["buyer.vatId"] }],
  }),
  invoice(2, {
    ...draft,
    status: "held",
    organizationName: "Medizinisches Versorgungszentrum Beispielufer-Nord",
    grossCents: 66_807,
    unpricedCalls: 3,
    held: [{ reason: "unpriced_calls", missing: [] }],
  }),
  invoice(3, {
    ...draft,
    status: "held",
    organizationName: "Praxis Demo-Tal",
    currency: "CHF",
    held: [
      { reason: "buyer_data", missing: ["buyer.street", "buyer.city"] },
      { reason: "operator_data", missing: ["operator.iban"] },
    ],
  }),
];
export const invoices: Invoice[] = [
  ...heldDrafts,
  invoice(4, { ...draft, status: "draft", finaliseAt: timeAt(2) }),
  invoice(5, { status: "overdue", dueOn: day(-9), reminderLevel: 1 }),
  invoice(6, { isDirectDebit: true }),
  invoice(7, { status: "paid", paidCents: 17_031, openCents: 0 }),
  invoice(8, {
    status: "credited",
    openCents: 0,
    creditedBy: { id: uuid(909), number: "GU-2026-000001" },
  }),
  invoice(9, {
    kind: "credit_note",
    status: "issued",
    number: "GU-2026-000001",
    dueOn: null,
    openCents: 0,
    corrects: { id: uuid(908), number: "RE-2026-000008" },
  }),
];
export const pageOf = (data: readonly Invoice[]) => ({
  data,
  pagination: { page: 1, limit: 20, total: data.length, pages: 1 },
});

const run = (changes: Partial<InvoiceRun> = {}): InvoiceRun => ({
  _id: uuid(950),
  id: uuid(950),
  month: firstOfMonth.slice(0, 7),
  state: "finished",
  startedAt: timeAt(-3),
  finishedAt: timeAt(-2.99),
  total: 214,
  done: 214,
  created: 207,
  ...changes,
});
export const summary = (changes: Partial<BillingSummary> = {}): BillingSummary => ({
  month: firstOfMonth,
  revenueNet: [
    { currency: "EUR", cents: 2_284_617 },
    { currency: "CHF", cents: 120_410 },
  ],
  drafts: { count: 183, amounts: [{ currency: "EUR", cents: 2_694_944 }] },
  held: { count: 3 },
  open: {
    count: 7,
    amounts: [
      { currency: "EUR", cents: 191_844 },
      { currency: "CHF", cents: 4900 },
    ],
  },
  overdue: { count: 2, amounts: [{ currency: "EUR", cents: 31_062 }] },
  run: run(),
  missing: [],
  ...changes,
});
export const running = run({
  state: "running",
  finishedAt: null,
  done: 187,
  created: 180,
  startedAt: timeAt(0),
});
export const runs = {
  data: [
    run(),
    ...[1, 2, 3].map((back) =>
      run({
        _id: uuid(950 + back),
        id: uuid(950 + back),
        month: monthStart(-back).toISOString().slice(0, 7),
        startedAt: timeAt(-31 * back),
      }),
    ),
  ],
};

export const detail = (source: Invoice, changes: Partial<InvoiceDetail> = {}): InvoiceDetail => ({
  ...source,
  lines: [
    {
      text: "Tarif Professional",
      detail: null,
      quantityMilli: 1000,
      unitPriceCents: 12_900,
      netCents: 12_900,
      rateBasisPoints: 1900,
      period: { from: firstOfMonth, to: lastOfMonth },
    },
    {
      text: "KI-Verbrauch über dem enthaltenen Betrag",
      detail: "412 Anfragen, davon 2 nachgebucht",
      quantityMilli: 1000,
      unitPriceCents: 1412,
      netCents: 1412,
      rateBasisPoints: 1900,
      period: { from: day(-40), to: day(-10) },
    },
  ],
  taxes: [{ rateBasisPoints: 1900, basisCents: 14_312, taxCents: 2719, exemptionReason: null }],
  buyer: [source.organizationName, "z. Hd. Anna Beispiel", "Musterplatz 4", "10115 Berlin", "Deutschland"],
  payments: [],
  reason: null,
  mailedAt: source.finalisedAt,
  xmlSha256: source.number === null ? null : "3f9a1c0de2b47856".repeat(4),
  pdfSha256: source.number === null ? null : "7b1e0c9d5a3f2846".repeat(4),
  retainUntil: source.number === null ? null : "2034-12-31",
  legalHoldReason: null,
  ...changes,
});

const entry = (number: number, changes: Partial<BankEntry> = {}): BankEntry => ({
  reference: `bank-${number}`,
  bookedOn: day(-number),
  amountCents: 17_031,
  currency: "EUR",
  name: "Praxis am Musterplatz GbR",
  text: `Rechnung ${number} vom November, danke`,
  ...changes,
});
export const entries = {
  data: [entry(1), entry(2, { name: null, amountCents: -4900, text: "Rückzahlung" })],
};
export const debits: DirectDebitList = {
  data: [1, 2].map((number) => ({
    _id: uuid(970 + number),
    id: uuid(970 + number),
    messageId: `PP-2026110${number}-000${number}`,
    debits: 12 * number,
    totalCents: 204_372 * number,
    createdAt: timeAt(-20 * number),
  })),
  due: { debits: 14, totalCents: 238_434 },
};
export const reminders: Reminders = {
  data: [1, 3].map((level) => ({
    invoiceId: uuid(900 + level),
    organizationName: level === 1 ? "Praxis am Musterplatz 5" : "Hausarztpraxis Musterallee",
    number: `RE-2026-00000${level}`,
    currency: "EUR" as const,
    openCents: 17_031,
    dueOn: day(level === 1 ? -8 : -29),
    level,
  })),
};
export const operator: OperatorProfile = {
  name: "Praxisportal Betriebs GmbH",
  street: "Werkstraße",
  houseNumber: "5",
  postalCode: "10115",
  city: "Berlin",
  country: "DE",
  vatId: "DE123456789",
  taxNumber: "37/123/45678",
  contactName: "Petra Plan",
  contactPhone: "+49 30 1234567",
  contactEmail: "rechnung@portal.example",
  website: "https://portal.example",
  management: "Petra Plan, Paul Plan",
  register: "Amtsgericht Charlottenburg, HRB 12345",
  bankName: "Musterbank",
  iban: null,
  bic: null,
  creditorId: null,
  thirdCountry: "outside_scope",
  billedFrom: firstOfMonth,
  paymentDays: 14,
  debitNoticeDays: 14,
  reminderTexts: [],
  missing: ["operator.iban"],
  updatedAt: timeAt(-30),
  version: 4,
};
export const rates: { data: InvoiceTaxRate[] } = {
  data: [
    { country: "DE", validFrom: "2007-01-01", rateBasisPoints: 1900, isLegal: true },
    { country: "DE", validFrom: "2027-07-01", rateBasisPoints: 2000, isLegal: false },
    { country: "AT", validFrom: "1984-01-01", rateBasisPoints: 2000, isLegal: true },
    { country: "CH", validFrom: "2024-01-01", rateBasisPoints: 810, isLegal: true },
  ],
};
