import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type {
  getOrganizationHistory,
  transferUser,
  undoTransfer,
} from "@praxisportal/contract/users/users.endpoints";
import { queryOptions } from "@tanstack/react-query";
import { organizationListQuery } from "../../../entities/organization/organization.api.ts";
import { personKeys } from "../../../entities/person/person-keys.ts";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";

const historyRoute = route<typeof getOrganizationHistory>()(
  "users.organizationHistory",
  "GET",
  "/api/v1/users/{id}/organization-history",
);
const transferRoute = route<typeof transferUser>()("users.transfer", "PUT", "/api/v1/users/{id}/transfer");
const undoRoute = route<typeof undoTransfer>()(
  "users.undoTransfer",
  "POST",
  "/api/v1/users/{id}/transfer/undo",
);

/** Returns the query for a person's transfers that the organization may see, newest first. */
export function transfersQuery(organizationId: string, userId: string) {
  return queryOptions({
    queryKey: [...personKeys.one(organizationId, userId), "transfers"],
    queryFn: ({ signal }) => call(historyRoute, { params: { id: userId }, signal }),
  });
}

/** Returns the query for the signed-in user's organizations, as targets of a transfer. */
export function targetsQuery() {
  return organizationListQuery({ limit: 100 });
}

/** @throws ApiError. */
export function transferPerson(userId: string, body: BodyInputOf<typeof transferUser>, version: number) {
  return call(transferRoute, { params: { id: userId }, body, ifMatch: version });
}

export function cancelTransfer(userId: string) {
  return call(undoRoute, { params: { id: userId } });
}
