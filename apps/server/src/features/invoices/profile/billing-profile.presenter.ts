import type {
  BillingProfile,
  ChangeBillingProfile,
} from "@praxisportal/contract/invoices/billing-profile.schema";
import { mandateIn, missingProfileFields, type OperatorTaxData } from "./buyer.ts";
import type { ProfileRow } from "./profile.queries.ts";

/** The fields that an organization can change. */
export type ProfileFields = Pick<BillingProfile, keyof ChangeBillingProfile>;

/** Presents the billing profile of an organization. Without a row nothing has been entered. */
export function presentProfile(row: ProfileRow, operator: OperatorTaxData): BillingProfile {
  return {
    ...presentFields(row),
    defaults: {
      name: row.organization_name,
      country: row.organization_country,
      email: row.organization_email,
    },
    vatIdCheckedOn: row.vat_id_checked_on,
    mandate: mandateIn(row),
    missing: missingProfileFields(row, operator),
    // The row of version 0 exists only to be locked.
    updatedAt: row.version === 0 ? null : (row.updated_at?.toISOString() ?? null),
    version: row.version ?? 0,
  };
}

/** Presents the fields that an organization can change. */
export function presentFields(row: ProfileRow): ProfileFields {
  return {
    name: row.name,
    contactName: row.contact_name,
    street: row.street,
    houseNumber: row.house_number,
    postalCode: row.postal_code,
    city: row.city,
    addition: row.addition,
    country: row.country,
    vatId: row.vat_id,
    email: row.email,
    buyerReference: row.buyer_reference,
  };
}
