import { isApiError, type ApiErrorCode } from "../api-client/api-error.ts";

/**
 * Statuses after which a later attempt may succeed: no session, too slow, too early, an outdated page, or too many
 * calls.
 */
const temporaryStatuses: readonly number[] = [401, 408, 425, 426, 429];

const temporaryCodes: readonly ApiErrorCode[] = [
  "PASSWORD_CHANGE_REQUIRED",
  "TWO_FACTOR_SETUP_REQUIRED",
  "STEP_UP_REQUIRED",
  "REQUEST_IN_PROGRESS",
];

/**
 * Returns the reason why the server permanently rejects the change: its messages for the fields, or else its message
 * for the call. Returns null if a later attempt may succeed.
 */
export function rejectionOf(error: unknown): string | null {
  if (!isApiError(error) || error.status < 400 || error.status >= 500) return null;
  if (temporaryStatuses.includes(error.status) || temporaryCodes.includes(error.code)) return null;
  const messages = error.problem?.errors?.map(({ message }) => message) ?? [];
  return messages.length > 0 ? messages.join(" ") : error.message;
}
