import type { QueryInputOf } from "@praxisportal/contract/endpoint";
import type { listDirectory } from "@praxisportal/contract/users/users.endpoints";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { personKeys } from "../../../entities/person/person-keys.ts";
import { call } from "../../../platform/api-client/call.ts";
import { inOrganization } from "../../../platform/api-client/in-organization.ts";
import { route } from "../../../platform/api-client/route.ts";

const directoryRoute = route<typeof listDirectory>()(
  "users.directory",
  "GET",
  "/api/v1/organizations/{id}/directory",
);

type DirectorySearch = QueryInputOf<typeof listDirectory>;

/** Loads one page of the directory. */
export function loadDirectory(organizationId: string, query: DirectorySearch, signal?: AbortSignal) {
  return call(directoryRoute, { ...inOrganization(organizationId), query, ...(signal && { signal }) });
}

/** Returns the query for one page of the directory. The previous rows stay while another page loads. */
export function directoryQuery(organizationId: string, query: DirectorySearch) {
  return queryOptions({
    queryKey: [...personKeys.lists(organizationId), "directory", query],
    queryFn: ({ signal }) => loadDirectory(organizationId, query, signal),
    placeholderData: keepPreviousData,
  });
}
