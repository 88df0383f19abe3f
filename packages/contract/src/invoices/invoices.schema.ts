import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { pageOf, pageQuery, sortOrders } from "../pagination.ts";
import { currencies } from "../usage/usage.schema.ts";
import { timeSchema } from "../users/users.schema.ts";
import { dateRangeSchema, dateSchema, lineSchema } from "../validation.ts";

/**
 * States of an invoice. `draft`: can still change. `held`: a draft that was due to become final but cannot. `open`,
 * `overdue` and `paid`: a final invoice. `credited`: canceled by a credit note. `issued`: a credit note.
 */
export const invoiceStatuses = ["draft", "held", "open", "overdue", "paid", "credited", "issued"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const invoiceKinds = ["invoice", "credit_note"] as const;

/**
 * Reasons why a draft does not become final: calls without a price that have not been accepted, or missing
 * data.
 */
export const invoiceHoldReasons = ["unpriced_calls", "operator_data", "buyer_data"] as const;

/**
 * The reason that keeps a draft from becoming final. `missing` are fields such as `operator.iban` and
 * `buyer.vatId`.
 */
const holdSchema = z.strictObject({ reason: z.enum(invoiceHoldReasons), missing: z.array(z.string()) });
export type InvoiceHold = z.output<typeof holdSchema>;

/** An invoice or a credit note. Amounts are cents of its currency; those of a credit note are positive. */
export const invoiceSchema = z.strictObject({
  _id: uuidSchema,
  id: uuidSchema,
  organizationId: uuidSchema,
  organizationName: z.string(),
  kind: z.enum(invoiceKinds),
  status: z.enum(invoiceStatuses),
  /** `RE-2026-000001`, of a credit note `GU-2026-000001`; null for a draft. */
  number: z.nullable(z.string()),
  /** The first day of the month for which it was made. */
  month: dateSchema,
  issuedOn: z.nullable(dateSchema),
  dueOn: z.nullable(dateSchema),
  currency: z.enum(currencies),
  netCents: z.int(),
  taxCents: z.int(),
  grossCents: z.int(),
  /** Amount to pay at the time of issue. */
  dueCents: z.int(),
  paidCents: z.int(),
  /** Amount still to pay; 0 for drafts, credit notes and credited invoices. */
  openCents: z.int(),
  /** Number of reminders sent, 0 to 3. */
  reminderLevel: z.int(),
  /** Whether it is collected by direct debit. */
  isDirectDebit: z.boolean(),
  createdAt: timeSchema,
  finalisedAt: z.nullable(timeSchema),
  /** Time at which a draft becomes final automatically. */
  finaliseAt: z.nullable(timeSchema),
  held: z.array(holdSchema),
  /** Number of calls of models without a price, which are not invoiced. */
  unpricedCalls: z.int(),
  /** The invoice that a credit note corrects. */
  corrects: z.nullable(z.strictObject({ id: uuidSchema, number: z.string() })),
  /** The credit note that canceled an invoice. */
  creditedBy: z.nullable(z.strictObject({ id: uuidSchema, number: z.string() })),
});
export type Invoice = z.output<typeof invoiceSchema>;

const daysSchema = z.strictObject({ from: dateSchema, to: dateSchema });

/** An invoice with its full content, its payments and its retention. */
export const invoiceDetailSchema = z.strictObject({
  ...invoiceSchema.shape,
  lines: z.array(
    z.strictObject({
      text: z.string(),
      detail: z.nullable(z.string()),
      /** Thousandths. */
      quantityMilli: z.int(),
      unitPriceCents: z.int(),
      netCents: z.int(),
      /** Hundredths of a percent. */
      rateBasisPoints: z.int(),
      period: z.nullable(daysSchema),
    }),
  ),
  taxes: z.array(
    z.strictObject({
      rateBasisPoints: z.int(),
      basisCents: z.int(),
      taxCents: z.int(),
      exemptionReason: z.nullable(z.string()),
    }),
  ),
  /** Name and address of the buyer, line by line. */
  buyer: z.array(z.string()),
  payments: z.array(
    z.strictObject({
      id: uuidSchema,
      bookedOn: dateSchema,
      /** Negative: paid back, or a direct debit that was returned. */
      amountCents: z.int(),
      source: z.enum(["manual", "statement", "credit_note"]),
      note: z.nullable(z.string()),
    }),
  ),
  /** Reason for a credit note. */
  reason: z.nullable(z.string()),
  mailedAt: z.nullable(timeSchema),
  xmlSha256: z.nullable(z.string()),
  pdfSha256: z.nullable(z.string()),
  /** The last day on which it is kept. */
  retainUntil: z.nullable(dateSchema),
  legalHoldReason: z.nullable(z.string()),
});
export type InvoiceDetail = z.output<typeof invoiceDetailSchema>;

export const invoiceSortFields = [
  "createdAt",
  "issuedOn",
  "dueOn",
  "number",
  "grossCents",
  "organizationName",
] as const;

/**
 * Filters of invoices. `dateRange` refers to the day of issue; `search` finds parts of numbers and
 * organization names.
 */
export const invoiceListQuery = z.strictObject({
  ...pageQuery.shape,
  search: z.optional(z.string().check(z.maxLength(100))),
  /** `unpaid` means open or overdue. */
  status: z.optional(z.enum([...invoiceStatuses, "unpaid"])),
  dateRange: z.optional(dateRangeSchema),
  sortBy: z._default(z.enum(invoiceSortFields), "createdAt"),
  sortOrder: z._default(z.enum(sortOrders), "desc"),
});
export type InvoiceListQuery = z.output<typeof invoiceListQuery>;

export const invoicePageSchema = pageOf(invoiceSchema);

const unpaidSchema = z.strictObject({
  /** The invoices of all pages of the list. */
  count: z.int(),
  /** Amounts still to pay, by currency. */
  sums: z.array(z.strictObject({ currency: z.enum(currencies), openCents: z.int() })),
  /** Earliest due date; null without invoices. */
  dueOn: z.nullable(dateSchema),
});

/** Invoices that an organization still has to pay. `open` invoices are not due yet. */
export const unpaidInvoicesSchema = z.strictObject({ open: unpaidSchema, overdue: unpaidSchema });
export type UnpaidInvoices = z.output<typeof unpaidInvoicesSchema>;

export const invoiceParams = z.strictObject({ invoiceId: uuidSchema });

/** Format of the file. `pdf`: the document, or the visual copy of an XRechnung. `xml`: the EN 16931 invoice. */
export const invoiceFileQuery = z.strictObject({ format: z._default(z.enum(["pdf", "xml"]), "pdf") });
export type InvoiceFileQuery = z.output<typeof invoiceFileQuery>;

/** Makes a draft final before its time. */
export const finalizeInvoiceSchema = z.strictObject({
  /** Accepts that calls of models without a price are not invoiced. */
  confirmUnpriced: z._default(z.boolean(), false),
});
export type FinalizeInvoice = z.output<typeof finalizeInvoiceSchema>;

/** Cancels a final invoice. */
export const creditInvoiceSchema = z.strictObject({
  reason: lineSchema(1, 200),
  /** Creates a draft at once that invoices the same items again, from the current data. */
  invoiceAgain: z.boolean(),
});
export type CreditInvoice = z.output<typeof creditInvoiceSchema>;

/** Reason for keeping an invoice beyond its retention; null ends the legal hold. */
export const legalHoldSchema = z.strictObject({ reason: z.nullable(lineSchema(1, 200)) });
