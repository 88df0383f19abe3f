import { defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import { directoryPageSchema, directoryQuery } from "./directory.schema.ts";

/** Lists the active members of an organization by name, with how to reach them. */
export const listDirectory = defineEndpoint({
  name: "users.directory",
  summary: "List the directory of an organization",
  method: "GET",
  path: "/api/v1/organizations/{id}/directory",
  access: { who: "permission:users:read", scope: "own" },
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: idParams,
  query: directoryQuery,
  responses: { 200: directoryPageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});
