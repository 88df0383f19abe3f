import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import {
  activeOrgTokensQuery,
  activeOrgTokensSchema,
  authenticateSchema,
  cleanedUpSchema,
  orgTokenExportQuery,
  orgTokenListQuery,
  orgTokenPageSchema,
  orgTokenPairSchema,
  orgTokenStatisticsSchema,
  refreshOrgTokenSchema,
  revokeAllOrgTokensSchema,
  revokedOrgTokensSchema,
  revokeOrganizationSchema,
  revokeOrgTokenSchema,
  switchOrganizationSchema,
  userOrganizationsSchema,
  validatedOrgTokenSchema,
  validateOrgTokenSchema,
} from "./org-tokens.schema.ts";

const administrators = { who: "role:super_admin|admin", scope: "platform" } as const;
const organizationAdministrators = { who: "role:super_admin|admin|org_admin", scope: "own" } as const;

/**
 * Issues tokens for an application to a user who authenticates. The response is never 401, because a client would
 * then send the credentials again.
 */
export const authenticateOrgToken = defineEndpoint({
  name: "orgTokens.authenticate",
  summary: "Authenticate an application for an organization",
  method: "POST",
  path: "/api/v1/org-tokens/authenticate",
  access: { who: "public", scope: "-" },
  audit: audited("token.created"),
  body: authenticateSchema,
  responses: { 200: orgTokenPairSchema },
  errors: [
    "AUTHENTICATION_FAILED",
    "FORBIDDEN",
    "ORGANIZATION_MISMATCH",
    "SECOND_FACTOR_REQUIRED",
    "TOO_MANY_ATTEMPTS",
    "ACCOUNT_BLOCKED",
    "ACCOUNT_DISABLED",
    "ACCOUNT_NOT_VERIFIED",
    "PASSWORD_CHANGE_REQUIRED",
    "TWO_FACTOR_SETUP_REQUIRED",
    "ORGANIZATION_SUSPENDED",
    "APPLICATIONS_NOT_ALLOWED",
    "DEMO_LOCAL_ONLY",
    "CROSS_SITE_REQUEST",
    "OVERLOADED",
  ],
});

/** Lists the organizations the caller can obtain tokens for. */
export const listUserOrganizations = defineEndpoint({
  name: "orgTokens.userOrganizations",
  summary: "List your organizations",
  method: "GET",
  path: "/api/v1/org-tokens/user/organizations",
  access: { who: "session", scope: "self" },
  audit: notAudited("a read of the caller's own memberships"),
  responses: { 200: userOrganizationsSchema },
  errors: [],
});

/**
 * Issues tokens for one of the signed-in user's organizations. Requires a step-up, because a browser session is bound
 * to its cookie and the tokens are not.
 */
export const switchOrganization = defineEndpoint({
  name: "orgTokens.switchOrganization",
  summary: "Switch to another of your organizations",
  method: "POST",
  path: "/api/v1/org-tokens/switch-org",
  access: { who: "session", scope: "self" },
  rateLimit: "tickets",
  audit: audited("token.created"),
  body: switchOrganizationSchema,
  responses: { 200: orgTokenPairSchema },
  errors: [
    "FORBIDDEN",
    "ORGANIZATION_MISMATCH",
    "ORGANIZATION_SUSPENDED",
    "APPLICATIONS_NOT_ALLOWED",
    "STEP_UP_REQUIRED",
  ],
});

/**
 * Issues a new pair for a refresh token of the same application. A refresh token works once; if it is used
 * again after its successor was used, the token is revoked with all its pairs. The response is never 401, because a
 * client would then renew its session and send the token again.
 */
export const refreshOrgToken = defineEndpoint({
  name: "orgTokens.refresh",
  summary: "Refresh a token pair",
  method: "POST",
  path: "/api/v1/org-tokens/refresh",
  access: { who: "public", scope: "self" },
  audit: notAudited(
    "happens every few minutes for every application; a detected reuse is audited as token.refresh_reused",
  ),
  body: refreshOrgTokenSchema,
  responses: { 200: orgTokenPairSchema },
  errors: [
    "AUTHENTICATION_FAILED",
    "FORBIDDEN",
    "ORGANIZATION_MISMATCH",
    "TOO_MANY_REQUESTS",
    "CROSS_SITE_REQUEST",
  ],
});

/**
 * Returns whether an access token is active in an organization. The response is `valid: false` in all other cases, so
 * that the call is not an oracle.
 */
export const validateOrgToken = defineEndpoint({
  name: "orgTokens.validate",
  summary: "Validate a token",
  method: "POST",
  path: "/api/v1/org-tokens/validate",
  access: { who: "public", scope: "-" },
  audit: notAudited("a check in every call of an application"),
  body: validateOrgTokenSchema,
  responses: { 200: validatedOrgTokenSchema },
  errors: ["FORBIDDEN", "ORGANIZATION_MISMATCH", "TOO_MANY_REQUESTS", "CROSS_SITE_REQUEST"],
});

