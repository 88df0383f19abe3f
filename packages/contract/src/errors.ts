import * as z from "zod/mini";

/**
 * The one catalogue of error codes. The code is what clients act on and the key of its text in
 * `errors.<language>.json`; the HTTP status belongs to the code, so no route chooses a status by itself.
 * The JSON files are not imported here: the browser loads only the language it shows.
 */
export const errorCatalogue = {
  /** A field of body, query, path or header breaks its schema; details are in `errors[]`. */
  VALIDATION_FAILED: { status: 400 },
  /** The body is not valid JSON. */
  MALFORMED_JSON: { status: 400 },
  /** A header of the request cannot be used as sent. */
  INVALID_HEADER: { status: 400 },
  /** A one-time link (reset, invitation, setup) is unknown, used or expired; the three are not told apart. */
  LINK_INVALID: { status: 400 },
  /** A form that is broken or ends too early, or whose sender broke off. */
  UPLOAD_MALFORMED: { status: 400 },
  /** A field stands behind the file; it says what to do with it and must come first. */
  UPLOAD_FIELDS_LATE: { status: 400 },
  /** A ticket is unknown, used, expired or of another session; the four are not told apart. */
  TICKET_INVALID: { status: 400 },
  /** A two-factor, backup or one-time code is wrong, used or late; they are not told apart. Never 401. */
  CODE_INVALID: { status: 400 },
  /** The answer of a passkey fits no open challenge or no known key. Never 401. */
  PASSKEY_INVALID: { status: 400 },
  /** Tokens for an application refused: unknown address, wrong password and no member answer alike. Never 401. */
  AUTHENTICATION_FAILED: { status: 400 },
  /** A password asked for outside the login is wrong. Never 401: clients would refresh and send it twice. */
  PASSWORD_INCORRECT: { status: 400 },
  /** No usable session or token came with the request. */
  NOT_AUTHENTICATED: { status: 401 },
  /** Login refused; the same answer for an unknown name and for a wrong password. */
  INVALID_CREDENTIALS: { status: 401 },
  /** The first step of this sign-in is too old, used up or unknown; it starts again with the password. */
  SECOND_STEP_EXPIRED: { status: 401 },
  /** The session existed and has ended by idle or absolute limit. */
  SESSION_EXPIRED: { status: 401 },
  /** Known caller, object may be known, action not permitted. */
  FORBIDDEN: { status: 403 },
  /** A browser sent the request from another site. */
  CROSS_SITE_REQUEST: { status: 403 },
  /** Path and `X-Organization-Id` name different practices. */
  ORGANIZATION_MISMATCH: { status: 403 },
  /** The session may only change its password. */
  PASSWORD_CHANGE_REQUIRED: { status: 403 },
  /** The session may only set up its second factor. */
  TWO_FACTOR_SETUP_REQUIRED: { status: 403 },
  /** A second factor is on: the call needs a code beside the password. */
  SECOND_FACTOR_REQUIRED: { status: 403 },
  /** The action needs a fresh proof of identity. */
  STEP_UP_REQUIRED: { status: 403 },
  /** Locked by failed logins ("gesperrt"); only told to administrators and on a known device. */
  ACCOUNT_LOCKED: { status: 403 },
  /** Blocked by an administrator ("blockiert"); only told after a correct password. */
  ACCOUNT_BLOCKED: { status: 403 },
  /** Deactivated membership ("deaktiviert"); only told after a correct password. */
  ACCOUNT_DISABLED: { status: 403 },
  /** E-mail address not verified; only told after a correct password. */
  ACCOUNT_NOT_VERIFIED: { status: 403 },
  /** The one-time password is past its time; only told after it was right. */
  START_PASSWORD_EXPIRED: { status: 403 },
  /** The tenant is suspended ("ausgesetzt"). */
  ORGANIZATION_SUSPENDED: { status: 403 },
  /** The practice lets no other applications act for its people. */
  APPLICATIONS_NOT_ALLOWED: { status: 403 },
  /** A demonstration account was used through a proxy. */
  DEMO_FORWARDED: { status: 403 },
  /** The caller may not grant this role or permission. */
  ROLE_NOT_GRANTABLE: { status: 403 },
  /** The member holds permissions the caller does not, so the caller may not change what the member signs in with. */
  PERSON_HOLDS_MORE: { status: 403 },
  // What keeps somebody from the AI is 403: it holds until a person changes something. Clients of AI providers repeat
  // 409 and 429 by themselves, and 429 tells a rate with a time to wait, which a budget of a month has not.
  /** Record or approval of a provider does not satisfy the policy of the practice. Members: `missing`. */
  AI_PROVIDER_NOT_READY: { status: 403 },
  /** Somebody stopped the AI. Members: `scope`. */
  AI_STOPPED: { status: 403 },
  /** What the call may use at most is no longer free this month. Members: `scope`. */
  QUOTA_EXCEEDED: { status: 403 },
  /** The model has no price in the currency of the practice, whose money is limited. */
  AI_MODEL_UNPRICED: { status: 403 },
  /** The practice takes no prompts in the address of a request. */
  AI_PROMPT_IN_ADDRESS: { status: 403 },
  /** Does not exist, or the caller may not know of it. */
  NOT_FOUND: { status: 404 },
  /** The path exists, the method does not; answered with `Allow`. */
  METHOD_NOT_ALLOWED: { status: 405 },
  /** Nothing of the body came for too long, or all of it takes too long. */
  UPLOAD_TOO_SLOW: { status: 408 },
  /** Headers or body did not arrive in time. */
  REQUEST_TOO_SLOW: { status: 408 },
  /** The change contradicts the present state. */
  CONFLICT: { status: 409 },
  /** The request needs a practice and names none. */
  ORGANIZATION_REQUIRED: { status: 409 },
  /** A repeat of a call whose result is never replayed. */
  ALREADY_PROCESSED: { status: 409 },
  /** A repeat of a call that has not ended, and whose result is never replayed. */
  CALL_IN_PROGRESS: { status: 409 },
  /** An identity action by one practice on a person who belongs to several. */
  PERSON_IN_SEVERAL_PRACTICES: { status: 409 },
  /** The address of an invitation belongs to an account already: its owner signs in to accept. */
  SIGN_IN_TO_ACCEPT: { status: 409 },
  /** Who is to be transferred does not belong to the practice that she is to leave. */
  NOT_SOURCE_MEMBER: { status: 409 },
  /** A transfer is undone for 24 hours, once, and while nothing has been changed since. */
  TRANSFER_NOT_UNDOABLE: { status: 409 },
  ORGANIZATION_ERASED: { status: 409 },
  /** Nobody changes her own role or membership, or removes herself. */
  OWN_MEMBERSHIP: { status: 409 },
  /** The last org_admin of a practice and the last super_admin stay. */
  LAST_ADMINISTRATOR: { status: 409 },
  /** No free seat. Params: `current` and `max`, both numbers of people. */
  USER_LIMIT_REACHED: { status: 409 },
  /** The first administrator exists already. */
  SETUP_ALREADY_DONE: { status: 409 },
  /** The second factor is on already. */
  TWO_FACTOR_ALREADY_ON: { status: 409 },
  /** The second factor is not on. */
  TWO_FACTOR_OFF: { status: 409 },
  /** A practice or the platform demands a second factor; it stays on. */
  TWO_FACTOR_NEEDED: { status: 409 },
  /** The pending secret is older than ten minutes or of another session. */
  SETUP_EXPIRED: { status: 409 },
  /** A value that must be unique is taken. */
  NOT_UNIQUE: { status: 409 },
  /** `If-Match` names an older version. */
  PRECONDITION_FAILED: { status: 412 },
  /** The body is larger than allowed. */
  PAYLOAD_TOO_LARGE: { status: 413 },
  /** The address is longer than allowed. */
  URI_TOO_LONG: { status: 414 },
  /** The content type of the body is not accepted here. */
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  /** The same `Idempotency-Key` came with another request. */
  IDEMPOTENCY_KEY_REUSED: { status: 422 },
  /** An AI provider refuses to work on such a content. */
  AI_CONTENT_REFUSED: { status: 422 },
  /** Too many failed logins or codes; answered with `Retry-After`. */
  TOO_MANY_ATTEMPTS: { status: 429 },
  /** Too many requests of any other kind; answered with `Retry-After`. */
  TOO_MANY_REQUESTS: { status: 429 },
  /** Too many uploads of the person or the practice at the same time; answered with `Retry-After`. */
  TOO_MANY_UPLOADS: { status: 429 },
  /** Too many AI calls of the person or the practice at the same time; answered with `Retry-After`. */
  TOO_MANY_AI_CALLS: { status: 429 },
  /** The headers are larger than allowed. */
  HEADERS_TOO_LARGE: { status: 431 },
  /** Our fault; the log has the reason under the request id, the answer never has. */
  INTERNAL_ERROR: { status: 500 },
  /** An AI provider refused our key or our request, broke off, or cannot be reached. */
  AI_PROVIDER_FAILED: { status: 502 },
  /** A server behind ours answered something unusable. */
  BAD_GATEWAY: { status: 502 },
  /** An AI provider has no room at present, also after a pause. */
  AI_PROVIDER_BUSY: { status: 503 },
  /** A part of the service is not available at present. */
  SERVICE_UNAVAILABLE: { status: 503 },
  /** The queue for costly work is full; answered with `Retry-After`. */
  BUSY: { status: 503 },
  /** A server behind ours did not answer in time. */
  GATEWAY_TIMEOUT: { status: 504 },
} as const satisfies Record<string, { readonly status: number }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The HTTP statuses an error can have. */
export type ErrorStatus = (typeof errorCatalogue)[ErrorCode]["status"];

/** Every code, in the order of the catalogue (ascending status). */
export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

/** Whether `value` is a code of the catalogue. Own keys only, so "constructor" is none. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(errorCatalogue, value);
}

/** The HTTP status that answers `code`. */
export function statusOf(code: ErrorCode): ErrorStatus {
  return errorCatalogue[code].status;
}

/** One field error inside a problem: `path` is dotted ("personalInfo.email"), `code` a validation code. */
export const fieldErrorSchema = z.strictObject({
  path: z.string(),
  code: z.string(),
  message: z.string(),
});

export type FieldError = z.infer<typeof fieldErrorSchema>;

/**
 * Body of every error answer (`application/problem+json`, RFC 9457). `message` is in the language of the
 * request; clients act on `code`. Unknown members are kept, as the RFC lets a problem type add its own
 * (for example the two numbers of USER_LIMIT_REACHED).
 */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int().check(z.minimum(400), z.maximum(599)),
  detail: z.string(),
  instance: z.string(),
  code: z.enum(errorCodes),
  message: z.string(),
  errors: z.optional(z.array(fieldErrorSchema)),
  requestId: z.string(),
});

export type Problem = z.infer<typeof problemSchema>;
