import type { ErrorCode, Problem } from "@praxisportal/contract/errors";

/** Codes of failures that no server answered, beside those of the catalogue. */
export type ApiErrorCode = ErrorCode | "NETWORK_ERROR" | "TIMEOUT" | "UNKNOWN";

export type ApiErrorFacts = {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** The server's problem document, if it sent one. */
  readonly problem: Problem | null;
  readonly retryAfterMs: number | null;
};

/** The one failure of a call. `message` is the server's text in the user's language; empty if there was none. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly problem: Problem | null;
  /** How long the server asks to wait, in ms. */
  readonly retryAfterMs: number | null;

  constructor(facts: ApiErrorFacts, options?: ErrorOptions) {
    super(facts.problem?.message ?? "", options);
    this.name = "ApiError";
    this.status = facts.status;
    this.code = facts.code;
    this.problem = facts.problem;
    this.retryAfterMs = facts.retryAfterMs;
  }

  /** Number under which the server's log has this call; null if it never answered. */
  get requestId(): string | null {
    return this.problem?.requestId ?? null;
  }

  /** True if nobody answered: neither success nor refusal is known. */
  get unanswered(): boolean {
    return this.status === 0;
  }
}

/** Whether `error` is a failed call, and of this code if one is named. */
export function isApiError(error: unknown, code?: ApiErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

/** What the server said about a failure in the person's language; `otherwise` if it said nothing. */
export function messageOf(error: unknown, otherwise: string): string {
  return (isApiError(error) && error.message) || otherwise;
}

/** A failure without an answer. */
export function unansweredError(code: "NETWORK_ERROR" | "TIMEOUT", cause?: unknown): ApiError {
  return new ApiError({ status: 0, code, problem: null, retryAfterMs: null }, { cause });
}
