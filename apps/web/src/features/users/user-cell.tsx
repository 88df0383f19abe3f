import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldOff from "lucide-react/icons/shield-off";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import type { ShownColumn } from "./user-columns.ts";
import { UserStatus } from "./user-status.tsx";

/** A short time with the full one in the tooltip; "Noch nie" for null. */
export function Moment({ at }: { at: string | null }) {
  const t = useTranslations("users");
  const format = useFormat();
  if (at === null) return <span className="text-text-3">{t("never")}</span>;
  return (
    <time dateTime={at} title={format.momentFull(at)}>
      {format.moment(at)}
    </time>
  );
}

function TwoFactor({ on }: { on: boolean }) {
  const t = useTranslations("users");
  const Icon = on ? ShieldCheck : ShieldOff;
  return (
    <span className={on ? "flex items-center gap-1.5" : "flex items-center gap-1.5 text-text-3"}>
      <Icon size={16} strokeWidth={2} className={on ? "text-success" : undefined} aria-hidden />
      {t(on ? "twoFactor.on" : "twoFactor.off")}
    </span>
  );
}

/** The content of one column for one person. */
export function UserCell({ user, column }: { user: ListedUser; column: ShownColumn["key"] }) {
  const roles = useTranslations("roles");
  const format = useFormat();
  switch (column) {
    case "username":
      return user.username ?? "–";
    case "email":
      return user.email ?? "–";
    case "role":
      return roles(user.role.type);
    case "department":
      return user.organizationData.department ?? <span className="text-text-3">–</span>;
    case "status":
      return <UserStatus user={user} />;
    case "twoFactor":
      return <TwoFactor on={user.twoFactorEnabled} />;
    case "lastLogin":
    case "lastActivity":
      return <Moment at={user.lastLogin} />;
    case "joinedAt":
      return user.joinedAt === null ? (
        <span className="text-text-3">–</span>
      ) : (
        <time dateTime={user.joinedAt}>{format.date(user.joinedAt)}</time>
      );
    case "createdAt":
      return <time dateTime={user.createdAt}>{format.date(user.createdAt)}</time>;
  }
}
