import * as z from "zod/mini";

/**
 * The single catalogue of error codes. Clients act on the code, which is also the key of its text in
 * `errors.<language>.json`. Each code has its HTTP status, so that routes do not choose one. The JSON files are
 * not imported here, because the browser loads only the language it shows.
 */
export const errorCatalogue = {
  /** A field of body, query, path or header violates its schema; details are in `errors[]`. */
  VALIDATION_FAILED: { status: 400 },
  /** The body is not valid JSON. */
  MALFORMED_JSON: { status: 400 },
  /** A request header is invalid. */
  INVALID_HEADER: { status: 400 },
  /** A one-time link (reset, invitation, setup) is unknown, used or expired; the three are not distinguished. */
  LINK_INVALID: { status: 400 },
  /** A form that is malformed, ends too early or was aborted by the client. */
  UPLOAD_MALFORMED: { status: 400 },
  /** A field follows the file, but is needed to process it and must come first. */
  FILE_MUST_BE_LAST: { status: 400 },
  /** A ticket is unknown, used, expired or of another session; the four are not distinguished. */
  TICKET_INVALID: { status: 400 },
  /**
   * A two-factor, backup or recovery code is wrong, used or expired; the three are not distinguished. The
   * status is never 401.
   */
  CODE_INVALID: { status: 400 },
  /** A passkey response matches no open challenge or no known key. The status is never 401. */
  PASSKEY_INVALID: { status: 400 },
  /**
   * Tokens for an application were refused; unknown address, wrong password and no membership are not
   * distinguished. The status is never 401.
   */
  AUTHENTICATION_FAILED: { status: 400 },
  /**
   * A password requested outside the login is wrong. The status is never 401, because clients would refresh the session
   * and retry.
   */
  PASSWORD_INCORRECT: { status: 400 },
  /**
   * A PIN is wrong, unknown or not permitted; the three are not distinguished. `attemptsLeft`: how many attempts remain
   * before it is locked. The status is never 401.
   */
  PIN_INCORRECT: { status: 400 },
  /** The right PIN, more than 12 hours after the last full sign-in on this workstation. */
  PIN_EXPIRED: { status: 400 },
  /**
   * The legacy practice server refused name or password. The status is never 401, because the portal's own session is
   * valid.
   */
  LEGACY_LOGIN_REFUSED: { status: 400 },
  /** The request has no valid session or token. */
  NOT_AUTHENTICATED: { status: 401 },
  /** Login refused; the same response for an unknown name and for a wrong password. */
  INVALID_CREDENTIALS: { status: 401 },
  /** The first step of this sign-in is expired, used up or unknown; restart with the password. */
  SECOND_STEP_EXPIRED: { status: 401 },
  /** The session ended by its idle or absolute limit. */
  SESSION_EXPIRED: { status: 401 },
  /** The caller is authenticated and may see the object, but the action is not permitted. */
  FORBIDDEN: { status: 403 },
  /** A browser sent the request from another site. */
  CROSS_SITE_REQUEST: { status: 403 },
  /** Path and `X-Organization-Id` name different organizations. */
  ORGANIZATION_MISMATCH: { status: 403 },
  /** Administrators have no PIN. */
  PIN_NOT_FOR_ADMINISTRATORS: { status: 403 },
  /** The session is restricted to changing the password. */
  PASSWORD_CHANGE_REQUIRED: { status: 403 },
  /** The session is restricted to setting up a second factor. */
  TWO_FACTOR_SETUP_REQUIRED: { status: 403 },
  /** A second factor is enabled: the call needs a code in addition to the password. */
  SECOND_FACTOR_REQUIRED: { status: 403 },
  /** The action requires a step-up. */
  STEP_UP_REQUIRED: { status: 403 },
  /** Locked by failed logins ("gesperrt"); revealed only to administrators and on a known device. */
  ACCOUNT_LOCKED: { status: 403 },
  /** Blocked by an administrator ("blockiert"); revealed only after a correct password. */
  ACCOUNT_BLOCKED: { status: 403 },
  /** Deactivated membership ("deaktiviert"); revealed only after a correct password. */
  ACCOUNT_DISABLED: { status: 403 },
  /** E-mail address not verified; revealed only after a correct password. */
  ACCOUNT_NOT_VERIFIED: { status: 403 },
  /** The temporary password has expired; revealed only if it was correct. */
  TEMPORARY_PASSWORD_EXPIRED: { status: 403 },
  /** The tenant is suspended ("ausgesetzt"). */
  ORGANIZATION_SUSPENDED: { status: 403 },
  /** The trial of the organization is over; it may only read until a plan is chosen. */
  TRIAL_ENDED: { status: 403 },
  /** The organization does not allow other applications to act for its members. */
  APPLICATIONS_NOT_ALLOWED: { status: 403 },
  /** A demonstration account was used through a proxy. */
  DEMO_LOCAL_ONLY: { status: 403 },
  /** The caller may not grant this role or permission. */
  ROLE_NOT_GRANTABLE: { status: 403 },
  /** The member has permissions the caller does not, so the caller may not change what the member signs in with. */
  TARGET_HAS_MORE_PERMISSIONS: { status: 403 },
  // Conditions that keep a user from the AI until someone changes a setting are 403. Clients of AI providers retry 409
  // and 429 automatically, and 429 implies a rate limit with a waiting time, which a monthly budget does not have.
  /** The record or approval of a provider does not satisfy the policy of the organization. Members: `missing`. */
  AI_PROVIDER_NOT_READY: { status: 403 },
  /** AI was stopped. Members: `scope`. */
  AI_STOPPED: { status: 403 },
  /** The maximum cost of the call exceeds what is left this month. Members: `scope`. */
  QUOTA_EXCEEDED: { status: 403 },
  /** The organization has a cost limit, and the model has no price in its currency. */
  AI_MODEL_UNPRICED: { status: 403 },
  /** The organization does not allow prompts in a URL. */
  AI_PROMPT_IN_URL_NOT_ALLOWED: { status: 403 },
  /** The session is not, or is no longer, signed in to the legacy practice server. */
  LEGACY_SIGN_IN_REQUIRED: { status: 403 },
  /** A session of the fallback login may use only classic mode. */
  LEGACY_SESSION_LIMITED: { status: 403 },
  /** The legacy practice server belongs to another practice. */
  LEGACY_OTHER_PRACTICE: { status: 403 },
  /** The account is locked on the legacy practice server. */
  LEGACY_ACCOUNT_LOCKED: { status: 403 },
  /** The object does not exist, or the caller may not know that it exists. */
  NOT_FOUND: { status: 404 },
  /** The organization has no legacy practice server, or the operator has switched classic mode off. */
  LEGACY_NOT_OFFERED: { status: 404 },
  /** The path exists, but not with this method; sent with `Allow`. */
  METHOD_NOT_ALLOWED: { status: 405 },
  /** The body stalled, or took too long in total. */
  UPLOAD_TIMEOUT: { status: 408 },
  /** Headers or body did not arrive in time. */
  REQUEST_TIMEOUT: { status: 408 },
  /** The change contradicts the current state. */
  CONFLICT: { status: 409 },
  /** A PIN needs a shared workstation of the caller's organization. */
  PIN_NEEDS_SHARED_WORKSTATION: { status: 409 },
  /** A PIN needs a full sign-in on this workstation within the last 12 hours. */
  PIN_NEEDS_FULL_SIGN_IN: { status: 409 },
  /** The request requires an organization and names none. */
  ORGANIZATION_REQUIRED: { status: 409 },
  /** A repetition of a call whose result cannot be replayed. */
  ALREADY_PROCESSED: { status: 409 },
  /** A repetition of a call that is still running and whose result cannot be replayed. */
  REQUEST_IN_PROGRESS: { status: 409 },
  /** An identity action by one organization on a person who belongs to several. */
  PERSON_IN_MULTIPLE_ORGANIZATIONS: { status: 409 },
  /** The invited address already belongs to an account: its owner must sign in to accept. */
  SIGN_IN_TO_ACCEPT: { status: 409 },
  /** The member to transfer does not belong to the source organization. */
  NOT_SOURCE_MEMBER: { status: 409 },
  /** A transfer can be undone once, within 24 hours, and only if nothing has changed since. */
  TRANSFER_NOT_UNDOABLE: { status: 409 },
  ORGANIZATION_ERASED: { status: 409 },
  /** Callers cannot change their own role or membership, or remove themselves. */
  CANNOT_MODIFY_SELF: { status: 409 },
  /** The last org_admin of an organization and the last super_admin cannot be removed. */
  LAST_ADMINISTRATOR: { status: 409 },
  /** No free seat. Params: `current` and `max`, both numbers of people. */
  USER_LIMIT_REACHED: { status: 409 },
  /** The file does not fit into the storage of the organization. Members: `current` and `max` in bytes. */
  STORAGE_LIMIT_REACHED: { status: 409 },
  /** The plan has fewer seats than are taken. Params: `current` and `max`, both numbers of people. */
  PLAN_TOO_SMALL: { status: 409 },
  /** The plan of a suspended organization cannot be changed. */
  PLAN_OF_SUSPENDED_ORGANIZATION: { status: 409 },
  /** A cloud sync is queued or running. */
  CLOUD_SYNC_RUNNING: { status: 409 },
  /** An evidence folder of the organization is queued or running. */
  EVIDENCE_RUNNING: { status: 409 },
  /** A cloud sync needs the organization's public key and storage configured by the operator. */
  CLOUD_SYNC_NOT_READY: { status: 409 },
  /** A final invoice never changes. */
  INVOICE_FINAL: { status: 409 },
  /** Data that an invoice needs is missing. Members: `missing`, names of fields such as `operator.iban`. */
  INVOICE_INCOMPLETE: { status: 409 },
  /** Calls of models without a price would not be invoiced, and the caller has not confirmed that. Members: `calls`. */
  INVOICE_UNPRICED: { status: 409 },
  /** The first administrator already exists. */
  SETUP_ALREADY_COMPLETED: { status: 409 },
  /** The second factor is already enabled. */
  TWO_FACTOR_ALREADY_ENABLED: { status: 409 },
  /** The second factor is not enabled. */
  TWO_FACTOR_NOT_ENABLED: { status: 409 },
  /** The operator has switched off setting up a second factor. */
  TWO_FACTOR_NOT_OFFERED: { status: 409 },
  /** An organization or the platform requires a second factor; it cannot be disabled. */
  TWO_FACTOR_REQUIRED: { status: 409 },
  /** The pending secret is older than ten minutes or belongs to another session. */
  SETUP_EXPIRED: { status: 409 },
  /** A value that must be unique is taken. */
  ALREADY_EXISTS: { status: 409 },
  /** `If-Match` names another version. For the caller's own data, the member `version` is the current one. */
  PRECONDITION_FAILED: { status: 412 },
  /** The body is too large. */
  PAYLOAD_TOO_LARGE: { status: 413 },
  /** The URL is too long. */
  URI_TOO_LONG: { status: 414 },
  /** The content type of the body is not supported here. */
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  /** The same `Idempotency-Key` was used with another request. */
  IDEMPOTENCY_KEY_REUSED: { status: 422 },
  /** An AI provider refused the content. */
  AI_CONTENT_REFUSED: { status: 422 },
  /** A review of rights has members without a decision. Params: `missing`, their number. */
  REVIEW_INCOMPLETE: { status: 409 },
  /** A prompt template contains a name or data of a person. Members: `found`, the kinds and words. */
  AI_TEMPLATE_PERSONAL_DATA: { status: 422 },
  /** The page is older than the server supports; it must be reloaded. */
  UPGRADE_REQUIRED: { status: 426 },
  /** Too many failed logins or codes; sent with `Retry-After`. */
  TOO_MANY_ATTEMPTS: { status: 429 },
  /** Too many wrong PINs. The PIN works again after the next sign-in with password or passkey. */
  PIN_LOCKED: { status: 429 },
  /** Too many requests of any other kind; sent with `Retry-After`. */
  TOO_MANY_REQUESTS: { status: 429 },
  /** Too many concurrent uploads of the person or the organization; sent with `Retry-After`. */
  TOO_MANY_UPLOADS: { status: 429 },
  /** Too many concurrent AI calls of the person or the organization; sent with `Retry-After`. */
  TOO_MANY_AI_CALLS: { status: 429 },
  /** The headers are larger than allowed. */
  HEADERS_TOO_LARGE: { status: 431 },
  /** Internal error; the log contains the reason under the request id, the response never does. */
  INTERNAL_ERROR: { status: 500 },
  /** An AI provider refused the portal's key or request, aborted, or is unreachable. */
  AI_PROVIDER_FAILED: { status: 502 },
  /** An upstream server sent an invalid response. */
  BAD_GATEWAY: { status: 502 },
  /** An AI provider has no capacity, even after a retry. */
  AI_PROVIDER_OVERLOADED: { status: 503 },
  /** The operator has switched on maintenance mode; sent with `Retry-After`. */
  MAINTENANCE: { status: 503 },
  /** A part of the service is temporarily unavailable. */
  SERVICE_UNAVAILABLE: { status: 503 },
  /** The database does not respond; sent with `Retry-After`. */
  DATABASE_UNAVAILABLE: { status: 503 },
  /** The legacy practice server did not respond, or its response was unexpected. */
  LEGACY_UNREACHABLE: { status: 503 },
  /** The queue for expensive work is full; sent with `Retry-After`. */
  OVERLOADED: { status: 503 },
  /** An upstream server did not respond in time. */
  GATEWAY_TIMEOUT: { status: 504 },
} as const satisfies Record<string, { readonly status: number }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The HTTP statuses an error can have. */
export type ErrorStatus = (typeof errorCatalogue)[ErrorCode]["status"];

/** All codes in the order of the catalogue (ascending status). */
export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

/** Returns whether `value` is a code of the catalogue. Inherited keys such as "constructor" are not codes. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(errorCatalogue, value);
}

/** Returns the HTTP status of `code`. */
export function statusOf(code: ErrorCode): ErrorStatus {
  return errorCatalogue[code].status;
}

export const errorCodeSchema = z.enum(errorCodes);

/** One field error of a problem: `path` is dotted ("personalInfo.email"), `code` is a validation code. */
export const fieldErrorSchema = z.strictObject({
  path: z.string(),
  code: z.string(),
  message: z.string(),
});

export type FieldError = z.infer<typeof fieldErrorSchema>;

/**
 * Body of every error response (`application/problem+json`, RFC 9457). `message` is in the language of the
 * request; clients act on `code`. Unknown members are kept, because the RFC allows a problem type to add its
 * own (for example the two numbers of USER_LIMIT_REACHED).
 */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int().check(z.minimum(400), z.maximum(599)),
  detail: z.string(),
  instance: z.string(),
  code: errorCodeSchema,
  message: z.string(),
  errors: z.optional(z.array(fieldErrorSchema)),
  requestId: z.string(),
});

export type Problem = z.infer<typeof problemSchema>;
