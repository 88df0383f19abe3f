import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { currencies } from "../usage/usage.schema.ts";
import { timeSchema } from "../users/users.schema.ts";
import { dateSchema } from "../validation.ts";

/** A calendar month, `YYYY-MM`. */
export const monthSchema = z.string().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/));

/** Starts a run for the current month or an earlier one. */
export const startInvoiceRunSchema = z.strictObject({ month: monthSchema });
export type StartInvoiceRun = z.output<typeof startInvoiceRunSchema>;

/** A run makes the drafts of a month: the plan in advance, and the AI use of earlier months. */
export const invoiceRunSchema = z.strictObject({
  _id: uuidSchema,
  id: uuidSchema,
  month: monthSchema,
  state: z.enum(["running", "finished"]),
  startedAt: timeSchema,
  finishedAt: z.nullable(timeSchema),
  /** Number of all organizations, of finished organizations, and of the drafts made for them. */
  total: z.int(),
  done: z.int(),
  created: z.int(),
});
export type InvoiceRun = z.output<typeof invoiceRunSchema>;

/** The last 24 runs, newest first. */
export const invoiceRunListSchema = z.strictObject({ data: z.array(invoiceRunSchema) });

const amountsSchema = z.array(z.strictObject({ currency: z.enum(currencies), cents: z.int() }));

/** Billing figures for the operator. Amounts are gross unless stated otherwise, one per currency. */
export const billingSummarySchema = z.strictObject({
  /** The first day of the current month. */
  month: dateSchema,
  /** Net amount of the final invoices of the month, less its credit notes. */
  revenueNet: amountsSchema,
  drafts: z.strictObject({ count: z.int(), amounts: amountsSchema }),
  /** Drafts that cannot become final. */
  held: z.strictObject({ count: z.int() }),
  open: z.strictObject({ count: z.int(), amounts: amountsSchema }),
  overdue: z.strictObject({ count: z.int(), amounts: amountsSchema }),
  /** The run in progress, or else the last run. */
  run: z.nullable(invoiceRunSchema),
  /** Fields that the operator profile still lacks for final invoices. */
  missing: z.array(z.string()),
});
export type BillingSummary = z.output<typeof billingSummarySchema>;
