import { creditorReference } from "../creditor-reference.ts";
import type { InvoiceDocument } from "../invoice-document.ts";
import { aiLine, buyer, lineOf, planLine, sampleInvoice, seller } from "./sample-invoice.ts";

const lines = [planLine, aiLine];
const directDebit: InvoiceDocument["payment"] = {
  kind: "direct_debit",
  creditorId: "DE98ZZZ09999999999",
  mandateReference: "MANDAT-1",
  debtorIban: "DE02500105170137075030",
  collectionDate: "2026-12-06",
  reference: "RE-2026-000123",
};

/** The documents of the validated reference files, by the name of their file. */
export const referenceDocuments = {
  fx: sampleInvoice(),
  xr: sampleInvoice({ lines, format: "xrechnung" }),
  credit: sampleInvoice({
    lines,
    format: "xrechnung",
    kind: "credit_note",
    number: "GU-2026-000007",
    precedingInvoice: { number: "RE-2026-000100", issueDate: null },
  }),
  sepa: sampleInvoice({ lines, format: "xrechnung", payment: directDebit }),
  at: sampleInvoice({ lines: [lineOf({ text: "Tarif", rateBasisPoints: 2000 })] }),
} satisfies Record<string, InvoiceDocument>;

const printedFields: Partial<InvoiceDocument> = {
  seller: {
    ...seller,
    taxNumber: "00/000/00000",
    website: "portal.example.org",
    management: "Geschäftsführung Max Mustermann",
    register: "Amtsgericht Musterstadt HRB 00000",
    bankName: "Musterbank",
    contact: { ...seller.contact, name: "Bernd Beispielmann", phone: "030 0000 0000" },
  },
  buyer: { ...buyer, contactName: "Ina Musterfrau", customerNumber: "DEMO-1042" },
  buyerReference: null,
};

/** The operator of the golden files in Austria and Switzerland. */
const austrianSeller: InvoiceDocument["seller"] = {
  ...seller,
  address: { ...seller.address, postalCode: "0000", city: "Musterort", country: "AT" },
  vatId: "ATU12345678",
};
const swissSeller: InvoiceDocument["seller"] = {
  ...seller,
  name: "Praxisportal Muster AG",
  address: {
    street: "Musterstrasse",
    houseNumber: "7",
    addition: null,
    postalCode: "8000",
    city: "Musterstadt",
    country: "CH",
  },
  vatId: "CHE123456789MWST",
};
const swissTransfer: InvoiceDocument["payment"] = {
  kind: "transfer",
  accountName: "Praxisportal Muster AG",
  iban: "CH5800791123000889012",
  bic: null,
  reference: creditorReference("RE-2026-000130"),
};

const october = { from: "2026-10-01", to: "2026-10-31" } as const;
const november = { from: "2026-11-01", to: "2026-11-30" } as const;
const plan = lineOf({
  text: "Tarif Professional",
  detail: "November im Voraus",
  unitPriceCents: 12_900,
  period: november,
});
const usageLine = lineOf({
  text: "KI-Verbrauch über dem enthaltenen Betrag",
  detail: "43,87 € verbraucht − 25,00 € enthalten",
  unitPriceCents: 1887,
  period: october,
});

/** The documents of the golden files, by the name of their file. */
export const goldenDocuments = {
  "de-one-line": sampleInvoice({ ...printedFields, lines: [plan] }),
  "de-several-lines": sampleInvoice({
    ...printedFields,
    lines: [
      plan,
      usageLine,
      lineOf({ text: "KI-Verbrauch, Nachbuchung", quantityMilli: 2000, unit: "C62", unitPriceCents: 21 }),
    ],
    usage: {
      lineNumber: 2,
      period: october,
      rows: [
        { provider: "Lokal (Praxisserver)", requests: 586, units: 702_400, amountMicros: 0 },
        { provider: "Anbieter Nord", requests: 401, units: 512_900, amountMicros: 25_650_000 },
        { provider: "Anbieter Süd", requests: 233, units: 248_100, amountMicros: 13_820_000 },
        { provider: "Transkription Probe", requests: 117, units: 88_000, amountMicros: 4_400_000 },
      ],
    },
  }),
  "de-two-rates": sampleInvoice({
    ...printedFields,
    lines: [plan, lineOf({ text: "Schulungsheft", unit: "C62", unitPriceCents: 1495, rateBasisPoints: 700 })],
  }),
  "de-credit-note": sampleInvoice({
    ...printedFields,
    kind: "credit_note",
    number: "GU-2026-000008",
    dueDate: null,
    lines: [plan],
    precedingInvoice: { number: "RE-2026-000122", issueDate: "2026-11-04" },
  }),
  "de-direct-debit": sampleInvoice({ ...printedFields, lines: [plan, usageLine], payment: directDebit }),
  "at-domestic": sampleInvoice({
    ...printedFields,
    seller: austrianSeller,
    buyer: { ...buyer, address: austrianSeller.address },
    lines: [{ ...plan, rateBasisPoints: 2000 }],
  }),
  "ch-francs": sampleInvoice({
    ...printedFields,
    number: "RE-2026-000130",
    currency: "CHF",
    seller: swissSeller,
    buyer: { ...buyer, address: { ...swissSeller.address, street: "Musterplatz", houseNumber: "2" } },
    payment: swissTransfer,
    lines: [{ ...plan, rateBasisPoints: 810 }],
  }),
  "eu-reverse-charge": sampleInvoice({
    ...printedFields,
    buyer: { ...buyer, address: { ...buyer.address, country: "AT" }, vatId: "ATU12345678" },
    lines: [{ ...plan, category: "AE", rateBasisPoints: 0 }],
    exemptionReason: "Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge)",
  }),
  "third-country": sampleInvoice({
    ...printedFields,
    seller: { ...seller, register: "HRB 00000", taxNumber: "00/000/00000" },
    buyer: { ...buyer, address: { ...buyer.address, country: "GB" } },
    lines: [{ ...plan, category: "O", rateBasisPoints: 0 }],
    exemptionReason: "Nicht steuerbar: Der Ort der Leistung liegt im Land des Empfängers",
  }),
  "zero-usage": sampleInvoice({
    ...printedFields,
    lines: [plan, lineOf({ ...usageLine, detail: "0,00 € verbraucht", unitPriceCents: 0 })],
  }),
  "special-characters": sampleInvoice({
    ...printedFields,
    buyer: { ...buyer, name: 'Praxis "Nord" <Süd> & Söhne \u0000\u0007' },
    lines: [{ ...plan, text: "Tarif <b>Ärzt&innen</b> ]]> 😀", detail: "Zeile 1\nZeile 2\tTabulator" }],
    notes: ["Vielen Dank für Ihr Vertrauen & bis bald!"],
  }),
  proration: sampleInvoice({
    ...printedFields,
    lines: [
      lineOf({ text: "Tarif Professional", detail: "16.11. bis 30.11.2026", unitPriceCents: 6450 }),
      lineOf({
        text: "Tarif Basis, nicht genutzte Tage",
        quantityMilli: -15_000,
        unit: "DAY",
        unitPriceCents: 163,
      }),
    ],
    prepaidCents: 1000,
  }),
} satisfies Record<string, InvoiceDocument>;
