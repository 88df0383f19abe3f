import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { ibanSchema } from "../invoices/operator-profile.schema.ts";
import { currencies } from "../usage/usage.schema.ts";
import { timeSchema } from "../users/users.schema.ts";
import { dateSchema, flagSchema, integerBetween, lineSchema, withCode } from "../validation.ts";

const amountMaxCents = 1_000_000_000;

/** A SEPA mandate, in place of the current one. Its reference is made by the portal. */
export const changeMandateSchema = z.strictObject({
  holder: lineSchema(1, 70),
  iban: ibanSchema,
  signedOn: dateSchema,
});
export type ChangeMandate = z.output<typeof changeMandateSchema>;

/** A payment that the operator enters; negative for money paid back. */
export const addPaymentSchema = z.strictObject({
  bookedOn: dateSchema,
  amountCents: integerBetween(-amountMaxCents, amountMaxCents).check(
    z.refine((cents) => cents !== 0, withCode("required")),
  ),
  note: z._default(z.nullable(lineSchema(1, 200)), null),
});
export type AddPayment = z.output<typeof addPaymentSchema>;

/** An entry of a bank statement for which no invoice was found. */
export const bankEntrySchema = z.strictObject({
  reference: z.string(),
  bookedOn: dateSchema,
  amountCents: z.int(),
  currency: z.string(),
  name: z.nullable(z.string()),
  text: z.string(),
});
export type BankEntry = z.output<typeof bankEntrySchema>;

/** What the import of a bank statement did. */
export const importedStatementSchema = z.strictObject({
  entries: z.int(),
  /** Payments booked to invoices, and direct debits that were returned. */
  booked: z.int(),
  returned: z.int(),
  /** Entries that an earlier import contained. */
  known: z.int(),
  unassigned: z.array(bankEntrySchema),
});
export type ImportedStatement = z.output<typeof importedStatementSchema>;

/** Entries that belong to no invoice yet, newest first. */
export const bankEntryListSchema = z.strictObject({ data: z.array(bankEntrySchema) });

/** Books an entry to an invoice, or removes it from the list when there is none. */
export const assignBankEntrySchema = z.strictObject({
  reference: z.string().check(z.minLength(1), z.maxLength(200)),
  invoiceId: z.nullable(uuidSchema),
});
export type AssignBankEntry = z.output<typeof assignBankEntrySchema>;

/** A file of direct debits for the bank. */
export const directDebitFileSchema = z.strictObject({
  _id: uuidSchema,
  id: uuidSchema,
  messageId: z.string(),
  debits: z.int(),
  totalCents: z.int(),
  createdAt: timeSchema,
});
export type DirectDebitFile = z.output<typeof directDebitFileSchema>;

/** What a run of the reminders did, or would do. */
export const remindersSchema = z.strictObject({
  data: z.array(
    z.strictObject({
      invoiceId: uuidSchema,
      organizationName: z.string(),
      number: z.string(),
      currency: z.enum(currencies),
      openCents: z.int(),
      dueOn: dateSchema,
      level: z.int(),
    }),
  ),
});
export type Reminders = z.output<typeof remindersSchema>;

/** The last 24 files, newest first, and what the next one would contain. */
export const directDebitListSchema = z.strictObject({
  data: z.array(directDebitFileSchema),
  due: z.strictObject({ debits: z.int(), totalCents: z.int() }),
  /** The reminders that are due today; absent unless asked for. */
  reminders: z.optional(remindersSchema.shape.data),
});
export type DirectDebitList = z.output<typeof directDebitListSchema>;

/** With `reminders=true`, the answer also contains the reminders that are due. */
export const directDebitListQuery = z.strictObject({ reminders: flagSchema });

export const directDebitParams = z.strictObject({ fileId: uuidSchema });
