import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import { type MemberBadge, memberBadgeOf } from "@praxisportal/contract/users/users.rules";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { StatusBadge, type StatusMeaning } from "../../../ui/label/status-badge.tsx";
import { Tooltip } from "../../../ui/overlay/tooltip.tsx";

const meanings = {
  active: "active",
  activeUntil: "active",
  expired: "deactivated",
  pending: "invited",
  deactivated: "deactivated",
  locked: "locked",
  blocked: "blocked",
} as const satisfies Record<MemberBadge, StatusMeaning>;

/** The fields that the badge is computed from, in a list and on a person's page. */
type StatusFields = Pick<
  ListedUser,
  "status" | "lockStatus" | "blockedAt" | "validUntil" | "lockReason" | "lockedUntil"
>;

/** Returns the reason for a lock in words. An unknown reason is returned unchanged. */
export function useLockReason(reason: string): string {
  const t = useTranslations("users");
  return reason === "failed_logins" ? t("lockReasons.failed_logins") : reason;
}

/** Returns why an account is locked or blocked, and until when, or undefined for every other status. */
function useStatusHint(user: StatusFields, state: MemberBadge): string | undefined {
  const t = useTranslations("users");
  const format = useFormat();
  const reason = useLockReason(user.lockReason ?? "failed_logins");
  if (state === "locked" && user.lockedUntil)
    return t("statusHint.locked", { reason, time: format.momentFull(user.lockedUntil) });
  if (state === "blocked" && user.blockedAt)
    return t("statusHint.blocked", { time: format.momentFull(user.blockedAt) });
  return undefined;
}

/**
 * Badge with icon and state: Aktiv, Eingeladen, Gesperrt, Blockiert, Deaktiviert, or the end date of the access. For a
 * locked or blocked account, a tooltip shows the reason. The drawer and the person's page show the reason as text.
 */
export function UserStatus({ user }: { user: StatusFields }) {
  const t = useTranslations("users");
  const format = useFormat();
  const state = memberBadgeOf(user);
  const hint = useStatusHint(user, state);
  const badge = (
    <StatusBadge meaning={meanings[state]}>
      {state === "activeUntil" || state === "expired"
        ? t(`status.${state}`, { date: format.date(user.validUntil ?? "") })
        : t(`status.${state}`)}
    </StatusBadge>
  );
  if (hint === undefined) return badge;
  return (
    <Tooltip label={hint}>
      <span className="inline-flex max-w-full">{badge}</span>
    </Tooltip>
  );
}
