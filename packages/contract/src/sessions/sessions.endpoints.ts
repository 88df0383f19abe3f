import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import { endedSessionsSchema, sessionListSchema } from "./sessions.schema.ts";

/** Lists the caller's own open sessions, the current one first. */
export const listSessions = defineEndpoint({
  name: "sessions.list",
  summary: "List your sessions",
  method: "GET",
  path: "/api/v1/auth/sessions",
  access: { who: "session", scope: "self" },
  audit: notAudited("a read of the caller's own state"),
  responses: { 200: sessionListSchema },
  errors: [],
});

/** Ends one of the caller's own sessions, possibly the current one. */
export const endSession = defineEndpoint({
  name: "sessions.end",
  summary: "End one of your sessions",
  method: "DELETE",
  path: "/api/v1/auth/sessions/{id}",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("auth.session_ended"),
  params: idParams,
  responses: { 204: null },
  errors: ["NOT_FOUND"],
  whenReadOnly: "always",
});

/** Ends all of the caller's own sessions except the current one. */
export const endOtherSessions = defineEndpoint({
  name: "sessions.endOthers",
  summary: "End all your other sessions",
  method: "DELETE",
  path: "/api/v1/auth/sessions",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("auth.session_ended"),
  responses: { 200: endedSessionsSchema },
  errors: [],
  whenReadOnly: "always",
});
