import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type * as endpoints from "@praxisportal/contract/staff/staff.endpoints";
import type {
  Employment,
  OffboardingPreview,
  StaffRecord,
  StartedOnboarding,
  WebhookChoice,
} from "@praxisportal/contract/staff/staff.schema";
import { queryOptions } from "@tanstack/react-query";
import { personKeys } from "../../../entities/person/person-keys.ts";
import { peopleQuery } from "../../../entities/person/person.api.ts";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";

export type { Employment, OffboardingPreview, StaffRecord, StartedOnboarding };
export type NewOnboarding = BodyInputOf<typeof endpoints.startOnboarding>;
export type EmploymentChanges = BodyInputOf<typeof endpoints.updateEmployment>;

const onboardingRoute = route<typeof endpoints.startOnboarding>()(
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

/** Returns the query for a person's employment with the records of onboarding and offboarding. */
export function employmentQuery(organizationId: string, userId: string) {
  return queryOptions({
    queryKey: [...personKeys.one(organizationId, userId), "employment"],
    queryFn: ({ signal }) => call(getRoute, { params: { id: userId }, signal }),
  });
}

/** Returns the query for a preview of what an offboarding would end now. It is always refetched. */
export function offboardingQuery(organizationId: string, userId: string) {
  return queryOptions({
    queryKey: [...personKeys.one(organizationId, userId), "offboarding"],
    queryFn: ({ signal }) => call(previewRoute, { params: { id: userId }, signal }),
    staleTime: 0,
  });
}

/** Maximum number of colleagues in the list. Others can be searched by name. */
export const maxListedColleagues = 100;

/**
 * Returns the query for colleagues by name who can be successors. With `everyState`, the result includes locked and
 * blocked colleagues.
 */
export function colleaguesQuery(organizationId: string, search: string, everyState: boolean) {
  return peopleQuery(organizationId, {
    ...(everyState ? {} : { status: "active" }),
    limit: maxListedColleagues,
    ...(search === "" ? {} : { search }),
  });
}

/** Returns the query for active administrators, who can own webhooks. */
export function webhookOwnersQuery(organizationId: string) {
  return peopleQuery(organizationId, { status: "active", role: "org_admin", limit: maxListedColleagues });
}

/** Starts an onboarding. The key makes retries idempotent. */
export function startOnboarding(organizationId: string, body: NewOnboarding, idempotencyKey: string) {
  return call(onboardingRoute, { params: { id: organizationId }, body, idempotencyKey });
}

export function saveEmployment(userId: string, body: EmploymentChanges): Promise<Employment> {
  return call(updateRoute, { params: { id: userId }, body });
}

/** Plans an offboarding at a local time of the organization, or performs it at once (`at` null). */
export function planOffboarding(
  userId: string,
  body: { at: string | null; successorId: string | null; webhooks: WebhookChoice[] },
): Promise<StaffRecord> {
  return call(planRoute, { params: { id: userId }, body });
}

export async function cancelOffboarding(userId: string): Promise<void> {
  await call(cancelRoute, { params: { id: userId } });
}

export function tickItem(userId: string, recordId: string, item: string, done: boolean) {
  return call(tickRoute, { params: { id: userId }, body: { recordId, item, done } });
}
