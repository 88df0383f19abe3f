import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import {
  changePasswordSchema,
  checkAuthSchema,
  downloadTicketBodySchema,
  loginResultSchema,
  loginSchema,
  practiceCodeResultSchema,
  practiceCodeSchema,
  refreshResultSchema,
  refreshSchema,
  ticketSchema,
  verifySchema,
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
    "TEMPORARY_PASSWORD_EXPIRED",
    "ORGANIZATION_SUSPENDED",
    "DEMO_LOCAL_ONLY",
    "CROSS_SITE_REQUEST",
    "OVERLOADED",
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
  allowsRestricted: true,
});

/** Issues a new access token for the refresh secret in the cookie, or in the body for non-browser clients. */
export const refresh = defineEndpoint({
  name: "auth.refresh",
  summary: "Renew the access token",
  method: "POST",
  path: "/api/v1/auth/refresh",
  access: { who: "public", scope: "self" },
  audit: notAudited(
    "happens every few minutes in every session; a detected reuse is audited as auth.refresh_reused",
  ),
  body: refreshSchema,
  responses: { 200: refreshResultSchema },
  extendsSession: false,
  errors: ["SESSION_EXPIRED", "NOT_AUTHENTICATED", "CROSS_SITE_REQUEST"],
  allowsRestricted: true,
});

/** Returns whether there is a valid session; never 401, never resets the idle timeout. */
export const checkAuth = defineEndpoint({
  name: "auth.checkAuth",
  summary: "Check for a session",
  method: "GET",
  path: "/api/v1/auth/check-auth",
  access: { who: "public", scope: "self" },
  audit: notAudited("a read of the caller's own session"),
  responses: { 200: checkAuthSchema },
  extendsSession: false,
  errors: [],
  allowsRestricted: true,
});

/** Returns 200 for a valid session and 401 otherwise; never resets the idle timeout. */
export const verifyPassword = defineEndpoint({
  name: "auth.verify",
  summary: "Verify the session",
  method: "GET",
  path: "/api/v1/auth/verify",
  access: { who: "session", scope: "self" },
  audit: notAudited("a read of the caller's own session"),
  responses: { 200: verifySchema },
  extendsSession: false,
  withoutOrganization: true,
  errors: [],
});

/**
 * Changes the caller's own password; ends all their other sessions and all device trust. A caller with a second factor
 * must have proven it within the last ten minutes. Within ten minutes of a sign-in with a temporary password, the
 * current password is not needed.
 */
export const changePassword = defineEndpoint({
  name: "auth.changePassword",
  summary: "Change your password",
  method: "POST",
  path: "/api/v1/auth/change-password",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("user.password_changed"),
  body: changePasswordSchema,
  responses: { 204: null },
  errors: ["PASSWORD_INCORRECT", "STEP_UP_REQUIRED", "TOO_MANY_ATTEMPTS", "OVERLOADED"],
  allowsRestricted: true,
  whenReadOnly: "always",
});

/** Resolves a practice code typed on the login page; there is no public list of organizations. */
export const findOrganizationByCode = defineEndpoint({
  name: "auth.findOrganizationByCode",
  summary: "Find an organization by its code",
  method: "POST",
  path: "/api/v1/auth/practice-code",
  access: { who: "public", scope: "-" },
  audit: notAudited("reads one name; attempts are limited per address"),
  body: practiceCodeSchema,
  responses: { 200: practiceCodeResultSchema },
  errors: ["NOT_FOUND", "TOO_MANY_REQUESTS", "CROSS_SITE_REQUEST"],
});

/** Issues a single-use ticket (30 s) that opens the WebSocket of this session. */
export const createSocketTicket = defineEndpoint({
  name: "auth.createSocketTicket",
  summary: "Create a WebSocket ticket",
  method: "POST",
  path: "/api/v1/auth/ws-ticket",
  access: { who: "session", scope: "self" },
  rateLimit: "tickets",
  audit: notAudited("a ticket permits nothing that the session does not"),
  responses: { 201: ticketSchema },
  errors: [],
  whenReadOnly: "always",
});

/**
 * Issues a single-use ticket (30 s) with which the browser of this session downloads one file: the path, followed by
 * `ticket=` as the last query parameter, is opened instead of sending the access token. Fails like the download itself
 * would, so that the page can show why. The header `X-Organization-Id` of this call applies to the download, which
 * ignores its own.
 */
export const createDownloadTicket = defineEndpoint({
  name: "auth.createDownloadTicket",
  summary: "Create a download ticket",
  method: "POST",
  path: "/api/v1/auth/download-ticket",
  access: { who: "session", scope: "self" },
  rateLimit: "tickets",
  audit: notAudited("a ticket permits nothing that the session does not; the download is audited"),
  withoutOrganization: true,
  body: downloadTicketBodySchema,
  responses: { 201: ticketSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "STEP_UP_REQUIRED"],
});
