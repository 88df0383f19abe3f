import * as z from "zod/mini";
import { timeSchema } from "../users/users.schema.ts";
import { dateSchema, emailSchema, lineSchema, withCode } from "../validation.ts";

/** ISO 3166-1 alpha-2. */
export const countryCodeSchema = z.string().check(z.toUpperCase(), z.regex(/^[A-Z]{2}$/));

/** A VAT ID in its printed form, starting with the country code; spaces, dots and hyphens are removed. */
export const vatIdSchema = z.string().check(
  z.overwrite((value) => value.replaceAll(/[\s.-]/g, "").toUpperCase()),
  z.refine((value) => /^[A-Z]{2,3}[A-Z0-9+*]{2,14}$/.test(value), withCode("vatId")),
);

/** Fields of a structured address, which invoices and banks need. */
export const addressFields = {
  street: z.nullable(lineSchema(1, 70)),
  houseNumber: z.nullable(lineSchema(1, 16)),
  postalCode: z.nullable(lineSchema(1, 16)),
  city: z.nullable(lineSchema(1, 35)),
};

const buyerFields = {
  /** Null to use the name of the organization. */
  name: z.nullable(lineSchema(1, 100)),
  contactName: z.nullable(lineSchema(1, 100)),
  ...addressFields,
  addition: z.nullable(lineSchema(1, 70)),
  /** Null to use the country of the organization. */
  country: z.nullable(countryCodeSchema),
  vatId: z.nullable(vatIdSchema),
  /** Recipient of the invoices and their electronic address. Null to use the billing address of the organization. */
  email: z.nullable(emailSchema),
  /** If set, invoices are issued as XRechnung, which public bodies require. */
  buyerReference: z.nullable(lineSchema(1, 100)),
};

/** A SEPA mandate. The IBAN is stored encrypted and shown masked. */
export const mandateSchema = z.strictObject({
  reference: z.string(),
  holder: z.string(),
  iban: z.string(),
  signedOn: dateSchema,
});
export type Mandate = z.output<typeof mandateSchema>;

/** Details of an organization on its invoices, and its means of payment. */
export const billingProfileSchema = z.strictObject({
  ...buyerFields,
  /** Values that invoices use for fields that are null. */
  defaults: z.strictObject({ name: z.string(), country: z.string(), email: z.nullable(z.string()) }),
  /** Time at which the operator last confirmed the VAT ID with the authorities. */
  vatIdCheckedOn: z.nullable(dateSchema),
  /** Null if the organization pays by transfer. */
  mandate: z.nullable(mandateSchema),
  /** Names of the fields that an invoice still needs, such as `city`. */
  missing: z.array(z.string()),
  updatedAt: z.nullable(timeSchema),
  version: z.int(),
});
export type BillingProfile = z.output<typeof billingProfileSchema>;

/**
 * Changes to a billing profile. Absent fields stay unchanged, and null clears a field. A new VAT ID is
 * unconfirmed.
 */
export const changeBillingProfileSchema = z.partial(z.strictObject(buyerFields));
export type ChangeBillingProfile = z.output<typeof changeBillingProfileSchema>;

/** The operator's confirmation of an organization's VAT ID, with the day of the check. */
export const confirmVatIdSchema = z.strictObject({ checkedOn: dateSchema });