/** Revokes the caller's own tokens of one application. */
export const revokeOrgToken = defineEndpoint({
  name: "orgTokens.revoke",
  summary: "Revoke your tokens for an application",
  method: "DELETE",
  path: "/api/v1/org-tokens/revoke",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  whenReadOnly: "trialOver",
  audit: audited("token.revoked"),
  query: z.partial(revokeOrgTokenSchema),
  body: z.partial(revokeOrgTokenSchema),
  responses: { 200: revokedOrgTokensSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Revokes all tokens of the caller. */
export const revokeAllOrgTokens = defineEndpoint({
  name: "orgTokens.revokeAll",
  summary: "Revoke all your tokens",
  method: "DELETE",
  path: "/api/v1/org-tokens/revoke-all",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  whenReadOnly: "trialOver",
  audit: audited("token.revoked"),
  query: revokeAllOrgTokensSchema,
  body: revokeAllOrgTokensSchema,
  responses: { 200: revokedOrgTokensSchema },
  errors: [],
});

/** Lists the caller's own active tokens in one organization or in all. */
export const listActiveOrgTokens = defineEndpoint({
  name: "orgTokens.active",
  summary: "List your active tokens",
  method: "GET",
  path: "/api/v1/org-tokens/active",
  access: { who: "session", scope: "self" },
  audit: notAudited("a read of the caller's own tokens"),
  query: activeOrgTokensQuery,
  responses: { 200: activeOrgTokensSchema },
  errors: [],
});

/** Lists the tokens of one organization, for its administrator. */
export const listOrganizationTokens = defineEndpoint({
  name: "orgTokens.listOrganization",
  summary: "List the tokens of an organization",
  method: "GET",
  path: "/api/v1/org-tokens/organization/{id}",
  access: organizationAdministrators,
  audit: notAudited("an ordinary read of the caller's organization"),
  organizationFrom: "path",
  params: idParams,
  query: orgTokenListQuery,
  responses: { 200: orgTokenPageSchema },
  errors: [],
});

export const organizationTokenStatistics = defineEndpoint({
  name: "orgTokens.organizationStatistics",
  summary: "Get the token statistics of an organization",
  method: "GET",
  path: "/api/v1/org-tokens/organization/{id}/stats",
  access: organizationAdministrators,
  audit: notAudited("numbers only"),
  organizationFrom: "path",
  params: idParams,
  responses: { 200: orgTokenStatisticsSchema },
  errors: [],
});

/** Revokes one token of the request's organization. */
export const revokeOneOrgToken = defineEndpoint({
  name: "orgTokens.revokeOne",
  summary: "Revoke one token",
  method: "DELETE",
  path: "/api/v1/org-tokens/{id}",
  access: organizationAdministrators,
  whenReadOnly: "trialOver",
  audit: audited("token.revoked"),
  organizationFrom: "header",
  params: idParams,
  query: revokeAllOrgTokensSchema,
  responses: { 204: null },
  errors: ["NOT_FOUND"],
});

/** Lists all tokens of all organizations. */
export const listAllOrgTokens = defineEndpoint({
  name: "orgTokens.listAll",
  summary: "List all tokens",
  method: "GET",
  path: "/api/v1/org-tokens/admin/all",
  access: administrators,
  audit: notAudited("records of all organizations, without token values"),
  query: orgTokenListQuery,
  responses: { 200: orgTokenPageSchema },
  errors: [],
});

export const orgTokenStatistics = defineEndpoint({
  name: "orgTokens.statistics",
  summary: "Get token statistics",
  method: "GET",
  path: "/api/v1/org-tokens/admin/statistics",
  access: administrators,
  audit: notAudited("numbers only"),
  responses: { 200: orgTokenStatisticsSchema },
  errors: [],
});

/** Streams the token records as a file without token values. */
export const exportOrgTokens = defineEndpoint({
  name: "orgTokens.export",
  summary: "Export token records",
  method: "GET",
  path: "/api/v1/org-tokens/admin/export",
  access: administrators,
  rateLimit: "changes",
  audit: audited("token.exported"),
  query: orgTokenExportQuery,
  responses: { 200: null },
  file: true,
  errors: [],
});

/** Revokes every active token of an organization. */
export const revokeOrganizationTokens = defineEndpoint({
  name: "orgTokens.revokeOrganization",
  summary: "Revoke all tokens of an organization",
  method: "DELETE",
  path: "/api/v1/org-tokens/admin/revoke-org",
  access: administrators,
  audit: audited("token.organization_revoked"),
  query: z.partial(revokeOrganizationSchema),
  body: z.partial(revokeOrganizationSchema),
  responses: { 200: revokedOrgTokensSchema },
  errors: ["NOT_FOUND", "STEP_UP_REQUIRED"],
});

/** Deletes expired tokens and tokens that were revoked long ago. */
export const cleanUpOrgTokens = defineEndpoint({
  name: "orgTokens.cleanUp",
  summary: "Delete expired tokens and those revoked long ago",
  method: "POST",
  path: "/api/v1/org-tokens/admin/cleanup",
  access: administrators,
  audit: audited("token.cleaned_up"),
  responses: { 200: cleanedUpSchema },
  errors: [],
});
