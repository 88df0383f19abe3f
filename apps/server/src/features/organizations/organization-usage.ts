import type {
  OrganizationUsage,
  OrganizationUsageQuery,
} from "@praxisportal/contract/organizations/organization-changes.schema";
import {
  dateInTimeZone,
  type DayRange,
  periodRange,
  eachDay,
} from "@praxisportal/contract/usage/usage.rules";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { DaySums } from "../usage/usage.queries.ts";

/** Reads the usage of organizations from the daily sums. */
export type UsageReads = {
  days: (db: OrganizationDb, range: DayRange, currency: string) => Promise<DaySums[]>;
  /** Tokens of the current month, or null if AI was never used. */
  monthTokens: (db: OrganizationDb, now: Date) => Promise<number | null>;
};

const noUsage = { requests: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 };
type Figures = typeof noUsage;

/** Returns the requested days, or without a range, the organization's current calendar month up to today. */
export function rangeOf(
  { startDate, endDate }: OrganizationUsageQuery,
  timeZone: string,
  now: Date,
): DayRange {
  return startDate && endDate
    ? { startDate, endDate }
    : periodRange("current", dateInTimeZone(timeZone, now));
}

/** Returns the usage of an organization on each day of a range; days without usage are zero. */
export function presentUsage(
  organization: { id: string; timezone: string; currency: string },
  range: DayRange,
  rows: readonly DaySums[],
): OrganizationUsage {
  const figuresByDay = new Map(rows.map((row) => [row.day, figuresOf(row)]));
  const days = eachDay(range).map((date) => ({ date, ...(figuresByDay.get(date) ?? noUsage) }));
  return {
    organizationId: organization.id,
    ...range,
    timezone: organization.timezone,
    currency: organization.currency as OrganizationUsage["currency"],
    totals: days.reduce(add, noUsage),
    days,
  };
}

function figuresOf(row: DaySums): Figures {
  return {
    requests: Number(row.calls),
    inputTokens: Number(row.input),
    outputTokens: Number(row.output),
    costMicros: Number(row.cost),
  };
}

function add(left: Figures, right: Figures): Figures {
  return {
    requests: left.requests + right.requests,
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    costMicros: left.costMicros + right.costMicros,
  };
}
