import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type { listOrganizationUsers } from "@praxisportal/contract/organizations/organizations.endpoints";
import type { listSites } from "@praxisportal/contract/sites/sites.endpoints";
import type * as endpoints from "@praxisportal/contract/staff/staff.endpoints";
import type {
  Employment,
  LeavingPreview,
  StaffRecord,
  StartedJoining,
} from "@praxisportal/contract/staff/staff.schema";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";

export type { Employment, LeavingPreview, StaffRecord, StartedJoining };
export type NewJoining = BodyInputOf<typeof endpoints.startJoining>;
export type EmploymentChanges = BodyInputOf<typeof endpoints.updateEmployment>;

const joinRoute = route<typeof endpoints.startJoining>()(
  "staff.startJoining",
  "POST",
  "/api/v1/organizations/{id}/joinings",
);
const employment = "/api/v1/users/{id}/employment";
const getRoute = route<typeof endpoints.getEmployment>()("staff.getEmployment", "GET", employment);
const updateRoute = route<typeof endpoints.updateEmployment>()("staff.updateEmployment", "PUT", employment);
const leaving = "/api/v1/users/{id}/leaving";
const previewRoute = route<typeof endpoints.previewLeaving>()("staff.previewLeaving", "GET", leaving);
const planRoute = route<typeof endpoints.planLeaving>()("staff.planLeaving", "PUT", leaving);
const cancelRoute = route<typeof endpoints.cancelLeaving>()("staff.cancelLeaving", "DELETE", leaving);
const tickRoute = route<typeof endpoints.tickItem>()("staff.tickItem", "PUT", "/api/v1/users/{id}/checklist");
const sitesRoute = route<typeof listSites>()("sites.list", "GET", "/api/v1/organizations/{id}/sites");
const peopleRoute = route<typeof listOrganizationUsers>()(
  "organizations.listUsers",
  "GET",
  "/api/v1/organizations/{id}/users",
);

/** A person's employment with the records of onboarding and offboarding. */
export function employmentQuery(organizationId: string, userId: string) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "employment", userId],
    queryFn: ({ signal }) => call(getRoute, { params: { id: userId }, signal }),
  });
}

/** What an offboarding would end now; always refetched. */
export function leavingQuery(organizationId: string, userId: string) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "leaving", userId],
    queryFn: ({ signal }) => call(previewRoute, { params: { id: userId }, signal }),
    staleTime: 0,
  });
}

/** The sites of a practice by name. */
export function workplacesQuery(organizationId: string) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "sites"],
    queryFn: async ({ signal }) => (await call(sitesRoute, { params: { id: organizationId }, signal })).data,
  });
}

/** Maximum number of colleagues offered; others are found by name. */
export const colleaguesShown = 100;

/** Active colleagues who can be successors, by name. */
export function colleaguesQuery(organizationId: string, search: string) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "colleagues", search],
    queryFn: async ({ signal }) =>
      (
        await call(peopleRoute, {
          params: { id: organizationId },
          query: { status: "active", limit: colleaguesShown, ...(search === "" ? {} : { search }) },
          signal,
        })
      ).data,
  });
}

/** Starts an onboarding. The key makes retries idempotent. */
export function startJoining(organizationId: string, body: NewJoining, idempotencyKey: string) {
  return call(joinRoute, { params: { id: organizationId }, body, idempotencyKey });
}

export function saveEmployment(userId: string, body: EmploymentChanges): Promise<Employment> {
  return call(updateRoute, { params: { id: userId }, body });
}

/** Plans an offboarding at a local time of the practice, or performs it at once (`at` null). */
export function planLeaving(
  userId: string,
  body: { at: string | null; successorId: string | null },
): Promise<StaffRecord> {
  return call(planRoute, { params: { id: userId }, body });
}

export async function cancelLeaving(userId: string): Promise<void> {
  await call(cancelRoute, { params: { id: userId } });
}

export function tickItem(userId: string, recordId: string, item: string, done: boolean) {
  return call(tickRoute, { params: { id: userId }, body: { recordId, item, done } });
}
