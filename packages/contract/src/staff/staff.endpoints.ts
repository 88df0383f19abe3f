import { audited, defineEndpoint, none } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import {
  employmentSchema,
  leavingPreviewSchema,
  planLeavingSchema,
  staffRecordSchema,
  startedJoiningSchema,
  startJoiningSchema,
  tickSchema,
  updateEmploymentSchema,
} from "./staff.schema.ts";

const writing = { who: "permission:users:write", scope: "own" } as const;

/**
 * Creates a member who can sign in from their first day with the password of the response, and starts their
 * onboarding checklist. If an address is given, a confirmation mail is sent.
 */
export const startJoining = defineEndpoint({
  name: "staff.startJoining",
  summary: "Begin the joining of a person",
  method: "POST",
  path: "/api/v1/organizations/{id}/joinings",
  access: writing,
  audit: audited("staff.joining_started"),
  practice: "path",
  params: idParams,
  body: startJoiningSchema,
  responses: { 201: startedJoiningSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_MISMATCH",
    "STEP_UP_REQUIRED",
    "ROLE_NOT_GRANTABLE",
    "USER_LIMIT_REACHED",
    "NOT_UNIQUE",
    "TOO_MANY_ATTEMPTS",
  ],
  replay: "none",
});

/** Returns a member's employment with their onboarding and offboarding records. */
export const getEmployment = defineEndpoint({
  name: "staff.getEmployment",
  summary: "Employment of a person",
  method: "GET",
  path: "/api/v1/users/{id}/employment",
  access: writing,
  audit: none("a read"),
  practice: "header",
  params: idParams,
  responses: { 200: employmentSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Changes a member's employment. Extending the access of an external member is audited separately. */
export const updateEmployment = defineEndpoint({
  name: "staff.updateEmployment",
  summary: "Change the employment of a person",
  method: "PUT",
  path: "/api/v1/users/{id}/employment",
  access: writing,
  audit: audited("staff.employment_changed"),
  practice: "header",
  params: idParams,
  body: updateEmploymentSchema,
  responses: { 200: employmentSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "OWN_MEMBERSHIP",
    "LAST_ADMINISTRATOR",
    "NOT_UNIQUE",
    "USER_LIMIT_REACHED",
  ],
});

/** Returns what an immediate offboarding of the member would end. */
export const previewLeaving = defineEndpoint({
  name: "staff.previewLeaving",
  summary: "What the leaving of a person ends",
  method: "GET",
  path: "/api/v1/users/{id}/leaving",
  access: writing,
  audit: none("a read"),
  practice: "header",
  params: idParams,
  responses: { 200: leavingPreviewSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Plans an offboarding, changes a planned one, or carries it out at once. */
export const planLeaving = defineEndpoint({
  name: "staff.planLeaving",
  summary: "Plan the leaving of a person",
  method: "PUT",
  path: "/api/v1/users/{id}/leaving",
  access: writing,
  audit: audited("staff.leaving_planned"),
  practice: "header",
  params: idParams,
  body: planLeavingSchema,
  responses: { 200: staffRecordSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "STEP_UP_REQUIRED",
    "OWN_MEMBERSHIP",
    "LAST_ADMINISTRATOR",
    "CONFLICT",
  ],
});

/** Cancels a planned offboarding. Errors: 409 CONFLICT if none is planned. */
export const cancelLeaving = defineEndpoint({
  name: "staff.cancelLeaving",
  summary: "Cancel a planned leaving",
  method: "DELETE",
  path: "/api/v1/users/{id}/leaving",
  access: writing,
  audit: audited("staff.leaving_cancelled"),
  practice: "header",
  params: idParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "OWN_MEMBERSHIP", "CONFLICT"],
});

/** Checks a checklist item with the caller's name and the time, or unchecks it. */
export const tickItem = defineEndpoint({
  name: "staff.tickItem",
  summary: "Tick an item of a checklist",
  method: "PUT",
  path: "/api/v1/users/{id}/checklist",
  access: writing,
  audit: audited("staff.item_checked"),
  practice: "header",
  params: idParams,
  body: tickSchema,
  responses: { 200: staffRecordSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "OWN_MEMBERSHIP", "CONFLICT"],
});
