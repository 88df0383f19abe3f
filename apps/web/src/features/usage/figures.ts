import type { UsageFigures } from "@praxisportal/contract/usage/usage.schema";
import { type DayRange, lastDayOfMonth } from "@praxisportal/contract/usage/usage.rules";

/** What of the figures a chart shows. */
export const measures = ["cost", "units", "requests"] as const;
export type Measure = (typeof measures)[number];

/** Tokens that went in and out; audio is told in seconds. */
export const unitsOf = ({ inputTokens, outputTokens }: UsageFigures) => inputTokens + outputTokens;

export function measured(figures: UsageFigures, measure: Measure): number {
  if (measure === "cost") return figures.costMicros;
  return measure === "units" ? unitsOf(figures) : figures.count;
}

/** A part of a chart. `key` null: all that have no part of their own. */
export type Series = { readonly key: string | null; readonly color: string };

/** The fourth is grey and stands for the others where there are more than fit. */
const colors = ["bg-chart-1", "bg-chart-2", "bg-chart-3", "bg-chart-5", "bg-chart-4"] as const;

/** Parts for providers in their order; five at most, the last one for all the others when there are more. */
export function seriesOf(keys: readonly string[]): readonly Series[] {
  const own = keys.length > colors.length ? keys.slice(0, colors.length - 1) : keys;
  const series = own.map((key, index) => ({ key, color: colors[index] ?? colors[4] }));
  return own.length < keys.length ? [...series, { key: null, color: colors[4] }] : series;
}

/** The place of a provider among the parts; the others share the last. */
export function placeIn(series: readonly Series[], key: string): number {
  const place = series.findIndex((each) => each.key === key);
  return place >= 0 ? place : series.length - 1;
}

/**
 * By what part a cost changed; null where a comparison would say nothing true: nothing before, or calls whose cost
 * nobody knows on either side.
 */
export function changeOf(now: UsageFigures, before: UsageFigures): number | null {
  if (before.costMicros === 0 || now.unpricedCount > 0 || before.unpricedCount > 0) return null;
  return now.costMicros / before.costMicros - 1;
}

/**
 * The days of the month before that compare with a range of days of one month: the same days as far as it has them,
 * all of it for a whole month.
 */
export function daysBefore({ startDate, endDate }: DayRange): DayRange {
  const [year = 0, month = 1] = startDate.split("-").map(Number);
  const before = new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 8);
  const last = lastDayOfMonth(`${before}01`);
  const isWhole = endDate === lastDayOfMonth(startDate);
  const sameDay = `${before}${endDate.slice(8)}`;
  return { startDate: `${before}01`, endDate: isWhole || sameDay > last ? last : sameDay };
}

/** What was used on a day, or in the month that begins with it. */
export type DayFigures = UsageFigures & { readonly date: string };

/** Days that one chart shows as they are; more become months. */
const daysShown = 92;

/** Days of a history, or its months where the days would be too many to tell apart. */
export function barsOf(days: readonly DayFigures[]): { by: "day" | "month"; bars: readonly DayFigures[] } {
  if (days.length <= daysShown) return { by: "day", bars: days };
  const months = new Map<string, DayFigures>();
  for (const { date, ...figures } of days) {
    const month = `${date.slice(0, 7)}-01`;
    const sum = months.get(month);
    months.set(month, { date: month, ...(sum === undefined ? figures : added(sum, figures)) });
  }
  return { by: "month", bars: [...months.values()] };
}

function added(left: UsageFigures, right: UsageFigures): UsageFigures {
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
