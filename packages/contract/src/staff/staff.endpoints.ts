import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import {
  employmentSchema,
  onboardingTemplateListSchema,
  onboardingTemplateSchema,
  setOnboardingTemplateSchema,
  staffBoardQuery,
  staffBoardSchema,
  offboardingPreviewSchema,
  planOffboardingSchema,
  staffRecordSchema,
  startedOnboardingSchema,
  startOnboardingSchema,
  setChecklistItemSchema,
  updateEmploymentSchema,
} from "./staff.schema.ts";

const writers = { who: "permission:users:write", scope: "own" } as const;

/**
 * Creates a member who can sign in from their first day with the password of the response, and starts their
 * onboarding checklist. If an address is given, a confirmation mail is sent.
 */
export const startOnboarding = defineEndpoint({
  name: "staff.startOnboarding",
  summary: "Start onboarding a person",
  method: "POST",
  path: "/api/v1/organizations/{id}/onboardings",
  access: writers,
  audit: audited("staff.onboarding_started"),
  organizationFrom: "path",
  params: idParams,
  body: startOnboardingSchema,
  responses: { 201: startedOnboardingSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_MISMATCH",
    "STEP_UP_REQUIRED",
    "ROLE_NOT_GRANTABLE",
    "USER_LIMIT_REACHED",
    "ALREADY_EXISTS",
    "TOO_MANY_ATTEMPTS",
  ],
  replay: "resource",
});

/** Returns a member's employment with their onboarding and offboarding records. */
export const getEmployment = defineEndpoint({
  name: "staff.getEmployment",
  summary: "Get a member's employment",
  method: "GET",
  path: "/api/v1/users/{id}/employment",
  access: writers,
  audit: notAudited("a read"),
  organizationFrom: "header",
  params: idParams,
  responses: { 200: employmentSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Changes a member's employment. Extending the access of an external member is audited separately. */
export const updateEmployment = defineEndpoint({
  name: "staff.updateEmployment",
  summary: "Update a member's employment",
  method: "PUT",
  path: "/api/v1/users/{id}/employment",
  access: writers,
  audit: audited("staff.employment_changed"),
  organizationFrom: "header",
  params: idParams,
  body: updateEmploymentSchema,
  responses: { 200: employmentSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "CANNOT_MODIFY_SELF",
    "LAST_ADMINISTRATOR",
    "ALREADY_EXISTS",
    "USER_LIMIT_REACHED",
  ],
});

/** Returns the effects of an immediate offboarding of the member. */
export const previewOffboarding = defineEndpoint({
  name: "staff.previewOffboarding",
  summary: "Preview the offboarding of a member",
  method: "GET",
  path: "/api/v1/users/{id}/offboarding",
  access: writers,
  audit: notAudited("a read"),
  organizationFrom: "header",
  params: idParams,
  responses: { 200: offboardingPreviewSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Plans an offboarding, changes a planned one, or carries it out at once. */
export const planOffboarding = defineEndpoint({
  name: "staff.planOffboarding",
  summary: "Plan the offboarding of a member",
  method: "PUT",
  path: "/api/v1/users/{id}/offboarding",
  access: writers,
  audit: audited("staff.offboarding_planned"),
  organizationFrom: "header",
  params: idParams,
  body: planOffboardingSchema,
  responses: { 200: staffRecordSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "STEP_UP_REQUIRED",
    "CANNOT_MODIFY_SELF",
    "LAST_ADMINISTRATOR",
    "CONFLICT",
  ],
});

/** Cancels a planned offboarding. Errors: 409 CONFLICT if none is planned. */
export const cancelOffboarding = defineEndpoint({
  name: "staff.cancelOffboarding",
  summary: "Cancel a planned offboarding",
  method: "DELETE",
  path: "/api/v1/users/{id}/offboarding",
  access: writers,
  audit: audited("staff.offboarding_cancelled"),
  organizationFrom: "header",
  params: idParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "CANNOT_MODIFY_SELF", "CONFLICT"],
});

/** Checks a checklist item with the caller's name and the time, or unchecks it. */
export const setChecklistItem = defineEndpoint({
  name: "staff.setChecklistItem",
  summary: "Check or uncheck a checklist item",
  method: "PUT",
  path: "/api/v1/users/{id}/checklist",
  access: writers,
  audit: audited("staff.checklist_item_checked"),
  organizationFrom: "header",
  params: idParams,
  body: setChecklistItemSchema,
  responses: { 200: staffRecordSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "CANNOT_MODIFY_SELF", "CONFLICT"],
});

/** Lists onboardings and offboardings that are planned or have open checklist items: overdue first, then by day. */
export const getStaffBoard = defineEndpoint({
  name: "staff.getBoard",
  summary: "List planned, running and overdue onboardings and offboardings",
  method: "GET",
  path: "/api/v1/organizations/{id}/staff-board",
  access: writers,
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: idParams,
  query: staffBoardQuery,
  responses: { 200: staffBoardSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Lists the templates of an onboarding as the organization uses them. */
export const listOnboardingTemplates = defineEndpoint({
  name: "staff.listTemplates",
  summary: "List the templates of an onboarding",
  method: "GET",
  path: "/api/v1/organizations/{id}/onboarding-templates",
  access: writers,
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: idParams,
  responses: { 200: onboardingTemplateListSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Changes a template of an onboarding. Checklists that exist already keep their items. */
export const setOnboardingTemplate = defineEndpoint({
  name: "staff.setTemplate",
  summary: "Change a template of an onboarding",
  method: "PUT",
  path: "/api/v1/organizations/{id}/onboarding-templates",
  access: writers,
  audit: audited("staff.template_changed"),
  organizationFrom: "path",
  params: idParams,
  body: setOnboardingTemplateSchema,
  responses: { 200: onboardingTemplateSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "ROLE_NOT_GRANTABLE"],
});
