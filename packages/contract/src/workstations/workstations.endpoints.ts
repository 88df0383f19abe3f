import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams, uuidSchema } from "../identifiers.ts";
import {
  updateWorkstationSchema,
  workstationListQuery,
  workstationPageSchema,
  workstationSchema,
} from "./workstations.schema.ts";

const workstationParams = z.strictObject({ id: uuidSchema, workstationId: uuidSchema });
const administrators = { who: "role:super_admin|org_admin|practice_admin", scope: "own" } as const;

/** Lists the workstations of an organization, searched, filtered, sorted and paged. */
export const listWorkstations = defineEndpoint({
  name: "workstations.list",
  summary: "List workstations",
  method: "GET",
  path: "/api/v1/organizations/{id}/workstations",
  access: administrators,
  audit: notAudited("an ordinary read"),
  organizationFrom: "path",
  params: idParams,
  query: workstationListQuery,
  responses: { 200: workstationPageSchema },
  errors: [],
});

/**
 * Names a workstation and sets whether it is shared. Errors: 409 ALREADY_EXISTS if another shared workstation has the
 * name.
 */
export const updateWorkstation = defineEndpoint({
  name: "workstations.update",
  summary: "Name or share a workstation",
  method: "PUT",
  path: "/api/v1/organizations/{id}/workstations/{workstationId}",
  access: administrators,
  audit: audited("workstation.updated"),
  organizationFrom: "path",
  params: workstationParams,
  body: updateWorkstationSchema,
  responses: { 200: workstationSchema },
  errors: ["NOT_FOUND", "PRECONDITION_FAILED", "ALREADY_EXISTS"],
});

/** Removes a workstation. The organization's sessions on it end, and its members are no longer recognized there. */
export const removeWorkstation = defineEndpoint({
  name: "workstations.remove",
  summary: "Remove a workstation",
  method: "DELETE",
  path: "/api/v1/organizations/{id}/workstations/{workstationId}",
  access: administrators,
  audit: audited("workstation.removed"),
  organizationFrom: "path",
  params: workstationParams,
  responses: { 204: null },
  errors: ["NOT_FOUND"],
});
