import type { PlanPreview, TaxExemption } from "@praxisportal/contract/tenants/subscription.schema";
import type { PlanLine } from "../../../directory/plan-charges/plan-charges.ts";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { InvoiceCurrency, InvoiceTaxCategory } from "../documents/invoice-document.ts";
import { statutoryTaxRates, type TaxRate } from "../documents/tax/tax-rates.ts";
import { addedRatesQuery, type OperatorRow, operatorQuery } from "../operator/operator.queries.ts";
import { sellerIn } from "../operator/seller.ts";
import { buyerIn } from "../profile/buyer.ts";
import { type ProfileRow, profileQuery } from "../profile/profile.queries.ts";
import { taxedContent } from "./draft-document.ts";

type PreviewedTaxes = Pick<PlanPreview, "taxes" | "grossCents" | "taxMissing">;

const exemptions: Partial<Record<InvoiceTaxCategory, TaxExemption>> = {
  AE: "reverseCharge",
  G: "export",
  O: "outsideScope",
};

/** Returns the VAT on plan lines as an invoice of the organization would contain it now. Errors: 404. */
export async function previewTaxes(
  db: OrganizationDb,
  content: { lines: readonly PlanLine[]; currency: InvoiceCurrency },
): Promise<PreviewedTaxes> {
  const [[profile], [operator], addedRates] = await db.readAll<[ProfileRow, OperatorRow, TaxRate]>(
    (builder) => [profileQuery(builder, db.organizationId), operatorQuery(builder), addedRatesQuery(builder)],
  );
  if (profile === undefined || operator === undefined) throw new ProblemError("NOT_FOUND");
  const { taxes, totals, missing } = taxedContent(content, {
    seller: sellerIn(operator),
    buyer: buyerIn(profile, operator),
    rates: [...statutoryTaxRates, ...addedRates],
  });
  if (missing.length > 0) return { taxes: [], grossCents: null, taxMissing: missing };
  return {
    taxes: taxes.map(({ category, rateBasisPoints, basisCents, taxCents }) => ({
      rateBasisPoints,
      basisCents,
      taxCents,
      exemption: exemptions[category] ?? null,
    })),
    grossCents: totals.grossCents,
    taxMissing: [],
  };
}
