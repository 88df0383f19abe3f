import type { ChangeBillingProfile } from "@praxisportal/contract/invoices/billing-profile.schema";
import type { AuditDraft } from "../../../platform/audit/audit-record.ts";
import type { ProfileFields } from "./billing-profile.presenter.ts";
import type { ProfileColumns } from "./billing-profile.queries.ts";

/** Columns of the fields. */
const columnOf = {
  name: "name",
  contactName: "contact_name",
  street: "street",
  houseNumber: "house_number",
  postalCode: "postal_code",
  city: "city",
  addition: "addition",
  country: "country",
  vatId: "vat_id",
  email: "email",
  buyerReference: "buyer_reference",
} as const satisfies Record<keyof ChangeBillingProfile, keyof ProfileColumns>;

/** Names and addresses of people: the audit log records only that they changed. */
const maskedFields: ReadonlySet<string> = new Set(["contactName", "email"]);

/** A change to a billing profile; `changes` is empty if there is none. */
export type RequestedProfile = { columns: ProfileColumns; changes: NonNullable<AuditDraft["changes"]> };

/** Returns the changes of a request body to a billing profile. */
export function requestedProfile(body: ChangeBillingProfile, present: ProfileFields): RequestedProfile {
  const changedFields = (Object.keys(columnOf) as (keyof typeof columnOf)[]).filter(
    (field) => body[field] !== undefined && body[field] !== present[field],
  );
  return {
    columns: {
      ...Object.fromEntries(changedFields.map((field) => [columnOf[field], body[field]])),
      // Another VAT ID has not been confirmed yet.
      ...(changedFields.includes("vatId") && { vat_id_checked_on: null }),
    },
    changes: Object.fromEntries(
      changedFields.map((field) => [
        field,
        maskedFields.has(field) ? (["•", "•"] as const) : ([present[field], body[field]] as const),
      ]),
    ),
  };
}
