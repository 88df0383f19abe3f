import type { Quota } from "@praxisportal/contract/billing/billing.schema";
import type { Usage, UsageStats } from "@praxisportal/contract/usage/usage.schema";

const organizationId = "0197a000-0000-7000-8000-000000000041";
const person = (n: number) => `0197a000-0000-7000-8000-0000000000${50 + n}`;
const range = { startDate: "2026-11-01", endDate: "2026-11-21" };

const noUsage: UsageStats = {
  count: 0,
  inputTokens: 0,
  outputTokens: 0,
  audioSeconds: 0,
  costMicros: 0,
  estimatedCount: 0,
  unpricedCount: 0,
};

const usageStats = (count: number, costMicros: number, overrides: Partial<UsageStats> = {}): UsageStats => ({
  ...noUsage,
  count,
  inputTokens: count * 900,
  outputTokens: count * 400,
  costMicros,
  ...overrides,
});

function sumOf(entries: readonly UsageStats[]): UsageStats {
  const sum = { ...noUsage };
  const names = Object.keys(noUsage) as (keyof UsageStats)[];
  for (const entry of entries) for (const name of names) sum[name] += entry[name];
  return sum;
}

/** Six providers, so that one has no individual color. The last provider has no price. */
const providers = [
  { key: "lokal", name: "Lokal (Praxisserver)", daily: usageStats(9, 900_000) },
  { key: "nord", name: "Anbieter Nord", daily: usageStats(7, 700_000) },
  { key: "sued", name: "Anbieter Süd", daily: usageStats(5, 400_000, { estimatedCount: 1 }) },
  { key: "diktat", name: "Transkription Probe", daily: usageStats(3, 200_000, { audioSeconds: 240 }) },
  { key: "ost", name: "Anbieter Ost", daily: usageStats(2, 4_200) },
  { key: "ohne", name: "Anbieter ohne Preis", daily: usageStats(1, 0, { unpricedCount: 1 }) },
] as const;

const days = Array.from({ length: 21 }, (_none, index) => `2026-11-${String(index + 1).padStart(2, "0")}`);
const isOpen = (day: string) => ![0, 6].includes(new Date(day).getUTCDay());

const byDayAndProvider = days
  .filter(isOpen)
  .flatMap((date) => providers.map(({ key, daily }) => ({ date, provider: key, ...daily })));
const monthOf = (key: string) => sumOf(byDayAndProvider.filter(({ provider }) => provider === key));
const totals = sumOf(byDayAndProvider);
/** Shares that add up to the month, one for each of three people or sites. */
const shares = [["lokal"], ["nord"], ["sued", "diktat", "ost", "ohne"]].map((keys) =>
  sumOf(byDayAndProvider.filter(({ provider }) => keys.includes(provider))),
);

/** An organization's usage with many providers. */
export const usageReport: Usage = {
  organizationId,
  ...range,
  timezone: "Europe/Berlin",
  currency: "EUR",
  period: "current",
  total: totals.count,
  totals,
  budgetTokens: totals.inputTokens + totals.outputTokens,
  estimatedShare: totals.estimatedCount / totals.count,
  byProvider: Object.fromEntries(providers.map(({ key, name }) => [key, { name, ...monthOf(key) }])),
  byModel: providers.map(({ key }) => ({ provider: key, model: `${key}-gross-2026`, ...monthOf(key) })),
  byDay: days.map((date) => ({ date, ...sumOf(byDayAndProvider.filter((entry) => entry.date === date)) })),
  byDayAndProvider,
  byPerson: ["Annegret Beispiel-Musterhausen", "Mia Muster-Probe", null].map((name, n) => ({
    userId: person(n),
    name,
    ...(shares[n] ?? totals),
  })),
  people: 3,
  bySite: ["Hauptpraxis Beispielstadt", "Zweigpraxis Musterdorf", null].map((name, n) => ({
    siteId: name === null ? null : person(n),
    name,
    ...(shares[n] ?? totals),
  })),
  otherCurrencies: [{ currency: "CHF", costMicros: 12_340_000 }],
};

const budget = {
  limit: 600_000,
  limitMicros: 60_000_000,
  used: 400_000,
  held: 120_000,
  left: 80_000,
  usedMicros: 31_000_000,
  heldMicros: 0,
  leftMicros: 29_000_000,
  state: "near",
} as const;

/** A nearly used-up quota, and a ledger with differences. */
export const quotaReport: Quota = {
  organizationId,
  month: "2026-11",
  startDate: "2026-11-01",
  endDate: "2026-11-30",
  currency: "EUR",
  ...budget,
  planLimit: 2_000_000,
  personLimit: 200_000,
  personLimitMicros: null,
  own: { ...budget, limit: 200_000, limitMicros: null, left: 0, leftMicros: null, state: "reached" },
  people: [
    {
      userId: person(0),
      name: "Annegret Beispiel-Musterhausen",
      hasOwnLimit: true,
      ...budget,
      limit: 300_000,
      used: 300_000,
      held: 0,
      left: 0,
      limitMicros: null,
      leftMicros: null,
      state: "reached",
    },
  ],
  ledger: {
    isHealthy: false,
    heldMatches: true,
    usedMatches: false,
    staleCalls: 2,
    openCalls: 3,
    openTokens: 120_000,
    openMicros: 0,
    bookedTokens: 398_700,
    bookedMicros: 30_990_000,
    checkedAt: "2026-11-21T08:30:05.000Z",
  },
  version: 4,
};
