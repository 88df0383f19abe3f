import type { Endpoint } from "@praxisportal/contract/endpoint";
import { type ErrorCode, statusOf } from "@praxisportal/contract/errors";
import { isPublic } from "../../request-context/access.ts";

/** Errors that every call can return before its handler runs. */
const always: readonly ErrorCode[] = [
  "VALIDATION_FAILED",
  "CROSS_SITE_REQUEST",
  "URI_TOO_LONG",
  "HEADERS_TOO_LARGE",
  "UPGRADE_REQUIRED",
  "INTERNAL_ERROR",
  "MAINTENANCE",
  "OVERLOADED",
  "SERVICE_UNAVAILABLE",
  "DATABASE_UNAVAILABLE",
];

const withBody: readonly ErrorCode[] = [
  "MALFORMED_JSON",
  "REQUEST_TIMEOUT",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];

/**
 * Returns every error code of a call by status in ascending order. They are its own and those of the steps that each
 * request passes, which are origin, session, restriction, organization, access and validation.
 */
export function errorCodesOf(endpoint: Endpoint): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = new Set<ErrorCode>([
    ...always,
    ...(endpoint.method === "GET" ? [] : withBody),
    ...sessionCodes(endpoint),
    ...(endpoint.allowsLegacySession ? [] : (["LEGACY_SESSION_LIMITED"] as const)),
    ...organizationCodes(endpoint),
    ...repeatCodes(endpoint),
    ...endpoint.errors,
  ]);
  const byStatus = Map.groupBy(codes, statusOf);
  return new Map([...byStatus].toSorted(([a], [b]) => a - b));
}

function sessionCodes(endpoint: Endpoint): readonly ErrorCode[] {
  if (isPublic(endpoint) && endpoint.organizationFrom === undefined) return [];
  // Calls open to every session are still forbidden for an application's token.
  return [
    "NOT_AUTHENTICATED",
    "DEMO_LOCAL_ONLY",
    "FORBIDDEN",
    "TOO_MANY_REQUESTS",
    ...restrictionCodes(endpoint),
  ];
}

function restrictionCodes(endpoint: Endpoint): readonly ErrorCode[] {
  if (endpoint.allowsRestricted === true) return [];
  return endpoint.allowsRestricted === undefined
    ? ["PASSWORD_CHANGE_REQUIRED", "TWO_FACTOR_SETUP_REQUIRED"]
    : ["PASSWORD_CHANGE_REQUIRED"];
}

function repeatCodes(endpoint: Endpoint): readonly ErrorCode[] {
  if (endpoint.replay === undefined) return [];
  const documentedCodes: readonly ErrorCode[] = ["INVALID_HEADER", "IDEMPOTENCY_KEY_REUSED"];
  if (endpoint.replay === "resource") return documentedCodes;
  return [
    ...documentedCodes,
    "ALREADY_PROCESSED",
    ...(endpoint.replay === "bill" ? (["REQUEST_IN_PROGRESS"] as const) : []),
  ];
}

function organizationCodes(endpoint: Endpoint): readonly ErrorCode[] {
  if (isPublic(endpoint) && endpoint.organizationFrom === undefined) return [];
  // An organization in the header is checked for every call.
  const codes: readonly ErrorCode[] = [
    "NOT_FOUND",
    "ORGANIZATION_SUSPENDED",
    ...(endpoint.method === "GET" && !endpoint.acceptsTicket ? [] : (["TRIAL_ENDED"] as const)),
    "ORGANIZATION_MISMATCH",
  ];
  return endpoint.organizationFrom === "header" ? [...codes, "ORGANIZATION_REQUIRED"] : codes;
}
