import type { Usage, UsageStats } from "@praxisportal/contract/usage/usage.schema";
import { type DayRange, lastDayOfMonth } from "@praxisportal/contract/usage/usage.rules";

/** Values that a chart can show. */
export const measures = ["cost", "units", "requests"] as const;
export type Measure = (typeof measures)[number];

/** Returns the sum of input and output tokens. Audio is measured separately, in seconds. */
export const unitsOf = ({ inputTokens, outputTokens }: UsageStats) => inputTokens + outputTokens;

export function measureValue(stats: UsageStats, measure: Measure): number {
  if (measure === "cost") return stats.costMicros;
  return measure === "units" ? unitsOf(stats) : stats.count;
}

/** A series of a chart. A null `key` means all providers without their own series. */
export type Series = { readonly key: string | null; readonly color: string };

/** chart-4 is gray. It comes last and is used for "others" when there are more providers than colors. */
const colors = ["bg-chart-1", "bg-chart-2", "bg-chart-3", "bg-chart-5", "bg-chart-4"] as const;

/**
 * Returns at most five series for the providers, in their order. With more providers, the last series is for all
 * others.
 */
export function seriesOf(keys: readonly string[]): readonly Series[] {
  const ownSeriesKeys = keys.length > colors.length ? keys.slice(0, colors.length - 1) : keys;
  const series = ownSeriesKeys.map((key, index) => ({ key, color: colors[index] ?? colors[4] }));
  return ownSeriesKeys.length < keys.length ? [...series, { key: null, color: colors[4] }] : series;
}

/** Returns keys and figures of the providers, the most expensive first. */
export function providersByCost({ byProvider }: Pick<Usage, "byProvider">) {
  return Object.entries(byProvider).toSorted(
    ([, left], [, right]) => right.costMicros - left.costMicros || right.count - left.count,
  );
}

/** Returns the index of a provider's series. Providers without their own series share the last one. */
export function placeIn(series: readonly Series[], key: string): number {
  const place = series.findIndex((candidate) => candidate.key === key);
  return place >= 0 ? place : series.length - 1;
}

/**
 * Returns the relative change of the cost, or null if a comparison would be misleading: no previous cost, or calls
 * without a known price on either side.
 */
export function changeOf(now: UsageStats, previous: UsageStats): number | null {
  if (previous.costMicros === 0 || now.unpricedCount > 0 || previous.unpricedCount > 0) return null;
  return now.costMicros / previous.costMicros - 1;
}

/**
 * Returns the comparable days of the previous month: the same days if that month has them, or all of it for a whole
 * month.
 */
export function sameDaysInPreviousMonth({ startDate, endDate }: DayRange): DayRange {
  const [year = 0, month = 1] = startDate.split("-").map(Number);
  const previousMonth = new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 8);
  const last = lastDayOfMonth(`${previousMonth}01`);
  const isWhole = endDate === lastDayOfMonth(startDate);
  const sameDay = `${previousMonth}${endDate.slice(8)}`;
  return { startDate: `${previousMonth}01`, endDate: isWhole || sameDay > last ? last : sameDay };
}

/** Usage of a day, or of the month that begins on it. */
export type DailyStats = UsageStats & { readonly date: string };

/** Longest range charted by day. Longer ranges are grouped by month. */
const maxDayBars = 92;

/** Returns the bars of a history: days, or months for long ranges. */
export function toBars(days: readonly DailyStats[]): { by: "day" | "month"; bars: readonly DailyStats[] } {
  if (days.length <= maxDayBars) return { by: "day", bars: days };
  const months = new Map<string, DailyStats>();
  for (const { date, ...stats } of days) {
    const month = `${date.slice(0, 7)}-01`;
    const sum = months.get(month);
    months.set(month, { date: month, ...(sum === undefined ? stats : addStats(sum, stats)) });
  }
  return { by: "month", bars: [...months.values()] };
}

function addStats(left: UsageStats, right: UsageStats): UsageStats {
  return {
    count: left.count + right.count,
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    audioSeconds: left.audioSeconds + right.audioSeconds,
    costMicros: left.costMicros + right.costMicros,
    estimatedCount: left.estimatedCount + right.estimatedCount,
    unpricedCount: left.unpricedCount + right.unpricedCount,
  };
}
