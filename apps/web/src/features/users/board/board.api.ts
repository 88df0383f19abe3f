import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type * as endpoints from "@praxisportal/contract/staff/staff.endpoints";
import { maxPageSize } from "@praxisportal/contract/limits";
import type { TemplateKey } from "@praxisportal/contract/staff/staff.rules";
import type { OnboardingTemplate, StaffBoardEntry } from "@praxisportal/contract/staff/staff.schema";
import { queryOptions } from "@tanstack/react-query";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { personKeys } from "../../../entities/person/person-keys.ts";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";

export type { OnboardingTemplate, StaffBoardEntry, TemplateKey };
export type TemplateChange = BodyInputOf<typeof endpoints.setOnboardingTemplate>;

const boardRoute = route<typeof endpoints.getStaffBoard>()(
  "staff.getBoard",
  "GET",
  "/api/v1/organizations/{id}/staff-board",
);
const templates = "/api/v1/organizations/{id}/onboarding-templates";
const templatesRoute = route<typeof endpoints.listOnboardingTemplates>()(
  "staff.listTemplates",
  "GET",
  templates,
);
const setTemplateRoute = route<typeof endpoints.setOnboardingTemplate>()(
  "staff.setTemplate",
  "PUT",
  templates,
);

/**
 * Returns the query for the most urgent entries of the board. They are reloaded when a member, an onboarding or an
 * offboarding changes.
 */
export function boardQuery(organizationId: string) {
  return queryOptions({
    queryKey: personKeys.board(organizationId),
    queryFn: ({ signal }) =>
      call(boardRoute, { params: { id: organizationId }, query: { limit: maxPageSize }, signal }),
  });
}

/** Returns the query for the templates of an onboarding. */
export function templatesQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...organizationKeys.one(organizationId), "onboarding-templates"],
    queryFn: ({ signal }) => call(templatesRoute, { params: { id: organizationId }, signal }),
    select: ({ data }) => data,
  });
}

export function saveTemplate(organizationId: string, body: TemplateChange): Promise<OnboardingTemplate> {
  return call(setTemplateRoute, { params: { id: organizationId }, body });
}
