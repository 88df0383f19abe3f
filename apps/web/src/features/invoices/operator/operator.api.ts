import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type * as endpoints from "@praxisportal/contract/invoices/invoices.endpoints";
import type {
  ChangeOperatorProfile,
  InvoiceTaxRate,
  OperatorProfile,
} from "@praxisportal/contract/invoices/operator-profile.schema";
import { queryOptions } from "@tanstack/react-query";
import { invoiceKeys } from "../../../entities/invoice/invoice-keys.ts";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";

export type { ChangeOperatorProfile, InvoiceTaxRate, OperatorProfile };

const operatorPath = "/api/tenant/billing/operator";
const ratesPath = "/api/tenant/billing/tax-rates";

const operatorRoute = route<typeof endpoints.getOperatorProfile>()(
  "invoices.getOperator",
  "GET",
  operatorPath,
);
const changeRoute = route<typeof endpoints.changeOperatorProfile>()(
  "invoices.changeOperator",
  "PUT",
  operatorPath,
);
const ratesRoute = route<typeof endpoints.listTaxRates>()("invoices.listTaxRates", "GET", ratesPath);
const addRateRoute = route<typeof endpoints.addTaxRate>()("invoices.addTaxRate", "POST", ratesPath);
const removeRateRoute = route<typeof endpoints.removeTaxRate>()(
  "invoices.removeTaxRate",
  "DELETE",
  `${ratesPath}/{country}/{validFrom}`,
);

/** Returns the query for the operator profile, which invoices use. */
export function operatorQuery() {
  return queryOptions({
    queryKey: invoiceKeys.operator,
    queryFn: ({ signal }) => call(operatorRoute, { signal }),
  });
}

/** @throws ApiError PRECONDITION_FAILED when the profile has changed since it was read. */
export function changeOperator(body: ChangeOperatorProfile, version: number): Promise<OperatorProfile> {
  return call(changeRoute, { body, ifMatch: version });
}

/** Returns the query for tax rates by country and day. */
export function taxRatesQuery() {
  return queryOptions({
    queryKey: invoiceKeys.taxRates,
    queryFn: async ({ signal }) => (await call(ratesRoute, { signal })).data,
  });
}

/** @throws ApiError ALREADY_EXISTS, CONFLICT for a day up to today. */
export async function addTaxRate(
  body: BodyInputOf<typeof endpoints.addTaxRate>,
  idempotencyKey: string,
): Promise<void> {
  await call(addRateRoute, { body, idempotencyKey });
}

/** @throws ApiError CONFLICT for a statutory rate and for a rate that already applies. */
export async function removeTaxRate({
  country,
  validFrom,
}: Pick<InvoiceTaxRate, "country" | "validFrom">): Promise<void> {
  await call(removeRateRoute, { params: { country, validFrom } });
}
