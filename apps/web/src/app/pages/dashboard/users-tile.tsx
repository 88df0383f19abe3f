import { Link } from "@tanstack/react-router";
import Users from "lucide-react/icons/users";
import { useTranslations } from "use-intl";
import type { UserStatistics } from "../../../features/users/users.api.ts";
import { useSeatsText } from "../../../entities/person/use-seats-text.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { Meter, meterLevel } from "../../../ui/chart/meter.tsx";
import { Tile } from "./tile.tsx";
import { Dotted } from "../../../ui/label/dotted.tsx";

const segments = ["active", "pending", "locked", "blocked", "deactivated"] as const;

/** Number of members, free seats and members by state. */
export function UsersTile({ statistics }: { statistics: UserStatistics }) {
  const t = useTranslations("dashboard");
  const format = useFormat();
  const { seatsTaken, maxUsers } = statistics;
  const ratio = maxUsers === 0 ? 1 : seatsTaken / maxUsers;
  const level = meterLevel(ratio);
  const seats = useSeatsText()({ taken: seatsTaken, max: maxUsers });
  const counts = {
    active: statistics.activeUsers,
    pending: statistics.pendingUsers,
    locked: statistics.lockedUsers ?? 0,
    blocked: statistics.blockedUsers ?? 0,
    deactivated: statistics.deactivatedUsers,
  };
  // The two states that every organization has are always listed, and the others only if they are not empty.
  const namedSegments = segments.filter(
    (part) => part === "active" || part === "pending" || counts[part] > 0,
  );
  // Callers who may not see locks get no numbers of them; the active people then include the locked and blocked ones.
  const isLockKnown = statistics.lockedUsers !== undefined;
  const labelOf = (part: (typeof segments)[number]) => (part === "active" && !isLockKnown ? "members" : part);
  return (
    <Tile
      icon={Users}
      title={t("users.title")}
      value={format.number(statistics.totalUsers)}
      footer={
        <Link to="/users" className={linkClass}>
          {t("users.open")}
        </Link>
      }
    >
      <Meter className="mt-2" label={t("users.title")} valueText={seats} ratio={ratio} limitMark />
      <p className="mt-2 text-small text-text-2">{seats}</p>
      {level !== "normal" && (
        <p className={level === "full" ? "text-small text-danger" : "text-small text-warning"}>
          {t(level === "full" ? "users.full" : "users.near")}
        </p>
      )}
      <p className="mt-2 text-small text-text-2">
        <Dotted details={namedSegments.map((part) => t(`users.${labelOf(part)}`, { count: counts[part] }))} />
      </p>
    </Tile>
  );
}
