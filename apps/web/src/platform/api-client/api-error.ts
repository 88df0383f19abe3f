import type { ErrorCode, Problem } from "@praxisportal/contract/errors";

/** Error codes of the catalogue, plus codes for failures without a server response. */
export type ApiErrorCode = ErrorCode | "NETWORK_ERROR" | "TIMEOUT" | "UNKNOWN";

export type ApiErrorInit = {
  /** HTTP status, or 0 if there was no response. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** The server's problem document, if it sent one. */
  readonly problem: Problem | null;
  readonly retryAfterMs: number | null;
};

/**
 * The only error with which a call rejects. `message` is the server's text in the user's language, or empty if there
 * was none.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly problem: Problem | null;
  /** Delay requested by the server, in ms. */
  readonly retryAfterMs: number | null;

  constructor(details: ApiErrorInit, options?: ErrorOptions) {
    super(details.problem?.message ?? "", options);
    this.name = "ApiError";
    this.status = details.status;
    this.code = details.code;
    this.problem = details.problem;
    this.retryAfterMs = details.retryAfterMs;
  }

  /** Request id under which the server logged this call, or null if there was no response. */
  get requestId(): string | null {
    return this.problem?.requestId ?? null;
  }

  /** True if there was no response, so it is unknown whether the call was executed. */
  get hasNoResponse(): boolean {
    return this.status === 0;
  }
}

/** Returns whether `error` is a failed call, optionally with this code. */
export function isApiError(error: unknown, code?: ApiErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

/** Returns the server's message in the user's language, or `fallback` if there is none. */
export function messageOf(error: unknown, fallback: string): string {
  return (isApiError(error) && error.message) || fallback;
}

/** Creates the error of a call without a response. */
export function noResponseError(code: "NETWORK_ERROR" | "TIMEOUT", cause?: unknown): ApiError {
  return new ApiError({ status: 0, code, problem: null, retryAfterMs: null }, { cause });
}
