import { isApiError } from "../api-client/api-error.ts";

/** Handles the error of a removal. Ignores that the item no longer exists, because the result is the same. */
export function ignoreNotFound(error: unknown): void {
  if (!isApiError(error, "NOT_FOUND")) throw error;
}
