import { openaiErrorSchema } from "@praxisportal/contract/ai/openai-compatible.schema";
import type { Endpoint } from "@praxisportal/contract/endpoint";
import { type ErrorCode, problemSchema, statusOf } from "@praxisportal/contract/errors";
import { jsonSchemaOf } from "@praxisportal/contract/json-schema";
import { readResponse } from "../../apps/server/test/contract-response.ts";
import type { RequestCase } from "./request-cases.ts";
import type { RawResponse } from "./send-raw.ts";

/** Error codes that any path under /api may return to any caller. */
const universalStatuses: readonly ErrorCode[] = [
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "VALIDATION_FAILED",
  "INVALID_HEADER",
  "HEADERS_TOO_LARGE",
  "URI_TOO_LONG",
  "CROSS_SITE_REQUEST",
  "UNSUPPORTED_MEDIA_TYPE",
];

/** Sent when Node.js rejects the headers, before the call is known. */
const refusedByProtocol: readonly ErrorCode[] = ["INVALID_HEADER", "HEADERS_TOO_LARGE"];

/** Internal details that must not appear in a response. */
const internalDetails =
  /\bat .+\.[jt]s:\d+|node_modules|postgres:\/\/|\bselect .+ from |kysely|\bECONN[A-Z]+|ZodError/i;

/** Limit for errors and for JSON responses other than list pages. */
const responseMaxBytes = 65_536;
/** A page has at most 100 entries. */
const listMaxBytes = 1_048_576;

/** Returns the violation of the contract in one line, or undefined. */
export function checkResponse(
  request: RequestCase,
  response: RawResponse,
  endpoints: readonly Endpoint[],
): string | undefined {
  const { status, headers, text } = response;
  // A client that disconnects may get no response. The next request shows whether the server is still healthy.
  if (status === 0)
    return canStaySilent(request) ? undefined : `closed without a response: ${text.slice(0, 100)}`;
  if (status >= 500) return `answered ${status}: ${text.slice(0, 300)}`;
  const calledEndpoint = endpoints.find((endpoint) => endpoint.name === request.endpoint);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytesOf(status, calledEndpoint)) return `answered ${status} with ${bytes} bytes`;
  if (internalDetails.test(text)) return `reveals internals: ${internalDetails.exec(text)?.[0]}`;
  if (headers["cache-control"] !== "no-store") return `cache-control is ${headers["cache-control"]}`;
  if (headers["x-content-type-options"] !== "nosniff") return "lacks the security headers";
  const wire = { status, contentType: headers["content-type"] ?? null, text };
  // An unreadable request has no method yet.
  if (request.method === "HEAD" && !isUniversal(wire, refusedByProtocol)) {
    // Bytes beyond the announced body are a second request, whose response follows.
    return text === "" || request.framing === "shorter" ? undefined : "a body after HEAD";
  }
  if (calledEndpoint === undefined) return `there is no call ${request.endpoint}`;
  const fault = faultOf(calledEndpoint, wire);
  if (fault === undefined) return undefined;
  if (isUniversal(wire, request.isPlain ? refusedByProtocol : universalStatuses)) return undefined;
  if (request.isPlain) return fault;
  // A mutated path may reach another call. Then the contract of that call applies.
  return endpoints.some((endpoint) => faultOf(endpoint, wire) === undefined) ? undefined : fault;
}

function maxBytesOf(status: number, called: Endpoint | undefined): number {
  if (status >= 400 || called === undefined) return responseMaxBytes;
  if (called.file || called.stream) return Number.POSITIVE_INFINITY;
  const properties = called.query && jsonSchemaOf(called.query, "input")["properties"];
  const isList = typeof properties === "object" && properties !== null && "limit" in properties;
  return isList ? listMaxBytes : responseMaxBytes;
}

function canStaySilent({ framing }: RequestCase): boolean {
  return framing === "aborted" || framing === "longer";
}

function faultOf(endpoint: Endpoint, wire: Parameters<typeof readResponse>[1]): string | undefined {
  try {
    readResponse(endpoint, wire);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isUniversal(wire: Parameters<typeof readResponse>[1], codes: readonly ErrorCode[]): boolean {
  const isOpenai = wire.contentType === "application/json; charset=utf-8";
  if (!isOpenai && wire.contentType !== "application/problem+json; charset=utf-8") return false;
  try {
    const body: unknown = JSON.parse(wire.text);
    const code = isOpenai
      ? openaiErrorSchema.safeParse(body).data?.error.code
      : problemSchema.safeParse(body).data?.code;
    return code !== undefined && codes.includes(code) && statusOf(code) === wire.status;
  } catch {
    return false;
  }
}
