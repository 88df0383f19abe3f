import { ApiError } from "../api-client/api-error.ts";
import type { ApiErrorCode } from "../api-client/api-error.ts";

/** The error of a failed action, as a store records it. */
export type RecordedError = {
  /** The server's message in the user's language, or the literal fallback text of the specification. */
  readonly message: string;
  readonly code: ApiErrorCode;
};

/** Returns the message and the code of a failure. Uses `fallback` if the server sent no message. */
export function describeError(error: unknown, fallback: string): RecordedError {
  if (error instanceof ApiError) return { message: error.message || fallback, code: error.code };
  return { message: fallback, code: "UNKNOWN" };
}

/** Runs a store action. A failure is recorded in the store for components and rethrown for the caller. */
export async function recordAndRethrow<T>(
  fallback: string,
  record: (error: RecordedError) => void,
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    record(describeError(error, fallback));
    throw error;
  }
}
