import { isApiError } from "../api-client/api-error.ts";

/** Handles the error of a removal. If the item no longer exists, the user's goal is reached. */
export function ignoreNotFound(error: unknown): void {
  if (!isApiError(error, "NOT_FOUND")) throw error;
}
