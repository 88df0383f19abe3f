import type { BodyInputOf, QueryInputOf } from "@praxisportal/contract/endpoint";
import type {
  listWorkstations,
  removeWorkstation,
  updateWorkstation,
} from "@praxisportal/contract/workstations/workstations.endpoints";
import type { Workstation } from "@praxisportal/contract/workstations/workstations.schema";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { serverPages } from "../../platform/list/list-source.ts";

export type { Workstation };

const path = "/api/v1/organizations/{id}/workstations";
const listRoute = route<typeof listWorkstations>()("workstations.list", "GET", path);
const updateRoute = route<typeof updateWorkstation>()(
  "workstations.update",
  "PUT",
  `${path}/{workstationId}`,
);
const removeRoute = route<typeof removeWorkstation>()(
  "workstations.remove",
  "DELETE",
  `${path}/{workstationId}`,
);

type ListQuery = QueryInputOf<typeof listWorkstations>;

/** Returns the query for a page of an organization's workstations. */
export function workstationsQuery(organizationId: string, query: ListQuery) {
  return queryOptions({
    queryKey: [...organizationKeys.workstations(organizationId), query],
    queryFn: ({ signal }) => call(listRoute, { params: { id: organizationId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Returns a page of an organization's workstations, as the source of the list. */
export function useWorkstationPage(organizationId: string, query: ListQuery) {
  const params = { id: organizationId };
  return serverPages(useQuery(workstationsQuery(organizationId, query)), (page, limit) =>
    call(listRoute, { params, query: { ...query, page, limit } }),
  );
}

/** Returns a function that reloads the workstations of an organization. */
export function useWorkstationsRefresh(organizationId: string): () => void {
  const client = useQueryClient();
  const queryKey = organizationKeys.workstations(organizationId);
  return () => void client.invalidateQueries({ queryKey });
}

/**
 * @throws ApiError NOT_FOUND, ALREADY_EXISTS when another shared workstation has the name, PRECONDITION_FAILED when the
 * workstation has changed since it was read.
 */
export async function changeWorkstation(
  organizationId: string,
  { id, version }: Pick<Workstation, "id" | "version">,
  body: BodyInputOf<typeof updateWorkstation>,
): Promise<void> {
  await call(updateRoute, { params: { id: organizationId, workstationId: id }, body, ifMatch: version });
}

/** @throws ApiError NOT_FOUND. */
export async function forgetWorkstation(organizationId: string, id: string): Promise<void> {
  await call(removeRoute, { params: { id: organizationId, workstationId: id } });
}
