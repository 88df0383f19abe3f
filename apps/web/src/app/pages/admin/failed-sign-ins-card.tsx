import type { TenantOverview } from "@praxisportal/contract/tenants/tenants.schema";
import ChartColumn from "lucide-react/icons/chart-column";
import Table2 from "lucide-react/icons/table-2";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { SegmentedControl } from "../../../ui/form/segmented-control.tsx";
import { type CountBar, CountChart } from "./count-chart.tsx";

interface Row extends CountBar {
  /** Hour or day for display in the table. */
  readonly name: string;
}

function FailedSignInsTable({ rows, columnHeader }: { rows: readonly Row[]; columnHeader: string }) {
  const t = useTranslations("admin");
  const format = useFormat();
  return (
    <table className="w-full text-dense">
      <thead className="text-left text-small text-text-3">
        <tr>
          <th className="py-1.5 pr-3 font-strong">{columnHeader}</th>
          <th className="py-1.5 pl-3 text-right font-strong">{t("refused.count")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.toReversed().map(({ key, name, count }) => (
          <tr key={key}>
            <th scope="row" className="border-t border-line py-1.5 pr-3 text-left font-normal">
              {name}
            </th>
            <td className="border-t border-line py-1.5 pl-3 text-right tabular-nums">
              {format.number(count)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Refused sign-ins by hour or by day, as a chart or as a table. */
export function FailedSignInsCard({ refused }: { refused: TenantOverview["refusedSignIns"] }) {
  const t = useTranslations("admin");
  const format = useFormat();
  const [period, setPeriod] = useState<"hours" | "days">("hours");
  const [isTable, setAsTable] = useState(false);
  const rows: readonly Row[] =
    period === "hours"
      ? refused.hours.map(({ hour, count }) => {
          const name = format.moment(hour);
          return {
            key: hour,
            tick: format.time(hour),
            name,
            count,
            title: t("refused.bar", { time: name, count }),
          };
        })
      : refused.days.map(({ day, count }) => {
          const name = format.calendar.date(day);
          const tick = `${Number(day.slice(8))}.`;
          return { key: day, tick, name, count, title: t("refused.bar", { time: name, count }) };
        });
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const maxCount = Math.max(0, ...rows.map(({ count }) => count));
  return (
    <Card
      title={t("refused.title")}
      aside={
        <div className="flex items-center gap-2">
          <SegmentedControl
            label={t("refused.period")}
            segments={[
              { value: "hours", label: t("refused.hours") },
              { value: "days", label: t("refused.days") },
            ]}
            value={period}
            onChange={setPeriod}
          />
          {total > 0 && (
            <IconButton
              size="small"
              icon={isTable ? ChartColumn : Table2}
              label={t(isTable ? "showChart" : "showTable")}
              onClick={() => setAsTable(!isTable)}
            />
          )}
        </div>
      }
    >
      <p className="mb-4 flex flex-wrap items-baseline gap-x-2">
        <span className="text-display text-text tabular-nums">{format.number(total)}</span>
        <span className="text-body text-text-2">{t("refused.total")}</span>
      </p>
      {total === 0 ? (
        <p className="text-dense text-text-2">{t("refused.none")}</p>
      ) : isTable ? (
        <FailedSignInsTable
          rows={rows}
          columnHeader={t(period === "hours" ? "refused.hour" : "refused.day")}
        />
      ) : (
        <CountChart
          bars={rows}
          label={t(period === "hours" ? "refused.chartHours" : "refused.chartDays", {
            total,
            most: maxCount,
          })}
          tickEvery={period === "hours" ? 6 : 3}
        />
      )}
    </Card>
  );
}
