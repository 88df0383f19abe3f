import { audited, defineEndpoint, none } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import { endedSessionsSchema, sessionListSchema } from "./sessions.schema.ts";

/** The own open sessions, this one first. */
export const listSessions = defineEndpoint({
  name: "sessions.list",
  summary: "Own sessions",
  method: "GET",
  path: "/api/v1/auth/sessions",
  access: { who: "session", scope: "self" },
  audit: none("a read of the caller's own state"),
  responses: { 200: sessionListSchema },
  errors: [],
});

/** Ends one own session; the current one too. */
export const endSession = defineEndpoint({
  name: "sessions.end",
  summary: "End one own session",
  method: "DELETE",
  path: "/api/v1/auth/sessions/{id}",
  access: { who: "session", scope: "self" },
  perPerson: "changes",
  audit: audited("auth.session_ended"),
  params: idParams,
  responses: { 204: null },
  errors: ["NOT_FOUND"],
});

/** Ends every own session but this one. */
export const endOtherSessions = defineEndpoint({
  name: "sessions.endOthers",
  summary: "End all other own sessions",
  method: "DELETE",
  path: "/api/v1/auth/sessions",
  access: { who: "session", scope: "self" },
  perPerson: "changes",
  audit: audited("auth.session_ended"),
  responses: { 200: endedSessionsSchema },
  errors: [],
});
