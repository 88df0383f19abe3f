import type { Language } from "@praxisportal/contract/languages";

export type InvoiceCurrency = "EUR" | "CHF";

/** A day as `YYYY-MM-DD`. */
export type InvoiceDay = string;

/** A period, including both days. */
export type InvoicePeriod = { from: InvoiceDay; to: InvoiceDay };

export type InvoiceAddress = {
  /** Includes the house number unless that is known separately. */
  street: string;
  houseNumber: string | null;
  addition: string | null;
  postalCode: string;
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
};

export type InvoiceSeller = {
  name: string;
  address: InvoiceAddress;
  /** BT-31, with the country in front. */
  vatId: string | null;
  /** BT-32. */
  taxNumber: string | null;
  contact: { name: string; phone: string; email: string };
  /** BT-34, an e-mail address. */
  electronicAddress: string;
  website: string | null;
  /** Printed in the footer, such as "Geschäftsführung Max Mustermann". */
  management: string | null;
  /** BT-30, such as "Amtsgericht Musterstadt HRB 00000". */
  register: string | null;
  bankName: string | null;
};

export type InvoiceBuyer = {
  name: string;
  contactName: string | null;
  address: InvoiceAddress;
  vatId: string | null;
  /** BT-49, an e-mail address. */
  electronicAddress: string | null;
  customerNumber: string | null;
};

/** UNCL 5305: S standard, AE reverse charge, G export, O outside the scope of VAT, Z zero rate, E exempt. */
export type InvoiceTaxCategory = "S" | "AE" | "G" | "O" | "Z" | "E";

/** UN/ECE Recommendation 20: month, year, day, piece. */
export type InvoiceUnit = "MON" | "ANN" | "DAY" | "C62";

export type InvoiceLine = {
  text: string;
  /** BT-154. */
  detail: string | null;
  /** Thousandths. Negative for a credit within an invoice. */
  quantityMilli: number;
  unit: InvoiceUnit;
  /** Never negative. */
  unitPriceCents: number;
  /** Quantity × price, rounded half away from zero. */
  netCents: number;
  category: InvoiceTaxCategory;
  /** Hundredths of a percent: 1900 is 19 %. Zero except for category S. */
  rateBasisPoints: number;
  period: InvoicePeriod | null;
};

export type InvoiceTax = {
  category: InvoiceTaxCategory;
  rateBasisPoints: number;
  basisCents: number;
  taxCents: number;
  /** BT-120, required except for S and Z. */
  exemptionReason: string | null;
};

export type InvoiceTotals = {
  netCents: number;
  taxCents: number;
  grossCents: number;
  /** Paid or credited before. */
  prepaidCents: number;
  dueCents: number;
};

export type InvoicePayment =
  | {
      kind: "transfer";
      accountName: string;
      iban: string;
      bic: string | null;
      /** The invoice number, or an ISO 11649 reference. */
      reference: string;
    }
  | {
      kind: "direct_debit";
      creditorId: string;
      mandateReference: string;
      debtorIban: string;
      collectionDate: InvoiceDay;
      reference: string;
    };

/** Breakdown of a line with AI costs. */
export type InvoiceUsage = {
  /** Counted from 1. */
  lineNumber: number;
  period: InvoicePeriod;
  rows: { provider: string; requests: number; units: number; amountMicros: number }[];
};

/** Content of an invoice or credit note. Amounts are cents of its currency. */
export type InvoiceDocument = {
  /** The amounts of a credit note are positive. */
  kind: "invoice" | "credit_note";
  /** As `xrechnung` the XML is the invoice and the PDF only a visual copy. */
  format: "factur-x" | "xrechnung";
  language: Language;
  number: string;
  issueDate: InvoiceDay;
  dueDate: InvoiceDay | null;
  /** BG-14, the delivery of the whole invoice. */
  period: InvoicePeriod;
  currency: InvoiceCurrency;
  seller: InvoiceSeller;
  buyer: InvoiceBuyer;
  /** BT-10. */
  buyerReference: string | null;
  /** The corrected invoice of a credit note. */
  precedingInvoice: { number: string; issueDate: InvoiceDay | null } | null;
  lines: InvoiceLine[];
  taxes: InvoiceTax[];
  totals: InvoiceTotals;
  payment: InvoicePayment;
  /** Null for the usual sentence with the due date, in the language of the document. */
  paymentTerms: string | null;
  /** BT-22. */
  notes: string[];
  usage: InvoiceUsage | null;
};
