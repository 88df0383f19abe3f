import ChartColumn from "lucide-react/icons/chart-column";
import Table2 from "lucide-react/icons/table-2";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { totalsOf, type SignInDay } from "./sign-in-scale.ts";
import { SignInsChart } from "./sign-ins-chart.tsx";

function SignInsTable({ days }: { days: readonly SignInDay[] }) {
  const t = useTranslations("dashboard");
  const format = useFormat();
  return (
    <div>
      <table className="w-full text-dense">
        <thead className="text-left text-small text-text-3">
          <tr>
            <th className="py-1.5 pr-3 font-strong">{t("signIns.day")}</th>
            <th className="px-3 py-1.5 text-right font-strong">{t("signIns.succeeded")}</th>
            <th className="py-1.5 pl-3 text-right font-strong">{t("signIns.failed")}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day} className="border-t border-line">
              <th scope="row" className="border-t border-line py-1.5 pr-3 text-left font-normal">
                <time dateTime={day.day}>{format.calendar.date(day.day)}</time>
              </th>
              <td className="border-t border-line px-3 py-1.5 text-right">{format.number(day.succeeded)}</td>
              <td className="border-t border-line py-1.5 pl-3 text-right">{format.number(day.failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Legend({ days }: { days: readonly SignInDay[] }) {
  const t = useTranslations("dashboard");
  const format = useFormat();
  const totals = totalsOf(days);
  const entries = [
    { key: "succeeded", square: "bg-chart-1" },
    { key: "failed", square: "bg-chart-2" },
  ] as const;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small text-text-2">
      {entries.map(({ key, square }) => (
        <li key={key} className="flex items-center gap-2">
          <span className={`size-2.5 rounded-[2px] ${square}`} aria-hidden="true" />
          {t(`signIns.${key}`)} <span className="tabular-nums">{format.number(totals[key])}</span>
        </li>
      ))}
    </ul>
  );
}

/** Sign-ins of the last 14 days, as a chart or as a table. */
export function SignInsCard({ days }: { days: readonly SignInDay[] }) {
  const t = useTranslations("dashboard");
  const format = useFormat();
  const [isTable, setAsTable] = useState(false);
  const totals = totalsOf(days);
  const isEmpty = totals.succeeded + totals.failed === 0;
  return (
    <Card
      title={t("signIns.title")}
      aside={
        <>
          <span className="text-text-2">{t("signIns.period")}</span>
          <IconButton
            size="small"
            icon={isTable ? ChartColumn : Table2}
            label={isTable ? t("signIns.showChart") : t("signIns.showTable")}
            onClick={() => setAsTable(!isTable)}
          />
        </>
      }
    >
      {isEmpty && <p className="mb-3 text-dense text-text-2">{t("signIns.none")}</p>}
      {isTable ? (
        <SignInsTable days={days} />
      ) : (
        <SignInsChart
          days={days}
          label={t("signIns.chart", totals)}
          dayLabel={(day) => `${Number(day.slice(8))}.`}
          barTitle={(day) =>
            `${format.calendar.date(day.day)}: ${day.succeeded} ${t("signIns.succeeded")}, ${day.failed} ${t("signIns.failed")}`
          }
        />
      )}
      <Legend days={days} />
    </Card>
  );
}
