import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { type DailyStats, type Measure, measureValue, toBars } from "../usage-stats.ts";
import { StatChart } from "./day-chart.tsx";

/** These days contain no costs. */
const offeredMeasures = ["units", "requests"] as const satisfies readonly Measure[];

interface TokenDay {
  readonly day: string;
  readonly tokens: number;
  readonly calls: number;
}

const statsOf = ({ day, tokens, calls }: TokenDay): DailyStats => ({
  date: day,
  count: calls,
  inputTokens: tokens,
  outputTokens: 0,
  audioSeconds: 0,
  costMicros: 0,
  estimatedCount: 0,
  unpricedCount: 0,
});

interface TokenDaysCardProps {
  days: readonly TokenDay[];
  /** Rendered between header and chart: the period. */
  children?: ReactNode;
}

/** Shows AI units and calls by day, or by month for long ranges. */
export function TokenDaysCard({ days, children }: TokenDaysCardProps) {
  const t = useTranslations("usage");
  const [measure, setMeasure] = useState<Measure>("units");
  const { by, bars } = toBars(days.map(statsOf));
  return (
    <StatChart
      title={t(by === "day" ? "chart.days" : "chart.months")}
      series={[{ name: t(`measure.${measure}`), color: "bg-chart-1" }]}
      by={by}
      bars={bars.map((bar) => ({ date: bar.date, values: [measureValue(bar, measure)] }))}
      offeredMeasures={offeredMeasures}
      measure={measure}
      onMeasure={setMeasure}
    >
      <div className="mb-5">{children}</div>
    </StatChart>
  );
}
