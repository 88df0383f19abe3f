import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import {
  legacyHealthSchema,
  legacyLoginResultSchema,
  legacyLoginSchema,
  legacyPatientPageSchema,
  legacyPatientQuery,
  legacyPracticeAnswerSchema,
  legacySessionSchema,
  publicAddressSchema,
  legacyTestDescriptionPageSchema,
  legacyTestDescriptionQuery,
} from "./legacy.schema.ts";

const members = { who: "session", scope: "own" } as const;
const readAudit = notAudited("a read; the sign-in to the legacy server is recorded");

/**
 * Signs in to the legacy practice server. With a session of the portal, the token of that server is sealed into a
 * cookie for this session, and the header selects the organization. Without a session, this is the fallback login. It
 * starts a session for classic mode only, and works while the database of the portal is down. Errors: 400
 * LEGACY_LOGIN_REFUSED for a wrong name or password, 403 LEGACY_OTHER_PRACTICE, LEGACY_ACCOUNT_LOCKED, 404
 * LEGACY_NOT_OFFERED if there is no such server or the fallback login is not open to the network of the caller, 429
 * after too many failures, 503 LEGACY_UNREACHABLE.
 */
export const legacySignIn = defineEndpoint({
  name: "legacy.signIn",
  summary: "Sign in to the legacy practice server",
  method: "POST",
  path: "/api/login",
  access: { who: "public", scope: "-" },
  audit: audited("legacy.signed_in"),
  organizationFrom: "header",
  body: legacyLoginSchema,
  responses: { 200: legacyLoginResultSchema },
  errors: [
    "NOT_FOUND",
    "LEGACY_NOT_OFFERED",
    "LEGACY_LOGIN_REFUSED",
    "LEGACY_OTHER_PRACTICE",
    "LEGACY_ACCOUNT_LOCKED",
    "LEGACY_UNREACHABLE",
    "TOO_MANY_ATTEMPTS",
    "CROSS_SITE_REQUEST",
  ],
  rateLimit: "changes",
});

/**
 * Returns the session with the legacy practice server, which belongs to the fallback login or to a portal session.
 * Errors: 403 LEGACY_SIGN_IN_REQUIRED for a portal session that is not signed in there.
 */
export const legacySession = defineEndpoint({
  name: "legacy.session",
  summary: "Read the session with the legacy practice server",
  method: "GET",
  path: "/api/session",
  access: { who: "session", scope: "self" },
  audit: notAudited("a read of the caller's own session"),
  responses: { 200: legacySessionSchema },
  errors: ["LEGACY_SIGN_IN_REQUIRED"],
  extendsSession: false,
  withoutOrganization: true,
  allowsLegacySession: true,
});

/** Ends the session with the legacy practice server. The session of the portal, if there is one, continues. */
export const legacySignOut = defineEndpoint({
  name: "legacy.signOut",
  summary: "Sign out of the legacy practice server",
  method: "POST",
  path: "/api/logout",
  access: { who: "session", scope: "self" },
  audit: audited("legacy.signed_out"),
  responses: { 204: null },
  errors: [],
  extendsSession: false,
  withoutOrganization: true,
  allowsLegacySession: true,
});

/** Returns the address from which the caller reaches the portal. Errors: 429 TOO_MANY_REQUESTS. */
export const publicAddress = defineEndpoint({
  name: "legacy.publicAddress",
  summary: "Read the caller's own address",
  method: "GET",
  path: "/api/v1/auth/public-ip",
  access: { who: "public", scope: "-" },
  audit: notAudited("a read of the caller's own address"),
  responses: { 200: publicAddressSchema },
  errors: ["TOO_MANY_REQUESTS"],
  extendsSession: false,
});

/** Checks whether the legacy practice server responds within three seconds. The result is up to ten seconds old. */
export const legacyHealth = defineEndpoint({
  name: "legacy.health",
  summary: "Check the legacy practice server",
  method: "GET",
  path: "/api/health",
  access: { who: "session", scope: "-" },
  audit: notAudited("a read"),
  responses: { 200: legacyHealthSchema },
  errors: ["NOT_FOUND"],
  allowsLegacySession: true,
});

/**
 * Returns the practice as the legacy server describes it. Errors: 403 LEGACY_SIGN_IN_REQUIRED, 404 LEGACY_NOT_OFFERED.
 */
export const legacyPractice = defineEndpoint({
  name: "legacy.practice",
  summary: "Read the practice from the legacy server",
  method: "GET",
  path: "/api/praxis",
  access: members,
  audit: readAudit,
  organizationFrom: "header",
  responses: { 200: legacyPracticeAnswerSchema },
  errors: ["NOT_FOUND", "LEGACY_NOT_OFFERED", "LEGACY_SIGN_IN_REQUIRED"],
  allowsLegacySession: true,
});

/**
 * Lists the patients of the legacy server, searched, sorted and paged. They are not stored. Errors as {@link
 * legacyPractice}.
 */
export const legacyPatients = defineEndpoint({
  name: "legacy.patients",
  summary: "List patients of the legacy server",
  method: "GET",
  path: "/api/patienten",
  access: members,
  audit: readAudit,
  organizationFrom: "header",
  query: legacyPatientQuery,
  responses: { 200: legacyPatientPageSchema },
  errors: ["NOT_FOUND", "LEGACY_NOT_OFFERED", "LEGACY_SIGN_IN_REQUIRED"],
  allowsLegacySession: true,
});

/** Lists the test descriptions of the legacy server, searched, sorted and paged. Errors as {@link legacyPractice}. */
export const legacyTestDescriptions = defineEndpoint({
  name: "legacy.testDescriptions",
  summary: "List test descriptions of the legacy server",
  method: "GET",
  path: "/api/test-descriptions",
  access: members,
  audit: readAudit,
  organizationFrom: "header",
  query: legacyTestDescriptionQuery,
  responses: { 200: legacyTestDescriptionPageSchema },
  errors: ["NOT_FOUND", "LEGACY_NOT_OFFERED", "LEGACY_SIGN_IN_REQUIRED"],
  allowsLegacySession: true,
});
