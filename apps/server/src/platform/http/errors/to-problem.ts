import type { FastifyError } from "fastify";
import { isDatabaseBusy, isDatabaseDown } from "../../db/durability/database-down.ts";
import { ProblemError } from "../problem.ts";

/** Error codes for Fastify's own errors. */
const fastifyCodes: Readonly<Record<string, ConstructorParameters<typeof ProblemError>[0]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "INVALID_HEADER",
  FST_ERR_CTP_EMPTY_JSON_BODY: "MALFORMED_JSON",
  FST_ERR_BAD_URL: "VALIDATION_FAILED",
  FST_ERR_MAX_PARAM_LENGTH: "URI_TOO_LONG",
  FST_ERR_ASYNC_CONSTRAINT: "NOT_FOUND",
  FST_ERR_CTP_INSTANCE_ALREADY_STARTED: "INTERNAL_ERROR",
};

/**
 * Error codes of PostgreSQL for values that pass a schema but cannot be stored, such as NUL in a text or a date outside
 * its range.
 */
const unstorableValueCodes = ["22021", "22P05", "22007", "22008", "22003"];

/** Returns whether an error means that the database is unavailable, not only busy. */
export function isUnavailable(error: unknown): boolean {
  return toProblem(error).code === "DATABASE_UNAVAILABLE";
}

/** Maps an error to the problem that is sent. Unknown errors become INTERNAL_ERROR with their cause. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const code = fastifyCodes[(error as FastifyError).code];
  if (code) return new ProblemError(code);
  if (unstorableValueCodes.includes((error as { code?: string }).code ?? "")) {
    return new ProblemError("VALIDATION_FAILED", { cause: error });
  }
  if (isDatabaseBusy(error))
    return new ProblemError("SERVICE_UNAVAILABLE", { cause: error, retryAfterSeconds: 5 });
  if (isDatabaseDown(error))
    return new ProblemError("DATABASE_UNAVAILABLE", { cause: error, retryAfterSeconds: 5 });
  return new ProblemError("INTERNAL_ERROR", { cause: error });
}
