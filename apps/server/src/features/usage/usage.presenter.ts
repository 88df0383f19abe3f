import { type DayRange, eachDay } from "@praxisportal/contract/usage/usage.rules";
import type {
  Currency,
  PersonUsage,
  ProviderUsage,
  Usage,
  UsageFigures,
  UsageHistory,
  UsageQuery,
} from "@praxisportal/contract/usage/usage.schema";
import type {
  CurrencySum,
  DaySums,
  ModelSums,
  PersonSums,
  ProviderDaySums,
  SumRow,
  UsagePlace,
} from "./usage.queries.ts";

type Frame = { organizationId: string; timezone: string; currency: string } & DayRange;

const nothing: UsageFigures = {
  count: 0,
  inputTokens: 0,
  outputTokens: 0,
  audioSeconds: 0,
  costMicros: 0,
  estimatedCount: 0,
  unpricedCount: 0,
};

function figuresOf(row: SumRow): UsageFigures {
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

function sumOf(all: readonly UsageFigures[]): UsageFigures {
  const names = Object.keys(nothing) as (keyof UsageFigures)[];
  const sum = { ...nothing };
  for (const each of all) for (const name of names) sum[name] += each[name];
  return sum;
}

/** Every day of a range; those without a row were without use. */
function presentDays(range: DayRange, rows: readonly DaySums[]) {
  const known = new Map(rows.map((row) => [row.day, figuresOf(row)]));
  return eachDay(range).map((date) => ({ date, ...(known.get(date) ?? nothing) }));
}

/** Models with the costs that count in the practice's currency; two currencies of one model become one entry. */
function presentModels(rows: readonly ModelSums[], currency: string) {
  const models = new Map<string, { provider: string; name: string; model: string } & UsageFigures>();
  for (const row of rows) {
    const figures = { ...figuresOf(row), ...(row.currency === currency ? {} : { costMicros: 0 }) };
    const key = JSON.stringify([row.provider, row.model]);
    const { provider, name, model } = row;
    models.set(key, { provider, name, model, ...sumOf([models.get(key) ?? nothing, figures]) });
  }
  return [...models.values()].toSorted((left, right) => right.costMicros - left.costMicros);
}

function presentProviders(models: ReturnType<typeof presentModels>): Usage["byProvider"] {
  const providers = new Map<string, Usage["byProvider"][string]>();
  for (const { provider, name, model: _model, ...figures } of models) {
    providers.set(provider, { name, ...sumOf([providers.get(provider) ?? nothing, figures]) });
  }
  return Object.fromEntries(providers);
}

/** What was spent in currencies that the practice no longer has. */
function presentOthers(rows: readonly CurrencySum[], currency: string): Usage["otherCurrencies"] {
  const others = new Map<string, number>();
  for (const row of rows) {
    if (row.currency === currency || Number(row.cost) === 0) continue;
    others.set(row.currency, (others.get(row.currency) ?? 0) + Number(row.cost));
  }
  return [...others].map(([other, costMicros]) => ({ currency: other as Currency, costMicros }));
}

const frameOf = ({ organizationId, timezone, currency, startDate, endDate }: Frame) => ({
  organizationId,
  startDate,
  endDate,
  timezone,
  currency: currency as Currency,
});

const modelsOf = (models: ReturnType<typeof presentModels>) =>
  models.map(({ name: _name, ...model }) => model);

/** What a practice used. Total, providers, models and days are sums of the same rows, so they are equal. */
export function presentUsage(
  frame: Frame,
  period: UsageQuery["period"],
  [days, rows, people, , providerDays]: readonly [
    DaySums[],
    ModelSums[],
    PersonSums[],
    UsagePlace[],
    ProviderDaySums[],
  ],
): Usage {
  const models = presentModels(rows, frame.currency);
  const totals = sumOf(models);
  return {
    ...frameOf(frame),
    period,
    total: totals.count,
    totals,
    estimatedShare: totals.count === 0 ? 0 : totals.estimatedCount / totals.count,
    byProvider: presentProviders(models),
    byModel: modelsOf(models),
    byDay: presentDays(frame, days),
    byDayAndProvider: providerDays.map((row) => ({
      date: row.day,
      provider: row.provider,
      ...figuresOf(row),
    })),
    byPerson: people.map((row) => ({ userId: row.id, name: row.name, ...figuresOf(row) })),
    people: Number(people[0]?.people ?? 0),
    otherCurrencies: presentOthers(rows, frame.currency),
  };
}

/** What a practice used on each day of a range. */
export function presentHistory(frame: Frame, days: DaySums[], rows: ModelSums[]): UsageHistory {
  const data = presentDays(frame, days);
  const totals = sumOf(data);
  return {
    ...frameOf(frame),
    total: totals.count,
    totals,
    data,
    otherCurrencies: presentOthers(rows, frame.currency),
  };
}

/** What a practice used of one provider. */
export function presentProviderUsage(
  frame: Frame,
  { period, provider, name }: Pick<ProviderUsage, "period" | "provider" | "name">,
  days: DaySums[],
  rows: ModelSums[],
): ProviderUsage {
  const models = presentModels(rows, frame.currency);
  const totals = sumOf(models);
  return {
    ...frameOf(frame),
    period,
    provider,
    name,
    total: totals.count,
    totals,
    byModel: modelsOf(models),
    byDay: presentDays(frame, days),
    otherCurrencies: presentOthers(rows, frame.currency),
  };
}

/** What one person used in a practice. */
export function presentPersonUsage(
  frame: Frame,
  { period, userId, name }: Pick<PersonUsage, "period" | "userId" | "name">,
  days: DaySums[],
  others: CurrencySum[],
): PersonUsage {
  const byDay = presentDays(frame, days);
  const totals = sumOf(byDay);
  return {
    ...frameOf(frame),
    period,
    userId,
    name,
    total: totals.count,
    totals,
    byDay,
    otherCurrencies: presentOthers(others, frame.currency),
  };
}
