import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import { type MemberWord, memberWordOf } from "@praxisportal/contract/users/users.rules";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { StatusBadge, type StatusMeaning } from "../../ui/status-badge.tsx";

const meanings = {
  active: "active",
  activeUntil: "active",
  expired: "deactivated",
  pending: "invited",
  deactivated: "deactivated",
  locked: "locked",
  blocked: "blocked",
} as const satisfies Record<MemberWord, StatusMeaning>;

/** Status badge with icon and text: Aktiv, Eingeladen, Gesperrt, Blockiert, Deaktiviert, or the end date. */
export function UserStatus({ user }: { user: ListedUser }) {
  const t = useTranslations("users");
  const format = useFormat();
  const word = memberWordOf(user);
  return (
    <StatusBadge meaning={meanings[word]}>
      {word === "activeUntil" || word === "expired"
        ? t(`status.${word}`, { date: format.date(user.validUntil ?? "") })
        : t(`status.${word}`)}
    </StatusBadge>
  );
}
