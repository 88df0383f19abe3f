import type { OrganizationStatistics } from "@praxisportal/contract/organizations/organizations.schema";
import Activity from "lucide-react/icons/activity";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Tile } from "./tile.tsx";
import { dayCount, lastDays, lastInterruption, displayPercent, type UptimeDay } from "./uptime-days.ts";

const bar = { width: 4, gap: 2.5, height: 24, short: 14 };

/** One bar per day. A day with an interruption is shorter and ochre, so that it is not marked only by color. */
function DayBars({ days, label }: { days: readonly UptimeDay[]; label: string }) {
  const step = bar.width + bar.gap;
  return (
    <svg
      viewBox={`0 0 ${dayCount * step - bar.gap} ${bar.height}`}
      className="mt-2 h-6 w-full"
      preserveAspectRatio="xMinYMid meet"
      role="img"
      aria-label={label}
    >
      {days.map(({ day, percent }, index) => {
        const height = percent >= 100 ? bar.height : bar.short;
        return (
          <rect
            key={day}
            x={index * step}
            y={bar.height - height}
            width={bar.width}
            height={height}
            rx={1}
            className={percent >= 100 ? "fill-chart-1" : "fill-chart-2"}
          />
        );
      })}
    </svg>
  );
}

/** Share of the recorded time that the portal was running, and when the record or the counted period began. */
export function UptimeTile({ uptime }: { uptime: OrganizationStatistics["uptime"] }) {
  const t = useTranslations("dashboard");
  const format = useFormat();
  const days = lastDays(uptime.days);
  const interruption = lastInterruption(uptime.days);
  const percent = (value: number) => format.percent(displayPercent(value) / 100, 2);
  const last =
    interruption === undefined
      ? t("uptime.full")
      : t("uptime.last", {
          date: format.calendar.date(interruption.day),
          percent: percent(interruption.percent),
        });
  return (
    <Tile
      icon={Activity}
      title={t("uptime.title")}
      value={percent(uptime.percent)}
      {...(days.length > 0 && { unit: t("uptime.days", { count: days.length }) })}
      footer={last}
    >
      <DayBars days={days} label={`${t("uptime.chart")}: ${last}`} />
      <p className="mt-2 text-small text-text-2">
        {t(days.length < dayCount ? "uptime.since" : "uptime.window", {
          date: format.momentInText(uptime.since),
        })}
      </p>
    </Tile>
  );
}
