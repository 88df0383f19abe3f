import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { isRole } from "../../../features/users/is-role.ts";
import type { UserStatistics } from "../../../features/users/users.api.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";

/** Bar beside its label. The largest group has the full width. */
function Share({ count, maxCount }: { count: number; maxCount: number }) {
  return (
    <span aria-hidden="true" className="mt-1 block h-1.5 overflow-hidden rounded-r-1 bg-surface-3">
      <span
        className="block h-full rounded-r-1 bg-chart-1"
        style={{ width: `${(count / maxCount) * 100}%` }}
      />
    </span>
  );
}

/** Members by role and by department, each linked to its filtered list. */
export function TeamCard({ statistics }: { statistics: UserStatistics }) {
  const t = useTranslations("dashboard");
  const names = useTranslations("roles");
  const format = useFormat();
  const roles = Object.entries(statistics.byRole)
    .filter(([role, count]) => count > 0 && isRole(role))
    .toSorted(([, a], [, b]) => b - a);
  const { departments } = statistics;
  const maxCount = Math.max(1, ...roles.map(([, count]) => count), ...departments.map(({ count }) => count));
  return (
    <Card>
      <div className="grid gap-6 md:grid-cols-2">
        <section>
          <h2 className="mb-2 text-section text-text">{t("roles.title")}</h2>
          <ul className="grid gap-2 text-dense">
            {roles.map(([role, count]) => (
              <li key={role}>
                <span className="flex items-baseline justify-between gap-3">
                  <Link to="/users" search={{ role }} className={linkClass}>
                    {isRole(role) ? names(role) : role}
                  </Link>
                  <span className="text-text-2 tabular-nums">{format.number(count)}</span>
                </span>
                <Share count={count} maxCount={maxCount} />
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2 className="mb-2 text-section text-text">{t("departments.title")}</h2>
          {departments.length === 0 && <p className="text-dense text-text-2">{t("departments.none")}</p>}
          <ul className="grid gap-2 text-dense">
            {departments.map(({ name, count }) => (
              <li key={name}>
                <span className="flex items-baseline justify-between gap-3">
                  <Link to="/users" search={{ department: name }} className={linkClass}>
                    {name}
                  </Link>
                  <span className="text-text-2 tabular-nums">{format.number(count)}</span>
                </span>
                <Share count={count} maxCount={maxCount} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Card>
  );
}
