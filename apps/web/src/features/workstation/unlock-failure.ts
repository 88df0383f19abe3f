import type { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";

/**
 * Returns the reason why a session was not unlocked. `fallback` is the text for a failure without a message from the
 * server.
 */
export function unlockFailure(
  t: ReturnType<typeof useTranslations<"workstation">>,
  error: unknown,
  fallback: string,
): string {
  if (!isApiError(error)) return fallback;
  if (error.status === 404) return t("gone");
  return error.message || fallback;
}
