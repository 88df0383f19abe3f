import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import {
  legacyHealthSchema,
  legacyLoginResultSchema,
  legacyLoginSchema,
  legacyPatientPageSchema,
  legacyPatientQuery,
  legacyPracticeAnswerSchema,
  legacyTestDescriptionPageSchema,
  legacyTestDescriptionQuery,
} from "./legacy.schema.ts";

const members = { who: "session", scope: "own" } as const;
const read = notAudited("a read; the sign-in to the older server is recorded");

/**
 * Signs the session in to the older practice server. The token of that server is sealed into a cookie for this session.
 * Errors: 400 LEGACY_LOGIN_REFUSED for a wrong name or password, 403 LEGACY_OTHER_PRACTICE, LEGACY_ACCOUNT_LOCKED,
 * 404 LEGACY_NOT_OFFERED where there is no such server, 503 LEGACY_UNREACHABLE.
 */
export const legacySignIn = defineEndpoint({
  name: "legacy.signIn",
  summary: "Sign in to the older practice server",
  method: "POST",
  path: "/api/login",
  access: members,
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
  ],
  rateLimit: "changes",
});

/** Checks whether the older practice server answers within three seconds. The result is up to ten seconds old. */
export const legacyHealth = defineEndpoint({
  name: "legacy.health",
  summary: "Check the older practice server",
  method: "GET",
  path: "/api/health",
  access: { who: "session", scope: "-" },
  audit: notAudited("a read"),
  responses: { 200: legacyHealthSchema },
  errors: ["NOT_FOUND"],
});

/** Returns the practice as the older server describes it. Errors: 403 LEGACY_SIGN_IN_REQUIRED, 404 LEGACY_NOT_OFFERED. */
export const legacyPractice = defineEndpoint({
  name: "legacy.practice",
  summary: "Read the practice from the older server",
  method: "GET",
  path: "/api/praxis",
  access: members,
  audit: read,
  organizationFrom: "header",
  responses: { 200: legacyPracticeAnswerSchema },
  errors: ["NOT_FOUND", "LEGACY_NOT_OFFERED", "LEGACY_SIGN_IN_REQUIRED"],
});

/** Lists the patients of the older server, searched, sorted and paged. They are not stored. Errors as {@link legacyPractice}. */
export const legacyPatients = defineEndpoint({
  name: "legacy.patients",
  summary: "List patients of the older server",
  method: "GET",
  path: "/api/patienten",
  access: members,
  audit: read,
  organizationFrom: "header",
  query: legacyPatientQuery,
  responses: { 200: legacyPatientPageSchema },
  errors: ["NOT_FOUND", "LEGACY_NOT_OFFERED", "LEGACY_SIGN_IN_REQUIRED"],
});

/** Lists the test descriptions of the older server, searched, sorted and paged. Errors as {@link legacyPractice}. */
export const legacyTestDescriptions = defineEndpoint({
  name: "legacy.testDescriptions",
  summary: "List test descriptions of the older server",
  method: "GET",
  path: "/api/test-descriptions",
  access: members,
  audit: read,
  organizationFrom: "header",
  query: legacyTestDescriptionQuery,
  responses: { 200: legacyTestDescriptionPageSchema },
  errors: ["NOT_FOUND", "LEGACY_NOT_OFFERED", "LEGACY_SIGN_IN_REQUIRED"],
});
