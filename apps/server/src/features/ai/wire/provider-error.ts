import { countOf, type JsonObject, objectOf, parseObject, tableEntry, textOf } from "./json.ts";
import type { ProviderError, ProviderErrorKind } from "./wire.ts";

/** Used if the response has no status. */
const badGateway = 502;

/** Meaning of a status when the body is not more specific. */
const kinds: Readonly<Record<number, ProviderErrorKind>> = {
  400: "bad_request",
  401: "refused_key",
  402: "refused_key",
  403: "refused_key",
  404: "bad_request",
  405: "bad_request",
  406: "bad_request",
  410: "bad_request",
  411: "bad_request",
  413: "bad_request",
  414: "bad_request",
  415: "bad_request",
  422: "bad_request",
  429: "rate_limited",
  451: "content_filter",
  503: "overloaded",
  529: "overloaded",
};

/**
 * Values that providers use as `type` or `code` of an error, in a response body or inside a stream, with the matching
 * status. They are more specific than the status: exhausted credit is sent as 429 or as 400.
 */
const errorsByCode: Readonly<Record<string, ProviderError>> = {
  // OpenAI, Azure OpenAI and compatible servers
  content_filter: { status: 400, kind: "content_filter" },
  content_policy_violation: { status: 400, kind: "content_filter" },
  responsibleaipolicyviolation: { status: 400, kind: "content_filter" },
  insufficient_quota: { status: 429, kind: "refused_key" },
  billing_hard_limit_reached: { status: 400, kind: "refused_key" },
  invalid_api_key: { status: 401, kind: "refused_key" },
  authenticationerror: { status: 401, kind: "refused_key" },
  rate_limit_exceeded: { status: 429, kind: "rate_limited" },
  tokens: { status: 429, kind: "rate_limited" },
  requests: { status: 429, kind: "rate_limited" },
  ratelimiterror: { status: 429, kind: "rate_limited" },
  invalid_request_error: { status: 400, kind: "bad_request" },
  context_length_exceeded: { status: 400, kind: "bad_request" },
  badrequesterror: { status: 400, kind: "bad_request" },
  notfounderror: { status: 404, kind: "bad_request" },
  model_not_found: { status: 404, kind: "bad_request" },
  server_error: { status: 500, kind: "unavailable" },
  internalservererror: { status: 500, kind: "unavailable" },
  // Anthropic
  authentication_error: { status: 401, kind: "refused_key" },
  billing_error: { status: 402, kind: "refused_key" },
  permission_error: { status: 403, kind: "refused_key" },
  not_found_error: { status: 404, kind: "bad_request" },
  request_too_large: { status: 413, kind: "bad_request" },
  rate_limit_error: { status: 429, kind: "rate_limited" },
  api_error: { status: 500, kind: "unavailable" },
  timeout_error: { status: 504, kind: "unavailable" },
  overloaded_error: { status: 529, kind: "overloaded" },
};

/** These take precedence over a more general status or type. */
const decisiveCodes: ReadonlySet<string> = new Set([
  "content_filter",
  "content_policy_violation",
  "responsibleaipolicyviolation",
  "insufficient_quota",
  "billing_hard_limit_reached",
  "billing_error",
  "invalid_api_key",
]);

/**
 * Classifies an unexpected response with a body in any provider's format or none. Below 300 the status is taken from
 * the error in the body, or is 502.
 */
export function readProviderError(status: number, body: string): ProviderError {
  const response = parseObject(body);
  if (status < 300) return (response && errorInside(response)) ?? { status: badGateway, kind: "unavailable" };
  const code = errorCodesOf(response).find((candidate) => decisiveCodes.has(candidate));
  return { status, kind: errorOf(code)?.kind ?? kinds[status] ?? "unavailable" };
}

/** Returns the error inside a stream event or a response with status 200, or undefined when there is none. */
export function errorInside(event: JsonObject): ProviderError | undefined {
  const isError =
    (event["error"] !== undefined && event["error"] !== null) ||
    event["object"] === "error" ||
    event["type"] === "error";
  if (!isError) return undefined;
  const codes = errorCodesOf(event);
  const code = codes.find((candidate) => decisiveCodes.has(candidate));
  if (code !== undefined) return errorOf(code);
  const status = statusOf(event);
  if (status !== undefined) return { status, kind: kinds[status] ?? "unavailable" };
  const knownCode = codes.find((candidate) => errorOf(candidate) !== undefined);
  return errorOf(knownCode) ?? { status: badGateway, kind: "unavailable" };
}

function errorOf(code: string | undefined): ProviderError | undefined {
  return code === undefined ? undefined : tableEntry(errorsByCode, code);
}

/** Returns an HTTP status found in the fields where servers put one. */
function statusOf(event: JsonObject): number | undefined {
  const error = objectOf(event["error"]) ?? event;
  for (const value of [error["code"], error["status"], error["status_code"], event["code"]]) {
    const number = countOf(typeof value === "string" ? Number(value) : value);
    if (number !== undefined && number >= 400 && number <= 599) return number;
  }
  return undefined;
}

/**
 * Returns the types and codes of an error body in lower case: from the top level, from `error` and from Azure's
 * `innererror`.
 */
function errorCodesOf(body: JsonObject | undefined): string[] {
  if (body === undefined) return [];
  const error = objectOf(body["error"]);
  const inner = objectOf(error?.["innererror"] ?? error?.["inner_error"]);
  return [error?.["code"], error?.["type"], inner?.["code"], body["code"], body["type"]]
    .map((value) => textOf(value).toLowerCase())
    .filter((value) => value !== "");
}
