import type { ListedUser, MemberState } from "@praxisportal/contract/users/users.schema";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { StatusBadge, type StatusMeaning } from "../../ui/status-badge.tsx";

const meanings = {
  active: "active",
  pending: "invited",
  deactivated: "deactivated",
  locked: "locked",
  blocked: "blocked",
} as const satisfies Record<MemberState, StatusMeaning>;

/**
 * The one word for a person's state. Blocked and locked win over the membership, because they say why
 * somebody cannot work; blocked wins over locked, because unlocking would not help.
 */
export function stateOf(user: Pick<ListedUser, "status" | "lockStatus" | "blockedAt">): MemberState {
  if (user.blockedAt !== null) return "blocked";
  return user.lockStatus === "locked" ? "locked" : user.status;
}

/** Badge with icon and word: Aktiv, Eingeladen, Gesperrt, Blockiert or Deaktiviert. */
export function UserStatus({ user }: { user: ListedUser }) {
  const t = useTranslations("users");
  const format = useFormat();
  const state = stateOf(user);
  const ends = state === "active" ? user.validUntil : null;
  return (
    <StatusBadge meaning={meanings[state]}>
      {ends === null ? t(`status.${state}`) : t("status.activeUntil", { date: format.date(ends) })}
    </StatusBadge>
  );
}
