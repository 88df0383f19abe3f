import { memberStateOf } from "@praxisportal/contract/users/users.rules";
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

/** Badge with icon and word: Aktiv, Eingeladen, Gesperrt, Blockiert or Deaktiviert. */
export function UserStatus({ user }: { user: ListedUser }) {
  const t = useTranslations("users");
  const format = useFormat();
  const state = memberStateOf(user);
  const ends = state === "active" ? user.validUntil : null;
  return (
    <StatusBadge meaning={meanings[state]}>
      {ends === null ? t(`status.${state}`) : t("status.activeUntil", { date: format.date(ends) })}
    </StatusBadge>
  );
}
