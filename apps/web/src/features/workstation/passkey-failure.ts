import type { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";

/** Returns the reason why a passkey did not unlock a session. */
export function passkeyFailure(t: ReturnType<typeof useTranslations<"workstation">>, error: unknown): string {
  if (isApiError(error, "NOT_FOUND")) return t("gone");
  return isApiError(error) && error.message !== "" ? error.message : t("passkeyFailed");
}
