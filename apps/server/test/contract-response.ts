import type { Endpoint } from "@praxisportal/contract/endpoint";
import { openaiErrorSchema } from "@praxisportal/contract/ai/openai-compatible.schema";
import { type Problem, problemSchema } from "@praxisportal/contract/errors";
import { errorCodesOf } from "../src/platform/http/openapi/openapi-errors.ts";

/** Response as received. */
export interface WireResponse {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** Response as defined by the contract, which is the body of a success or a problem. */
export type ParsedResponse = { readonly result: unknown } | { readonly problem: Problem };

/**
 * Parses a response by the contract of its call. Throws an error with the call, the status and the violation, which is
 * an undeclared status or code, a body that breaks its schema, or an error that is not a problem document.
 */
export function readResponse(
  endpoint: Endpoint,
  { status, contentType, text }: WireResponse,
): ParsedResponse {
  const where = `${endpoint.name} ${status}`;
  if (status < 400) return { result: readResult(endpoint, where, { status, contentType, text }) };
  if (endpoint.errorSchema === openaiErrorSchema)
    return { problem: readOpenaiError(endpoint, where, { status, contentType, text }) };
  const problem = problemSchema.safeParse(readJson(where, text));
  if (!problem.success)
    throw new Error(`${where}: an error is not a problem document: ${text.slice(0, 300)}`);
  const { code } = problem.data;
  if (problem.data.status !== status)
    throw new Error(`${where}: the body has the status ${problem.data.status}`);
  if (!errorCodesOf(endpoint).get(status)?.includes(code)) {
    throw new Error(`${where}: ${code} is not among the errors the call declares`);
  }
  if (contentType !== "application/problem+json; charset=utf-8") {
    throw new Error(`${where}: an error is not application/problem+json`);
  }
  return { problem: problem.data };
}

/** Converts an error of an OpenAI-compatible call into the problem it represents. */
function readOpenaiError(
  endpoint: Endpoint,
  where: string,
  { status, contentType, text }: WireResponse,
): Problem {
  const parsed = openaiErrorSchema.safeParse(readJson(where, text));
  if (!parsed.success)
    throw new Error(`${where}: an error does not have OpenAI's format: ${text.slice(0, 300)}`);
  const { code, message, param } = parsed.data.error;
  if (!errorCodesOf(endpoint).get(status)?.includes(code)) {
    throw new Error(`${where}: ${code} is not among the errors the call declares`);
  }
  if (contentType !== "application/json; charset=utf-8") throw new Error(`${where}: an error is not JSON`);
  const errors = param === null ? [] : [{ path: param, code, message }];
  const problem = { type: "", title: "", detail: message, instance: endpoint.path, requestId: "" };
  return { ...problem, status, code, message, errors };
}

function readResult(endpoint: Endpoint, where: string, { status, contentType, text }: WireResponse): unknown {
  const schema = endpoint.responses[status];
  if (schema === undefined) throw new Error(`${where}: the status is not declared`);
  // The content of files, pages and streams is checked by the tests of their calls.
  if (endpoint.file || endpoint.page || endpoint.stream === true) return undefined;
  if (endpoint.stream === "requested" && contentType?.startsWith("text/event-stream")) return undefined;
  if (endpoint.plainText === "requested" && contentType?.startsWith("text/plain")) return undefined;
  if (schema === null) {
    if (text !== "") throw new Error(`${where}: the body should be empty`);
    return undefined;
  }
  const parsed = schema.safeParse(readJson(where, text));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`${where}: the body breaks the contract: ${issues.join("; ")}`);
}

function readJson(where: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${where}: the body is not JSON: ${text.slice(0, 300)}`);
  }
}
