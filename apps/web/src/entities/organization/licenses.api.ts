import type { getLicences } from "@praxisportal/contract/organizations/organizations.endpoints";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { organizationKeys } from "./organization-keys.ts";

const licencesRoute = route<typeof getLicences>()(
  "organizations.licences",
  "GET",
  "/api/v1/organizations/{id}/licences",
);

/** Returns the query for the seats of an organization by plan. */
export function licencesQuery(organizationId: string) {
  return queryOptions({
    queryKey: organizationKeys.licences(organizationId),
    queryFn: ({ signal }) => call(licencesRoute, { params: { id: organizationId }, signal }),
  });
}
