import { openaiErrorSchema } from "@praxisportal/contract/ai/openai-face.schema";
import type { Endpoint } from "@praxisportal/contract/endpoint";
import { type ErrorCode, problemSchema, statusOf } from "@praxisportal/contract/errors";
import { jsonSchemaOf } from "@praxisportal/contract/json-schema";
import { readAnswer } from "../../apps/server/test/contract-answer.ts";
import type { RequestCase } from "./request-cases.ts";
import type { RawAnswer } from "./send-raw.ts";

/** What any address under /api may answer, whoever asks for whatever. */
const anywhere: readonly ErrorCode[] = [
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "VALIDATION_FAILED",
  "INVALID_HEADER",
  "HEADERS_TOO_LARGE",
  "URI_TOO_LONG",
  "CROSS_SITE_REQUEST",
  "UNSUPPORTED_MEDIA_TYPE",
];

/** Requests whose headers Node.js itself refuses, before any call is known. */
const refusedByProtocol: readonly ErrorCode[] = ["INVALID_HEADER", "HEADERS_TOO_LARGE"];

/** Words of the inside that no answer may hold. */
const internals = /\bat .+\.[jt]s:\d+|node_modules|postgres:\/\/|\bselect .+ from |kysely|ECONN|ZodError/i;

/** More than this no refusal has to say, and no JSON answer but a page of a list. */
const answerMaxBytes = 65_536;
/** A page holds at most 100 entries. */
const listMaxBytes = 1_048_576;

/** What is wrong with an answer, in one line; undefined when it is as the contract says. */
export function judge(
  tried: RequestCase,
  answer: RawAnswer,
  endpoints: readonly Endpoint[],
): string | undefined {
  const { status, headers, text } = answer;
  // Who breaks off may be left without an answer; the next request shows whether the server took it well.
  if (status === 0)
    return mayStaySilent(tried) ? undefined : `closed without an answer: ${text.slice(0, 100)}`;
  if (status >= 500) return `answered ${status}: ${text.slice(0, 300)}`;
  const called = endpoints.find((endpoint) => endpoint.name === tried.endpoint);
  const bytes = Buffer.byteLength(text);
  if (bytes > mostBytes(status, called)) return `answered ${status} with ${bytes} bytes`;
  if (internals.test(text)) return `shows its inside: ${internals.exec(text)?.[0]}`;
  if (headers["cache-control"] !== "no-store") return `cache-control is ${headers["cache-control"]}`;
  if (headers["x-content-type-options"] !== "nosniff") return "lacks the security headers";
  const wire = { status, contentType: headers["content-type"] ?? null, text };
  // A request that could not be read has no method yet.
  if (tried.method === "HEAD" && !isUniversal(wire, refusedByProtocol)) {
    // Bytes beyond the announced body are another request, whose answer follows.
    return text === "" || tried.framing === "shorter" ? undefined : "a body after HEAD";
  }
  if (called === undefined) return `there is no call ${tried.endpoint}`;
  const fault = faultOf(called, wire);
  if (fault === undefined) return undefined;
  if (isUniversal(wire, tried.isPlain ? refusedByProtocol : anywhere)) return undefined;
  if (tried.isPlain) return fault;
  // An address bent out of shape may have led to another call; then that one's contract holds.
  return endpoints.some((endpoint) => faultOf(endpoint, wire) === undefined) ? undefined : fault;
}

function mostBytes(status: number, called: Endpoint | undefined): number {
  if (status >= 400 || called === undefined) return answerMaxBytes;
  if (called.file || called.stream) return Number.POSITIVE_INFINITY;
  const properties = called.query && jsonSchemaOf(called.query, "input")["properties"];
  const isList = typeof properties === "object" && properties !== null && "limit" in properties;
  return isList ? listMaxBytes : answerMaxBytes;
}

function mayStaySilent({ framing }: RequestCase): boolean {
  return framing === "aborted" || framing === "longer";
}

function faultOf(endpoint: Endpoint, wire: Parameters<typeof readAnswer>[1]): string | undefined {
  try {
    readAnswer(endpoint, wire);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isUniversal(wire: Parameters<typeof readAnswer>[1], codes: readonly ErrorCode[]): boolean {
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
