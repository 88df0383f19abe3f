import type { ErasedTenant } from "@praxisportal/contract/tenants/erased-tenants.schema";
import type * as tenants from "@praxisportal/contract/tenants/tenants.endpoints";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { tenantKeys } from "../../../entities/organization/organization-keys.ts";
import { call } from "../../../platform/api-client/call.ts";
import { downloadFile } from "../../../platform/api-client/download-file.ts";
import { inOrganization } from "../../../platform/api-client/in-organization.ts";
import { route } from "../../../platform/api-client/route.ts";
import type { Tenant } from "../tenants/tenants.api.ts";

export type { ErasedTenant };

const path = "/api/tenant/organizations/{id}";
const giveRoute = route<typeof tenants.giveNotice>()("tenants.giveNotice", "POST", `${path}/notice`);
const withdrawRoute = route<typeof tenants.withdrawNotice>()(
  "tenants.withdrawNotice",
  "DELETE",
  `${path}/notice`,
);
const certificateRoute = route<typeof tenants.getDeletionCertificate>()(
  "tenants.certificate",
  "GET",
  `${path}/deletion-certificate`,
);
const erasedRoute = route<typeof tenants.listErasedTenants>()(
  "tenants.erased",
  "GET",
  "/api/tenant/erased-organizations",
);

/** Gives notice. `endsOn` is the last day of the contract. @throws ApiError CONFLICT, STEP_UP_REQUIRED. */
export function giveNotice(id: string, endsOn: string): Promise<Tenant> {
  return call(giveRoute, { ...inOrganization(id), body: { endsOn } });
}

/** @throws ApiError CONFLICT when the contract has ended and the caller is not the operator, STEP_UP_REQUIRED. */
export function withdrawNotice(id: string): Promise<Tenant> {
  return call(withdrawRoute, inOrganization(id));
}

/** Saves the certificate that the data of a former tenant was erased. @throws ApiError. */
export async function downloadCertificate(id: string): Promise<void> {
  await downloadFile(certificateRoute, inOrganization(id));
}

/**
 * Returns the query for one page of the former tenants, the most recently erased first. The previous rows stay while
 * another page loads.
 */
export function erasedQuery(page: number, search: string) {
  return queryOptions({
    queryKey: [...tenantKeys.all, "erased", { page, search }],
    queryFn: ({ signal }) => call(erasedRoute, { query: { page, ...(search && { search }) }, signal }),
    placeholderData: keepPreviousData,
  });
}
