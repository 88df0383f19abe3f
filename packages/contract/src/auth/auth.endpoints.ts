import { audited, defineEndpoint, none } from "../endpoint.ts";
import {
  changePasswordSchema,
  checkAuthSchema,
  loginResultSchema,
  loginSchema,
  practiceCodeResultSchema,
  practiceCodeSchema,
  refreshResultSchema,
  refreshSchema,
  verifySchema,
  wsTicketSchema,
} from "./auth.schema.ts";

/** Signs the user in, or responds that a second step is required. */
export const login = defineEndpoint({
  name: "auth.login",
  summary: "Sign in",
  method: "POST",
  path: "/api/v1/auth/login",
  access: { who: "public", scope: "-" },
  audit: audited("auth.login"),
  body: loginSchema,
  responses: { 200: loginResultSchema },
  errors: [
    "INVALID_CREDENTIALS",
    "TOO_MANY_ATTEMPTS",
    "ACCOUNT_LOCKED",
    "ACCOUNT_BLOCKED",
    "ACCOUNT_DISABLED",
    "ACCOUNT_NOT_VERIFIED",
    "START_PASSWORD_EXPIRED",
    "ORGANIZATION_SUSPENDED",
    "DEMO_FORWARDED",
    "CROSS_SITE_REQUEST",
    "BUSY",
  ],
});

/** Ends the session and invalidates its tokens. */
export const logout = defineEndpoint({
  name: "auth.logout",
  summary: "Sign out",
  method: "POST",
  path: "/api/v1/auth/logout",
  access: { who: "session", scope: "self" },
  audit: audited("auth.logout"),
  responses: { 204: null },
  extendsSession: false,
  withoutOrganization: true,
  errors: [],
  allowRestricted: true,
});

/** Issues a new access token for the refresh secret in the cookie, or in the body for non-browser clients. */
export const refresh = defineEndpoint({
  name: "auth.refresh",
  summary: "Renew the access token",
  method: "POST",
  path: "/api/v1/auth/refresh",
  access: { who: "public", scope: "self" },
  audit: none("every few minutes for every session; a detected reuse is audited as auth.refresh_reused"),
  body: refreshSchema,
  responses: { 200: refreshResultSchema },
  extendsSession: false,
  errors: ["SESSION_EXPIRED", "NOT_AUTHENTICATED", "CROSS_SITE_REQUEST"],
  allowRestricted: true,
});

/** Returns whether there is a valid session; never 401, never resets the idle time-out. */
export const checkAuth = defineEndpoint({
  name: "auth.checkAuth",
  summary: "Is there a session?",
  method: "GET",
  path: "/api/v1/auth/check-auth",
  access: { who: "public", scope: "self" },
  audit: none("a read of the caller's own session"),
  responses: { 200: checkAuthSchema },
  extendsSession: false,
  errors: [],
  allowRestricted: true,
});

/** 200 for a valid session, 401 otherwise; never resets the idle time-out. */
export const verify = defineEndpoint({
  name: "auth.verify",
  summary: "Is this session valid?",
  method: "GET",
  path: "/api/v1/auth/verify",
  access: { who: "session", scope: "self" },
  audit: none("a read of the caller's own session"),
  responses: { 200: verifySchema },
  extendsSession: false,
  withoutOrganization: true,
  errors: [],
});

/**
 * Changes the caller's own password; ends all their other sessions and all device trust. A caller with a
 * second factor must have proven it within the last ten minutes.
 */
export const changePassword = defineEndpoint({
  name: "auth.changePassword",
  summary: "Change the own password",
  method: "POST",
  path: "/api/v1/auth/change-password",
  access: { who: "session", scope: "self" },
  perPerson: "changes",
  audit: audited("user.password_changed"),
  body: changePasswordSchema,
  responses: { 204: null },
  errors: ["PASSWORD_INCORRECT", "STEP_UP_REQUIRED", "TOO_MANY_ATTEMPTS", "BUSY"],
  allowRestricted: true,
});

/** Resolves a practice code typed on the login page; there is no public list of organizations. */
export const practiceCode = defineEndpoint({
  name: "auth.practiceCode",
  summary: "Find a practice by its code",
  method: "POST",
  path: "/api/v1/auth/practice-code",
  access: { who: "public", scope: "-" },
  audit: none("reads one name; attempts are limited per address"),
  body: practiceCodeSchema,
  responses: { 200: practiceCodeResultSchema },
  errors: ["NOT_FOUND", "TOO_MANY_REQUESTS", "CROSS_SITE_REQUEST"],
});

/** Issues a single-use ticket (30 s) that opens the WebSocket of this session. */
export const wsTicket = defineEndpoint({
  name: "auth.wsTicket",
  summary: "Ticket for the websocket",
  method: "POST",
  path: "/api/v1/auth/ws-ticket",
  access: { who: "session", scope: "self" },
  perPerson: "tickets",
  audit: none("a ticket that opens nothing the session cannot do"),
  responses: { 201: wsTicketSchema },
  errors: [],
});
