import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { billingPeriods, usagePeopleShown } from "../limits.ts";
import { dateSchema } from "../validation.ts";

/** Currencies in which practices are told what something cost. */
export const currencies = ["EUR", "CHF"] as const;
export type Currency = (typeof currencies)[number];

export const billingPeriodSchema = z.enum(billingPeriods);

/** `current` (if absent): this calendar month of the practice up to today; `month`: the whole one before it. */
export const usageQuery = z.strictObject({ period: z._default(billingPeriodSchema, "current") });
export type UsageQuery = z.output<typeof usageQuery>;

/** The name of a provider in addresses. */
export const providerKeySchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));

const figures = {
  /** Calls that were booked, aborted and failed ones with what they used. */
  count: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  audioSeconds: z.int(),
  /** Millionths of the practice's currency. */
  costMicros: z.int(),
  /** Calls of `count` whose use the provider did not say, so that it was counted from what arrived. */
  estimatedCount: z.int(),
  /** Calls of `count` whose model had no price: `costMicros` leaves them out. */
  unpricedCount: z.int(),
};
export const usageFiguresSchema = z.strictObject(figures);
export type UsageFigures = z.output<typeof usageFiguresSchema>;

/** What every answer about usage says of itself. */
const frame = {
  organizationId: uuidSchema,
  startDate: dateSchema,
  endDate: dateSchema,
  timezone: z.string(),
  currency: z.enum(currencies),
};
/** Costs from before the practice changed its currency; they are never converted, and in no other sum. */
const otherCurrencies = z.array(z.strictObject({ currency: z.enum(currencies), costMicros: z.int() }));

const days = z.array(z.strictObject({ date: dateSchema, ...figures }));
const models = z.array(z.strictObject({ provider: z.string(), model: z.string(), ...figures }));

export const usageSchema = z.strictObject({
  ...frame,
  period: billingPeriodSchema,
  /** Calls of all providers. */
  total: z.int(),
  totals: usageFiguresSchema,
  /** Part of the calls whose use was estimated, 0 to 1. */
  estimatedShare: z.number(),
  /** By the key of the provider. */
  byProvider: z.record(z.string(), z.strictObject({ name: z.string(), ...figures })),
  /** Dearest first. */
  byModel: models,
  /** Every day of the period, oldest first. */
  byDay: days,
  /** The same apart by the key of the provider, days with use alone. */
  byDayAndProvider: z.array(z.strictObject({ date: dateSchema, provider: z.string(), ...figures })),
  /** The people who cost most, at most 100; the name is null when she never belonged to the practice. */
  byPerson: z
    .array(z.strictObject({ userId: uuidSchema, name: z.nullable(z.string()), ...figures }))
    .check(z.maxLength(usagePeopleShown)),
  /** All people who used something. */
  people: z.int(),
  otherCurrencies,
});
export type Usage = z.output<typeof usageSchema>;

export const usageHistorySchema = z.strictObject({
  ...frame,
  total: z.int(),
  totals: usageFiguresSchema,
  /** Every day of the range, oldest first. */
  data: days,
  otherCurrencies,
});
export type UsageHistory = z.output<typeof usageHistorySchema>;

export const providerUsageSchema = z.strictObject({
  ...frame,
  period: billingPeriodSchema,
  provider: z.string(),
  name: z.string(),
  total: z.int(),
  totals: usageFiguresSchema,
  byModel: models,
  byDay: days,
  otherCurrencies,
});
export type ProviderUsage = z.output<typeof providerUsageSchema>;

export const personUsageSchema = z.strictObject({
  ...frame,
  period: billingPeriodSchema,
  userId: uuidSchema,
  name: z.nullable(z.string()),
  total: z.int(),
  totals: usageFiguresSchema,
  byDay: days,
  otherCurrencies,
});
export type PersonUsage = z.output<typeof personUsageSchema>;
