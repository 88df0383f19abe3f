import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type { listOrganizationUsers } from "@praxisportal/contract/organizations/organizations.endpoints";
import type { listSites } from "@praxisportal/contract/sites/sites.endpoints";
import type * as endpoints from "@praxisportal/contract/staff/staff.endpoints";
import type {
  Employment,
  OffboardingPreview,
  StaffRecord,
  StartedOnboarding,
} from "@praxisportal/contract/staff/staff.schema";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";

export type {
  Employment,
  OffboardingPreview as LeavingPreview,
  StaffRecord,
  StartedOnboarding as StartedJoining,
};
export type NewOnboarding = BodyInputOf<typeof endpoints.startOnboarding>;
export type EmploymentChanges = BodyInputOf<typeof endpoints.updateEmployment>;

const joinRoute = route<typeof endpoints.startOnboarding>()(
  "staff.startOnboarding",
  "POST",
  "/api/v1/organizations/{id}/onboardings",
);
const employment = "/api/v1/users/{id}/employment";
const getRoute = route<typeof endpoints.getEmployment>()("staff.getEmployment", "GET", employment);
const updateRoute = route<typeof endpoints.updateEmployment>()("staff.updateEmployment", "PUT", employment);
const offboarding = "/api/v1/users/{id}/offboarding";
const previewRoute = route<typeof endpoints.previewOffboarding>()(
  "staff.previewOffboarding",
  "GET",
  offboarding,
);
const planRoute = route<typeof endpoints.planOffboarding>()("staff.planOffboarding", "PUT", offboarding);
const cancelRoute = route<typeof endpoints.cancelOffboarding>()(
  "staff.cancelOffboarding",
  "DELETE",
  offboarding,
);
const tickRoute = route<typeof endpoints.setChecklistItem>()(
  "staff.setChecklistItem",
  "PUT",
  "/api/v1/users/{id}/checklist",
);
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
export function offboardingQuery(organizationId: string, userId: string) {
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
export const maxListedColleagues = 100;

/** Active colleagues who can be successors, by name. */
export function colleaguesQuery(organizationId: string, search: string) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "colleagues", search],
    queryFn: async ({ signal }) =>
      (
        await call(peopleRoute, {
          params: { id: organizationId },
          query: { status: "active", limit: maxListedColleagues, ...(search === "" ? {} : { search }) },
          signal,
        })
      ).data,
  });
}

/** Starts an onboarding. The key makes retries idempotent. */
export function startOnboarding(organizationId: string, body: NewOnboarding, idempotencyKey: string) {
  return call(joinRoute, { params: { id: organizationId }, body, idempotencyKey });
}

export function saveEmployment(userId: string, body: EmploymentChanges): Promise<Employment> {
  return call(updateRoute, { params: { id: userId }, body });
}

/** Plans an offboarding at a local time of the practice, or performs it at once (`at` null). */
export function planOffboarding(
  userId: string,
  body: { at: string | null; successorId: string | null },
): Promise<StaffRecord> {
  return call(planRoute, { params: { id: userId }, body });
}

export async function cancelOffboarding(userId: string): Promise<void> {
  await call(cancelRoute, { params: { id: userId } });
}

export function tickItem(userId: string, recordId: string, item: string, done: boolean) {
  return call(tickRoute, { params: { id: userId }, body: { recordId, item, done } });
}
