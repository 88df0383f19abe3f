import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { billingPeriods, usageMaxPeopleListed } from "../limits.ts";
import { dateSchema } from "../validation.ts";

/** Currencies in which costs are reported to organizations. */
export const currencies = ["EUR", "CHF"] as const;
export type Currency = (typeof currencies)[number];

export const billingPeriodSchema = z.enum(billingPeriods);

/** `current` (default) is the organization's calendar month up to today, `month` the entire previous month. */
export const usageQuery = z.strictObject({ period: z._default(billingPeriodSchema, "current") });
export type UsageQuery = z.output<typeof usageQuery>;

/** The key of a provider in URLs. */
export const providerKeySchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));

const stats = {
  /** Booked calls, including aborted and failed ones with their usage. */
  count: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  audioSeconds: z.int(),
  /** Millionths of the organization's currency. */
  costMicros: z.int(),
  /** Calls in `count` whose usage the provider did not report, so that it was counted from the received data. */
  estimatedCount: z.int(),
  /** Calls in `count` whose model had no price; not included in `costMicros`. */
  unpricedCount: z.int(),
};
export const usageStatsSchema = z.strictObject(stats);
export type UsageStats = z.output<typeof usageStatsSchema>;

/** The common part of all usage responses. */
const reportFields = {
  organizationId: uuidSchema,
  startDate: dateSchema,
  endDate: dateSchema,
  timezone: z.string(),
  currency: z.enum(currencies),
};
/**
 * Costs from before the organization changed its currency. They are never converted and not part of any other sum.
 */
export const otherCurrencySchema = z.strictObject({ currency: z.enum(currencies), costMicros: z.int() });
const otherCurrencies = z.array(otherCurrencySchema);

export const usageDaySchema = z.strictObject({ date: dateSchema, ...stats });
const days = z.array(usageDaySchema);

export const modelUsageSchema = z.strictObject({ provider: z.string(), model: z.string(), ...stats });
const models = z.array(modelUsageSchema);

export const usageSchema = z.strictObject({
  ...reportFields,
  period: billingPeriodSchema,
  /** Calls of all providers. */
  total: z.int(),
  totals: usageStatsSchema,
  /** Tokens of the month that count against the organization's limit, recordings included. */
  budgetTokens: z.int(),
  /** Share of calls with estimated usage, 0 to 1. */
  estimatedShare: z.number(),
  /** By provider key. */
  byProvider: z.record(z.string(), z.strictObject({ name: z.string(), ...stats })),
  /** Highest cost first. */
  byModel: models,
  /** Every day of the period, oldest first. */
  byDay: days,
  /** Days with usage, by provider key. */
  byDayAndProvider: z.array(z.strictObject({ date: dateSchema, provider: z.string(), ...stats })),
  /**
   * The members with the highest cost, at most 100; the name is null for a person who was never a member of
   * the organization.
   */
  byPerson: z
    .array(z.strictObject({ userId: uuidSchema, name: z.nullable(z.string()), ...stats }))
    .check(z.maxLength(usageMaxPeopleListed)),
  /** Number of all people with usage. */
  people: z.int(),
  /**
   * By the site where each person works now, highest cost first. Usage of people without a site comes last, with null.
   * The sum equals `totals`.
   */
  bySite: z.array(z.strictObject({ siteId: z.nullable(uuidSchema), name: z.nullable(z.string()), ...stats })),
  otherCurrencies,
});
export type Usage = z.output<typeof usageSchema>;

export const usageHistorySchema = z.strictObject({
  ...reportFields,
  total: z.int(),
  totals: usageStatsSchema,
  /** Every day of the range, oldest first. */
  data: days,
  otherCurrencies,
});
export type UsageHistory = z.output<typeof usageHistorySchema>;

export const providerUsageSchema = z.strictObject({
  ...reportFields,
  period: billingPeriodSchema,
  provider: z.string(),
  name: z.string(),
  total: z.int(),
  totals: usageStatsSchema,
  byModel: models,
  byDay: days,
  otherCurrencies,
});
export type ProviderUsage = z.output<typeof providerUsageSchema>;

export const personUsageSchema = z.strictObject({
  ...reportFields,
  period: billingPeriodSchema,
  userId: uuidSchema,
  name: z.nullable(z.string()),
  total: z.int(),
  totals: usageStatsSchema,
  byDay: days,
  otherCurrencies,
});
export type PersonUsage = z.output<typeof personUsageSchema>;
