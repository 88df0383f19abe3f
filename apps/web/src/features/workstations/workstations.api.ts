import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type {
  listWorkstations,
  removeWorkstation,
  updateWorkstation,
} from "@praxisportal/contract/workstations/workstations.endpoints";
import type { Workstation } from "@praxisportal/contract/workstations/workstations.schema";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

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

/** The workstations of a practice, most recently used first. */
export function workstationsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "workstations"],
    queryFn: async ({ signal }) => (await call(listRoute, { params: { id: organizationId }, signal })).data,
  });
}

/** @throws ApiError NOT_FOUND, PRECONDITION_FAILED when the workstation has changed since it was read. */
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
