import { type DayRange, eachDay } from "@praxisportal/contract/usage/usage.rules";
import type {
  Currency,
  PersonUsage,
  ProviderUsage,
  Usage,
  UsageStats,
  UsageHistory,
  UsageQuery,
} from "@praxisportal/contract/usage/usage.schema";
import type {
  CurrencySum,
  DaySums,
  ModelSums,
  PersonSums,
  ProviderDaySums,
  SiteSums,
  SumRow,
} from "./usage.queries.ts";
import type { UsageLocale } from "../../directory/usage-locale.queries.ts";

type ReportContext = { organizationId: string; timezone: string; currency: string } & DayRange;

const noUsage: UsageStats = {
  count: 0,
  inputTokens: 0,
  outputTokens: 0,
  audioSeconds: 0,
  costMicros: 0,
  estimatedCount: 0,
  unpricedCount: 0,
};

function figuresOf(row: SumRow): UsageStats {
  return {
    count: Number(row.calls),
    inputTokens: Number(row.input),
    outputTokens: Number(row.output),
    audioSeconds: Number(row.audio),
    costMicros: Number(row.cost),
    estimatedCount: Number(row.estimated),
    unpricedCount: Number(row.unpriced),
  };
}

function sumOf(entries: readonly UsageStats[]): UsageStats {
  const names = Object.keys(noUsage) as (keyof UsageStats)[];
  const sum = { ...noUsage };
  for (const entry of entries) for (const name of names) sum[name] += entry[name];
  return sum;
}

/** Returns every day of a range. A day without a row had no usage. */
function presentDays(range: DayRange, rows: readonly DaySums[]) {
  const rowsByDay = new Map(rows.map((row) => [row.day, figuresOf(row)]));
  return eachDay(range).map((date) => ({ date, ...(rowsByDay.get(date) ?? noUsage) }));
}

/**
 * Returns the usage per model. Only costs in the organization's currency count. A model with two currencies becomes one
 * entry.
 */
function presentModels(rows: readonly ModelSums[], currency: string) {
  const models = new Map<string, { provider: string; name: string; model: string } & UsageStats>();
  for (const row of rows) {
    const figures = { ...figuresOf(row), ...(row.currency === currency ? {} : { costMicros: 0 }) };
    const key = JSON.stringify([row.provider, row.model]);
    const { provider, name, model } = row;
    models.set(key, { provider, name, model, ...sumOf([models.get(key) ?? noUsage, figures]) });
  }
  return [...models.values()].toSorted((left, right) => right.costMicros - left.costMicros);
}

function presentProviders(models: ReturnType<typeof presentModels>): Usage["byProvider"] {
  const providers = new Map<string, Usage["byProvider"][string]>();
  for (const { provider, name, model: _model, ...figures } of models) {
    providers.set(provider, { name, ...sumOf([providers.get(provider) ?? noUsage, figures]) });
  }
  return Object.fromEntries(providers);
}

/** Returns the costs in currencies that the organization no longer uses. */
function presentOthers(rows: readonly CurrencySum[], currency: string): Usage["otherCurrencies"] {
  const otherCosts = new Map<string, number>();
  for (const row of rows) {
    if (row.currency === currency || Number(row.cost) === 0) continue;
    otherCosts.set(row.currency, (otherCosts.get(row.currency) ?? 0) + Number(row.cost));
  }
  return [...otherCosts].map(([other, costMicros]) => ({ currency: other as Currency, costMicros }));
}

const periodOf = ({ organizationId, timezone, currency, startDate, endDate }: ReportContext) => ({
  organizationId,
  startDate,
  endDate,
  timezone,
  currency: currency as Currency,
});

const modelsOf = (models: ReturnType<typeof presentModels>) =>
  models.map(({ name: _name, ...model }) => model);

/**
 * Returns the usage of an organization. Total, providers, models and days are sums of the same rows in one snapshot, so
 * they agree.
 */
export function presentUsage(
  context: ReportContext,
  period: UsageQuery["period"],
  [days, rows, people, , providerDays, booked, sites]: readonly [
    DaySums[],
    ModelSums[],
    PersonSums[],
    UsageLocale[],
    ProviderDaySums[],
    { tokens: string }[],
    SiteSums[],
  ],
): Usage {
  const models = presentModels(rows, context.currency);
  const totals = sumOf(models);
  return {
    ...periodOf(context),
    period,
    total: totals.count,
    totals,
    budgetTokens: Number(booked[0]?.tokens ?? 0),
    estimatedShare: totals.count === 0 ? 0 : totals.estimatedCount / totals.count,
    byProvider: presentProviders(models),
    byModel: modelsOf(models),
    byDay: presentDays(context, days),
    byDayAndProvider: providerDays.map((row) => ({
      date: row.day,
      provider: row.provider,
      ...figuresOf(row),
    })),
    byPerson: people.map((row) => ({ userId: row.id, name: row.name, ...figuresOf(row) })),
    bySite: sites.map((row) => ({ siteId: row.id, name: row.name, ...figuresOf(row) })),
    people: Number(people[0]?.people ?? 0),
    otherCurrencies: presentOthers(rows, context.currency),
  };
}

export function presentHistory(context: ReportContext, days: DaySums[], rows: ModelSums[]): UsageHistory {
  const data = presentDays(context, days);
  const totals = sumOf(data);
  return {
    ...periodOf(context),
    total: totals.count,
    totals,
    data,
    otherCurrencies: presentOthers(rows, context.currency),
  };
}

export function presentProviderUsage(
  context: ReportContext,
  { period, provider, name }: Pick<ProviderUsage, "period" | "provider" | "name">,
  days: DaySums[],
  rows: ModelSums[],
): ProviderUsage {
  const models = presentModels(rows, context.currency);
  const totals = sumOf(models);
  return {
    ...periodOf(context),
    period,
    provider,
    name,
    total: totals.count,
    totals,
    byModel: modelsOf(models),
    byDay: presentDays(context, days),
    otherCurrencies: presentOthers(rows, context.currency),
  };
}

export function presentPersonUsage(
  context: ReportContext,
  { period, userId, name }: Pick<PersonUsage, "period" | "userId" | "name">,
  days: DaySums[],
  others: CurrencySum[],
): PersonUsage {
  const byDay = presentDays(context, days);
  const totals = sumOf(byDay);
  return {
    ...periodOf(context),
    period,
    userId,
    name,
    total: totals.count,
    totals,
    byDay,
    otherCurrencies: presentOthers(others, context.currency),
  };
}
