import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { exportFormats, quotaPeopleMax, quotaPeopleShown, topProvidersShown } from "../limits.ts";
import { pageLimitSchema } from "../pagination.ts";
import { billingPeriodSchema, currencies, usageFiguresSchema, usageQuery } from "../usage/usage.schema.ts";
import { dateSchema } from "../validation.ts";

const amount = z.int().check(z.minimum(0));
/** `limit` in tokens, `limitMicros` in millionths of the practice's currency, both a calendar month; null: none. */
const limits = { limit: z.nullable(amount), limitMicros: z.nullable(amount) };

/** How near a limit is: `near` above 80 per cent used or held, `reached` when nothing is left. */
export const quotaStates = ["free", "near", "reached"] as const;
export type QuotaState = (typeof quotaStates)[number];

/** A budget as it stands: what calls used, what open ones hold at most, and what is left of each limit. */
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

/** One person's budget; `hasOwnLimit`: hers differs from that of everybody. */
export const personBudgetSchema = z.strictObject({
  userId: uuidSchema,
  name: z.nullable(z.string()),
  hasOwnLimit: z.boolean(),
  ...budget,
});
export type PersonBudget = z.output<typeof personBudgetSchema>;

/** Computed at the moment of the answer, from the open calls and the booked ones. */
export const ledgerSchema = z.strictObject({
  /** All three below hold. */
  isHealthy: z.boolean(),
  /** What is held is the sum of the open calls, for the practice and each of its people. */
  heldMatches: z.boolean(),
  /** What is used is the sum of the booked calls of the month, for the practice and each of its people. */
  usedMatches: z.boolean(),
  /** Open calls that nobody carries on; they are settled within a minute. */
  staleCalls: amount,
  openCalls: amount,
  /** Sums of the open calls; `held` and `heldMicros` of the quota are what they are compared with. */
  openTokens: amount,
  openMicros: amount,
  /** Sums of the booked calls of the month; `used` and `usedMicros` are what they are compared with. */
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
  /** What each person may use unless she has a limit of her own. */
  personLimit: z.nullable(amount),
  personLimitMicros: z.nullable(amount),
  /** The budget of whoever asks. */
  own: quotaBudgetSchema,
  /** Those with use or a limit of their own, most used first; null for whoever may not see what others use. */
  people: z.nullable(z.array(personBudgetSchema).check(z.maxLength(quotaPeopleShown))),
  ledger: z.nullable(ledgerSchema),
  version: z.int(),
};
export const quotaSchema = z.strictObject(quota);
export type Quota = z.output<typeof quotaSchema>;

/** Highest limit of tokens and of millionths of a currency: a million millions. */
const quotaMax = 1_000_000_000_000;

const wishedLimit = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(quotaMax))));

/** Limits to change; absent = unchanged, null = none. Of a person both null: what holds for everybody. */
export const changeQuotaSchema = z.strictObject({
  limit: wishedLimit,
  limitMicros: wishedLimit,
  personLimit: wishedLimit,
  personLimitMicros: wishedLimit,
  people: z.optional(
    z
      .array(z.strictObject({ userId: uuidSchema, limit: wishedLimit, limitMicros: wishedLimit }))
      .check(z.maxLength(quotaPeopleMax)),
  ),
});
export type ChangeQuota = z.output<typeof changeQuotaSchema>;

/** `dryRun=true` answers what would be, and changes nothing. */
export const changeQuotaQuery = z.strictObject({
  dryRun: z.pipe(
    z._default(z.enum(["true", "false"]), "false"),
    z.transform((value) => value === "true"),
  ),
});

/** The quota after the change, and whose budget stands otherwise by it: `userId` null is the practice. */
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

/** Months with use, newest first; a month in which two currencies were booked has an entry for each. */
export const billingHistorySchema = z.strictObject({
  data: z.array(
    z.strictObject({
      /** `YYYY-MM`. */
      month: z.string(),
      startDate: dateSchema,
      endDate: dateSchema,
      /** The month is over; what is booked later belongs to later months. */
      isClosed: z.boolean(),
      currency: z.enum(currencies),
      ...usageFiguresSchema.shape,
    }),
  ),
});
export type BillingHistory = z.output<typeof billingHistorySchema>;

const costLine = { count: z.int(), costMicros: z.int(), share: z.number() };

/** What a period cost. Providers shown and the others together, and all models, each add up to `total`. */
export const costsSchema = z.strictObject({
  organizationId: uuidSchema,
  period: billingPeriodSchema,
  startDate: dateSchema,
  endDate: dateSchema,
  currency: z.enum(currencies),
  /** Millionths of the currency. */
  total: z.int(),
  /** `share`: part of the total, 0 to 1. */
  topProviders: z
    .array(z.strictObject({ provider: z.string(), name: z.string(), ...costLine }))
    .check(z.maxLength(topProvidersShown)),
  /** All providers that are not among them; null when there are none. */
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

/** A line of the export: a call with what it used, never what was said in it. */
export type ExportedCall = {
  id: string;
  time: string;
  day: string;
  userId: string;
  name: string | null;
  /** Token of the application that asked; null for a person at a page. */
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
  /** null: the model had no price. */
  costMicros: number | null;
  currency: string;
  estimated: boolean;
  durationMs: number;
};
