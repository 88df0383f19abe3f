import { useTranslations } from "use-intl";
import { useToday } from "../../platform/i18n/use-today.ts";
import { cx } from "../../ui/cx.ts";
import type { LegacyPractice } from "./legacy.api.ts";
import { Dot } from "../../ui/label/dotted.tsx";

type Hours = LegacyPractice["openingHours"];

/** Returns the hours of each day, in the order of the legacy server. */
function byDay(hours: Hours): readonly (readonly [day: string, hours: Hours])[] {
  const days = [...new Set(hours.map(({ day }) => day))];
  return days.map((day) => [day, hours.filter((entry) => entry.day === day)]);
}

/** Returns the number of a weekday. The legacy server uses the German names of days. */
const weekdayOf = (day: string) =>
  new Intl.DateTimeFormat("de", { weekday: "long", timeZone: "UTC" }).format(new Date(day));

/** Shows the opening hours of the practice, with the current day emphasized. */
export function OpeningHours({ hours }: { hours: Hours }) {
  const t = useTranslations("legacy");
  const today = weekdayOf(useToday());
  if (hours.length === 0) return <p className="text-dense text-text-3">{t("practice.noHours")}</p>;
  return (
    <dl className="text-dense">
      {byDay(hours).map(([day, spans]) => (
        <div
          key={day}
          className={cx(
            "-mx-2 flex flex-wrap justify-between gap-x-4 rounded-r-2 px-2 py-1",
            day === today && "bg-accent-soft font-strong",
          )}
        >
          <dt className={day === today ? "text-text" : "text-text-2"}>
            {day}
            {day === today && (
              <span className="font-normal text-text-2">
                <Dot />
                {t("practice.today")}
              </span>
            )}
          </dt>
          <dd className="text-text tabular-nums">
            {spans.map(({ from, to }) => `${from}–${to}`).join(", ")}
          </dd>
        </div>
      ))}
    </dl>
  );
}
