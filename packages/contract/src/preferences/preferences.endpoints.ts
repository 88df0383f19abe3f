import { defineEndpoint, notAudited } from "../endpoint.ts";
import { preferencesSchema, storedPreferencesSchema } from "./preferences.schema.ts";

/** Returns the caller's own preferences, or the defaults with version 0 if none are stored. */
export const getPreferences = defineEndpoint({
  name: "preferences.get",
  summary: "Get your columns, saved views and sidebar",
  method: "GET",
  path: "/api/v1/users/me/preferences",
  access: { who: "session", scope: "self" },
  audit: notAudited("a read of the caller's own data"),
  responses: { 200: storedPreferencesSchema },
  errors: [],
});

/**
 * Replaces the caller's own preferences. Errors: 412 with the current `version` if `If-Match` names another version.
 */
export const setPreferences = defineEndpoint({
  name: "preferences.set",
  summary: "Save your columns, saved views and sidebar",
  method: "PUT",
  path: "/api/v1/users/me/preferences",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: notAudited("display settings that affect only the caller"),
  body: preferencesSchema,
  responses: { 200: storedPreferencesSchema },
  errors: ["PRECONDITION_FAILED"],
});
