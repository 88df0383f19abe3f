import { tokenExpiringSoonMs } from "@praxisportal/contract/limits";
import { useTranslations } from "use-intl";
import type { OrgToken } from "../tokens.api.ts";

const types = ["web", "desktop", "mobile", "service"] as const;

/** Revocation reasons set by the portal itself. */
const ownReasons = [
  "refresh_reused",
  "two_factor_changed",
  "two_factor_reset",
  "password_changed",
  "password_reset",
  "membership_ended",
  "person_deleted",
  "connections_reset",
  "email_change_withdrawn",
  "account_joined",
  "blocked",
  "ended_by_administrator",
] as const;

/** Days without use after which an active token is marked as unused. */
const staleAfterDays = 7;
const dayMs = 86_400_000;

/** Returns the state to show. An active token that expires within a day is `expiring`. */
export function stateOf(token: OrgToken, now: number): OrgToken["status"] | "expiring" {
  if (token.status !== "active") return token.status;
  const remainingMs = Date.parse(token.tokens.refreshToken.expiresAt) - now;
  return remainingMs <= tokenExpiringSoonMs ? "expiring" : "active";
}

/**
 * Returns the full days since an active token was used or created, or null if that is recent or the token is not
 * active.
 */
export function staleDaysOf(token: OrgToken, now: number): number | null {
  if (token.status !== "active") return null;
  const days = Math.floor((now - Date.parse(token.session.lastActivity ?? token.createdAt)) / dayMs);
  return days >= staleAfterDays ? days : null;
}

/**
 * Returns localized texts for application types, scopes and revocation reasons. Unknown values are returned unchanged.
 */
export function useTokenLabels() {
  const t = useTranslations("client-tokens");
  return {
    type: (type: string): string => {
      const knownType = types.find((candidate) => candidate === type);
      return knownType === undefined ? type : t(`type.${knownType}`);
    },
    scopes: (scopes: OrgToken["scope"]): string => scopes.map((scope) => t(`scope.${scope}`)).join(", "),
    reason: (reason: string): string => {
      const knownReason = ownReasons.find((ownReason) => ownReason === reason);
      return knownReason === undefined ? reason : t(`reasons.${knownReason}`);
    },
  };
}
