import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { exportFormats, quotaMaxPeopleChanged, quotaMaxPeopleListed, topProviderCount } from "../limits.ts";
import { pageLimitSchema } from "../pagination.ts";
import { billingPeriodSchema, currencies, usageStatsSchema, usageQuery } from "../usage/usage.schema.ts";
import { dateSchema, flagSchema } from "../validation.ts";

const amount = z.int().check(z.minimum(0));
/**
 * Limits per calendar month: `limit` in tokens and `limitMicros` in millionths of the organization's currency. Null
 * means unlimited.
 */
const limits = { limit: z.nullable(amount), limitMicros: z.nullable(amount) };

/** States of a budget: `near` above 80 percent used or held, `reached` when nothing is left. */
export const quotaStates = ["free", "near", "reached"] as const;
export type QuotaState = (typeof quotaStates)[number];

/** A budget: the usage of finished calls, the maximum held by open ones, and what is left of each limit. */
const budget = {
  ...limits,
  used: amount,
  held: amount,
  left: z.nullable(amount),
  usedMicros: amount,
  heldMicros: amount,
  leftMicros: z.nullable(amount),
  state: z.enum(quotaStates),
};
export const quotaBudgetSchema = z.strictObject(budget);
export type QuotaBudget = z.output<typeof quotaBudgetSchema>;

/** A member's budget; `hasOwnLimit` is true if it differs from the default for all members. */
export const personBudgetSchema = z.strictObject({
  userId: uuidSchema,
  name: z.nullable(z.string()),
  hasOwnLimit: z.boolean(),
  ...budget,
});
export type PersonBudget = z.output<typeof personBudgetSchema>;

/** Computed at the time of the response from open and booked calls. */
export const ledgerSchema = z.strictObject({
  /** True if the two sums match and no call is stale. */
  isHealthy: z.boolean(),
  /** The held amount equals the sum of open calls, for the organization and each member. */
  heldMatches: z.boolean(),
  /** The used amount equals the sum of the month's booked calls, for the organization and each member. */
  usedMatches: z.boolean(),
  /** Open calls that are no longer run by any process; they are settled within a minute. */
  staleCalls: amount,
  openCalls: amount,
  /** Sums of the open calls, to be compared with `held` and `heldMicros` of the quota. */
  openTokens: amount,
  openMicros: amount,
  /** Sums of the month's booked calls, to be compared with `used` and `usedMicros`. */
  bookedTokens: amount,
  bookedMicros: amount,
  checkedAt: z.iso.datetime(),
});

const quota = {
  organizationId: uuidSchema,
  /** The calendar month, `YYYY-MM`. */
  month: z.string(),
  startDate: dateSchema,
  endDate: dateSchema,
  currency: z.enum(currencies),
  ...budget,
  /** Token limit of the plan, or the limit that the operator set instead. It applies in addition to `limit`. */
  planLimit: amount,
  /** Default limit per member without their own limit. */
  personLimit: z.nullable(amount),
  personLimitMicros: z.nullable(amount),
  /** The caller's own budget. */
  own: quotaBudgetSchema,
  /** Members with usage or their own limit, highest usage first; null if the caller may not see others' usage. */
  people: z.nullable(z.array(personBudgetSchema).check(z.maxLength(quotaMaxPeopleListed))),
  /** Null unless requested, or if the caller may not see the usage of others. */
  ledger: z.nullable(ledgerSchema),
  version: z.int(),
};
export const quotaSchema = z.strictObject(quota);
export type Quota = z.output<typeof quotaSchema>;

/** Highest limit in tokens and in millionths of a currency: 10¹². */
const quotaMax = 1_000_000_000_000;

const limitInput = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(quotaMax))));

/**
 * Limits to change. Absent limits stay unchanged, and null means unlimited. For a member, null for both
 * restores the default.
 */
export const changeQuotaSchema = z.strictObject({
  limit: limitInput,
  limitMicros: limitInput,
  personLimit: limitInput,
  personLimitMicros: limitInput,
  people: z.optional(
    z
      .array(z.strictObject({ userId: uuidSchema, limit: limitInput, limitMicros: limitInput }))
      .check(z.maxLength(quotaMaxPeopleChanged)),
  ),
});
export type ChangeQuota = z.output<typeof changeQuotaSchema>;

/** `dryRun=true` returns the result without changing anything. */
export const changeQuotaQuery = z.strictObject({ dryRun: flagSchema });

/** With `ledger=true`, the ledger is computed from all calls of the month, which takes longer. */
export const getQuotaQuery = z.strictObject({ ledger: flagSchema });

/** The quota after the change, and whose budgets it affects; `userId` null is the organization. */
export const changedQuotaSchema = z.strictObject({
  ...quota,
  dryRun: z.boolean(),
  affected: z.array(
    z.strictObject({
      userId: z.nullable(uuidSchema),
      name: z.nullable(z.string()),
      before: z.enum(quotaStates),
      after: z.enum(quotaStates),
    }),
  ),
});
export type ChangedQuota = z.output<typeof changedQuotaSchema>;

export const billingHistoryQuery = z.strictObject({ limit: pageLimitSchema });

/** Months with usage, newest first; a month with two currencies has one entry for each. */
export const billingHistorySchema = z.strictObject({
  data: z.array(
    z.strictObject({
      /** `YYYY-MM`. */
      month: z.string(),
      startDate: dateSchema,
      endDate: dateSchema,
      /** True if the month is closed; later bookings belong to later months. */
      isClosed: z.boolean(),
      currency: z.enum(currencies),
      ...usageStatsSchema.shape,
    }),
  ),
});
export type BillingHistory = z.output<typeof billingHistorySchema>;

const costLine = { count: z.int(), costMicros: z.int(), share: z.number() };

/** The cost of a period. The listed providers plus the others add up to `total`, and so do all models. */
export const costsSchema = z.strictObject({
  organizationId: uuidSchema,
  period: billingPeriodSchema,
  startDate: dateSchema,
  endDate: dateSchema,
  currency: z.enum(currencies),
  /** Millionths of the currency. */
  total: z.int(),
  /** `share`: share of the total, 0 to 1. */
  topProviders: z
    .array(z.strictObject({ provider: z.string(), name: z.string(), ...costLine }))
    .check(z.maxLength(topProviderCount)),
  /** All remaining providers; null if there are none. */
  otherProviders: z.nullable(z.strictObject({ providers: z.int(), ...costLine })),
  byModel: z.array(z.strictObject({ provider: z.string(), model: z.string(), ...costLine })),
  otherCurrencies: z.array(z.strictObject({ currency: z.enum(currencies), costMicros: z.int() })),
});
export type Costs = z.output<typeof costsSchema>;

export const billingExportQuery = z.strictObject({
  ...usageQuery.shape,
  format: z._default(z.enum(exportFormats), "csv"),
});
export type BillingExportQuery = z.output<typeof billingExportQuery>;

/** One line of the export: a call with its usage, never its content. */
export type ExportedCall = {
  id: string;
  time: string;
  day: string;
  userId: string;
  name: string | null;
  /** The name of the site where the person works now; null without one. */
  site: string | null;
  /** Application token of the caller; null for a user in the browser. */
  tokenId: string | null;
  provider: string;
  model: string;
  kind: "chat" | "audio";
  outcome: "done" | "aborted" | "failed" | "lost";
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
  audioSeconds: number;
  /** Null if the model had no price. */
  costMicros: number | null;
  currency: string;
  estimated: boolean;
  durationMs: number;
};
