import { useLocale, useTranslations } from "use-intl";
import type { UserSecurity } from "./person-security.api.ts";

/**
 * Returns what helps with a locked account that the user may not unlock: the colleagues who may, or else the other ways
 * in. Returns undefined if the account is not locked or the user may unlock it.
 */
export function useUnlockHelp(): (security: UserSecurity) => string | undefined {
  const t = useTranslations("person-security");
  const list = new Intl.ListFormat(useLocale(), { type: "disjunction" });
  return ({ lockedUntil, allowedActions, identityAuthority, unlockableBy }) => {
    if (lockedUntil === null || allowedActions.includes("unlock")) return undefined;
    if (identityAuthority === "multiple_organizations") return t("account.lockedElsewhere");
    return unlockableBy.length === 0
      ? t("account.unlockableByNobody")
      : t("account.unlockableBy", { names: list.format(unlockableBy) });
  };
}
