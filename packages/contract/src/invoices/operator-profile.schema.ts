import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { countries } from "../sites/site-number.rules.ts";
import { timeSchema } from "../users/users.schema.ts";
import {
  dateSchema,
  emailSchema,
  integerBetween,
  lineSchema,
  phoneSchema,
  textSchema,
  urlSchema,
} from "../validation.ts";
import { addressFields, vatIdSchema } from "./billing-profile.schema.ts";

/** An IBAN without spaces. The server verifies its check digits. */
export const ibanSchema = z.string().check(
  z.overwrite((value) => value.replaceAll(/\s/g, "").toUpperCase()),
  z.regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/),
);

/** Tax rules for organizations outside the European Union, or outside Switzerland. */
export const thirdCountryRules = ["outside_scope", "export", "domestic_rate"] as const;

/** Reminders are sent 7, 14 and 28 days after the due date of an invoice. */
export const reminderLevels = [1, 2, 3] as const;
export const reminderDays = [7, 14, 28] as const;

const reminderTextSchema = z.strictObject({
  level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  language: z.enum(languages),
  text: textSchema(2_000).check(z.minLength(1)),
});

const operatorFields = {
  name: z.nullable(lineSchema(1, 100)),
  ...addressFields,
  /** Determines the tax rates and the retention of invoices. */
  country: z.nullable(z.enum(countries)),
  vatId: z.nullable(vatIdSchema),
  taxNumber: z.nullable(lineSchema(1, 30)),
  contactName: z.nullable(lineSchema(1, 100)),
  contactPhone: z.nullable(phoneSchema),
  contactEmail: z.nullable(emailSchema),
  website: z.nullable(urlSchema),
  /** Printed in the footer, such as the managing directors. */
  management: z.nullable(lineSchema(1, 200)),
  /** Printed in the footer, such as the court and number of the commercial register. */
  register: z.nullable(lineSchema(1, 200)),
  bankName: z.nullable(lineSchema(1, 100)),
  iban: z.nullable(ibanSchema),
  bic: z.nullable(z.string().check(z.toUpperCase(), z.regex(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/))),
  /** Creditor ID for SEPA direct debits. */
  creditorId: z.nullable(
    z.string().check(
      z.overwrite((value) => value.replaceAll(/\s/g, "").toUpperCase()),
      z.regex(/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/),
    ),
  ),
  thirdCountry: z.enum(thirdCountryRules),
  /** Terms that began before this day, and AI costs of earlier months, are not invoiced. */
  billedFrom: dateSchema,
  /** Days until an invoice is due. */
  paymentDays: integerBetween(0, 90),
  /** Days between an invoice, which announces its direct debit, and the collection. */
  debitNoticeDays: integerBetween(1, 30),
  /** Custom texts of reminders; the other levels use the texts of the portal. */
  reminderTexts: z.array(reminderTextSchema).check(z.maxLength(12)),
};

/** The operator profile: the issuer of the invoices. */
export const operatorProfileSchema = z.strictObject({
  ...operatorFields,
  /** Names of the fields that final invoices still need, such as `iban`. */
  missing: z.array(z.string()),
  updatedAt: z.nullable(timeSchema),
  version: z.int(),
});
export type OperatorProfile = z.output<typeof operatorProfileSchema>;

/** Changes to the operator profile. Absent fields stay unchanged, and null clears a field. */
export const changeOperatorProfileSchema = z.partial(z.strictObject(operatorFields));
export type ChangeOperatorProfile = z.output<typeof changeOperatorProfileSchema>;

/** The standard rate of a country, valid from a given day, in hundredths of a percent. */
export const taxRateSchema = z.strictObject({
  country: z.enum(countries),
  validFrom: dateSchema,
  rateBasisPoints: z.int(),
  /** Statutory rates are part of the portal and cannot be removed. */
  isLegal: z.boolean(),
});
export type InvoiceTaxRate = z.output<typeof taxRateSchema>;

export const taxRateListSchema = z.strictObject({ data: z.array(taxRateSchema) });

export const addTaxRateSchema = z.strictObject({
  country: z.enum(countries),
  validFrom: dateSchema,
  rateBasisPoints: integerBetween(0, 10_000),
});
export type AddTaxRate = z.output<typeof addTaxRateSchema>;

export const taxRateParams = z.strictObject({ country: z.enum(countries), validFrom: dateSchema });
