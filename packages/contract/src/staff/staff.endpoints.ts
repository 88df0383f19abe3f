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
 * Makes a person who can sign in from her first day on with the password of the answer, and begins the checklist of
 * her joining. With an address she is asked by mail to confirm it.
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

/** How somebody belongs to the practice, with the records of her joining and leaving. */
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

/** Changes how somebody belongs to the practice. A later end of an external person's access is logged on its own. */
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

/** What would be ended if somebody left now. */
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

/** Plans a leaving, changes the planned one, or carries it out at once. */
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

/** Takes a planned leaving back. Errors: 409 CONFLICT when none is planned. */
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

/** Ticks an item of a checklist with the caller's name and the time, or takes the tick back. */
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
