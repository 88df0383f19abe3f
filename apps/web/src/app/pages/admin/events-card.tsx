import type { TenantOverview } from "@praxisportal/contract/tenants/tenants.schema";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";

/** Security events of the organizations and the platform, as bars inside their table. */
export function EventsCard({
  events,
  runsPlatform,
}: {
  events: TenantOverview["securityEvents"];
  runsPlatform: boolean;
}) {
  const t = useTranslations("admin");
  const format = useFormat();
  const maxCount = Math.max(1, ...events.map(({ count }) => count));
  return (
    <Card
      title={t("events.title")}
      aside={<span className="text-text-2">{t("events.period")}</span>}
      footer={
        runsPlatform && (
          <Link to="/admin" search={{ tab: "audit" }} className={`text-dense ${linkClass}`}>
            {t("events.open")}
          </Link>
        )
      }
    >
      {events.length === 0 ? (
        <p className="text-dense text-text-2">{t("events.none")}</p>
      ) : (
        <table className="w-full text-dense">
          <thead className="text-left text-small text-text-3">
            <tr>
              <th className="pb-1.5 pr-3 font-strong">{t("events.event")}</th>
              <th className="w-px px-3 pb-1.5 text-right font-strong whitespace-nowrap hyphens-none">
                {t("count")}
              </th>
              <th className="pb-1.5 pl-3 text-right font-strong">{t("events.last")}</th>
            </tr>
          </thead>
          <tbody>
            {events.map(({ action, count, lastAt }) => (
              <tr key={action}>
                <th scope="row" className="border-t border-line py-2 pr-3 text-left font-normal text-text">
                  {t(`events.names.${action}`)}
                  <span
                    aria-hidden
                    className="mt-1 block h-1.5 max-w-48 overflow-hidden rounded-full bg-surface-3"
                  >
                    <span
                      className="block h-full rounded-full bg-chart-3 forced-colors:bg-[CanvasText]"
                      style={{ width: `${(count / maxCount) * 100}%` }}
                    />
                  </span>
                </th>
                <td className="border-t border-line px-3 py-2 text-right align-top text-text tabular-nums">
                  {format.number(count)}
                </td>
                <td className="border-t border-line py-2 pl-3 text-right align-top text-text-3 sm:whitespace-nowrap tabular-nums">
                  <time dateTime={lastAt} title={format.momentFull(lastAt)}>
                    {format.moment(lastAt)}
                  </time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
