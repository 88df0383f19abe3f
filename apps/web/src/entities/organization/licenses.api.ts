import type { getLicenses } from "@praxisportal/contract/organizations/organizations.endpoints";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { organizationKeys } from "./organization-keys.ts";

const licensesRoute = route<typeof getLicenses>()(
  "organizations.licences",
  "GET",
  "/api/v1/organizations/{id}/licences",
);

/** Returns the query for the seats of an organization by plan. */
export function licensesQuery(organizationId: string) {
  return queryOptions({
    queryKey: organizationKeys.licenses(organizationId),
    queryFn: ({ signal }) => call(licensesRoute, { params: { id: organizationId }, signal }),
  });
}
