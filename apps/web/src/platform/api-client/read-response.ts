import type { Problem } from "@praxisportal/contract/errors";
import { isRecord } from "../storage/browser-storage.ts";
import { ApiError } from "./api-error.ts";

/**
 * Returns the body of a successful response, or undefined if it is empty. The shape is not validated, because the
 * server's tests parse every response against the contract and the schemas would increase the size of every page.
 * @throws ApiError for an error response, and with code UNKNOWN for a successful response that is not JSON (for example
 * a captive portal's page).
 */
export async function readResponseBody(response: Response): Promise<unknown> {
  const text = await response.text();
  const body = parseJson(text);
  if (!response.ok) throw errorOf(response, body);
  if (text === "") return undefined;
  if (body === undefined)
    throw new ApiError({ status: response.status, code: "UNKNOWN", problem: null, retryAfterMs: null });
  return body;
}

function errorOf(response: Response, body: unknown): ApiError {
  const problem = isProblem(body) ? body : null;
  return new ApiError({
    status: response.status,
    code: problem?.code ?? "UNKNOWN",
    problem,
    retryAfterMs: retryAfterMs(response.headers.get("Retry-After")),
  });
}

/** Returns `Retry-After` in ms (whole seconds or a date), or null if absent or unreadable. */
function retryAfterMs(header: string | null, now = Date.now()): number | null {
  if (header === null || header.trim() === "") return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblem(value: unknown): value is Problem {
  return isRecord(value) && typeof value["code"] === "string" && typeof value["message"] === "string";
}
