import * as z from "zod/mini";
import { tenantPeriods } from "../limits.ts";
import { changeSettingsSchema } from "../organizations/organization-settings.schema.ts";
import { plans } from "../organizations/organizations.schema.ts";
import { currencies } from "../usage/usage.schema.ts";
import { dateSchema, integerBetween } from "../validation.ts";

/** Names of the limits of a tenant, in display order. */
export const tenantLimitNames = ["maxUsers", "monthlyTokens", "storageGB"] as const;
export type TenantLimitName = (typeof tenantLimitNames)[number];

/** Users, AI tokens per calendar month, and stored files in units of 10⁹ bytes. */
export const tenantLimitsSchema = z.strictObject({
  maxUsers: z.int(),
  monthlyTokens: z.int(),
  storageGB: z.number(),
});

/** A plan with its limits and its net prices in millionths of the currency. */
export const planSchema = z.strictObject({
  /** Name and first day, such as `basic-2027-01-01`. */
  id: z.string(),
  name: z.enum(plans),
  ...tenantLimitsSchema.shape,
  /** Prices per month, and per year in advance; null if the plan is only sold by the month. */
  prices: z.array(
    z.strictObject({ currency: z.enum(currencies), monthly: z.int(), yearly: z.nullable(z.int()) }),
  ),
  /** AI costs per month that the price includes. */
  includedAi: z.array(z.strictObject({ currency: z.enum(currencies), monthly: z.int() })),
  /** These terms apply to organizations that choose the plan from this day on. */
  validFrom: dateSchema,
});
export type Plan = z.output<typeof planSchema>;

/**
 * All plans that can be chosen today, smallest first. `upcoming` are plans that begin later, for the operator.
 */
export const planListSchema = z.strictObject({ data: z.array(planSchema), upcoming: z.array(planSchema) });
export type PlanList = z.output<typeof planListSchema>;

const source = z.enum(["plan", "override"]);

/** The limits that apply to a tenant, each with its source: its plan, or a value set for this tenant alone. */
export const appliedLimitsSchema = z.strictObject({
  ...tenantLimitsSchema.shape,
  sources: z.strictObject({ maxUsers: source, monthlyTokens: source, storageGB: source }),
});
export type AppliedLimits = z.output<typeof appliedLimitsSchema>;

/** 10¹² tokens; 10⁶ GB are 10¹⁵ bytes. */
const tokensMax = 1_000_000_000_000;
const storageMaxGB = 1_000_000;

/** Limits to change. Absent limits stay unchanged, and null means the value of the plan. */
export const changeLimitsSchema = z.strictObject({
  maxUsers: changeSettingsSchema.shape.maxUsers,
  monthlyTokens: z.optional(z.nullable(integerBetween(1, tokensMax))),
  storageGB: z.optional(z.nullable(integerBetween(1, storageMaxGB))),
});
export type ChangeLimits = z.output<typeof changeLimitsSchema>;

/** Period of the daily figures in the response. The figures of the month do not depend on it. */
export const tenantUsageQuery = z.strictObject({ period: z._default(z.enum(tenantPeriods), "30d") });
export type TenantUsageQuery = z.output<typeof tenantUsageQuery>;

/** Kinds of files that are stored for a tenant: its logo, evidence folders, archives and invoices. */
export const storedFileKinds = ["logo", "evidence", "archive", "invoice"] as const;
export type StoredFileKind = (typeof storedFileKinds)[number];

/** Use of the limits of a tenant. */
export const tenantUsageSchema = z.strictObject({
  /** Tokens booked in the current calendar month of the organization's time zone. */
  tokensUsed: z.int(),
  /** Seats taken: active members and open invitations. */
  currentUsers: z.int(),
  /** Size of all stored files in units of 10⁹ bytes. */
  storageUsedGB: z.number(),
  /** Bytes of the stored files by kind, largest first. */
  storage: z.array(z.strictObject({ kind: z.enum(storedFileKinds), bytes: z.int() })),
  limits: appliedLimitsSchema,
  /** First and last day of the month of `tokensUsed`. */
  month: z.strictObject({ from: dateSchema, to: dateSchema }),
  /**
   * The tokens that count against the limit, recordings included, and the calls on each day of the period, oldest
   * first.
   */
  days: z.array(z.strictObject({ day: dateSchema, tokens: z.int(), calls: z.int() })),
});
export type TenantUsage = z.output<typeof tenantUsageSchema>;

/** A million currency units, in cents and in millionths. */
const priceMaxCents = 100_000_000;
const includedAiMaxMicros = 1_000_000_000_000;

const integer = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));

/** Net prices of a plan in one currency. */
const planPriceSchema = z.strictObject({
  monthlyCents: integer(0, priceMaxCents),
  /** Null if the plan is only sold by the month. */
  yearlyCents: z.nullable(integer(0, priceMaxCents)),
  /** AI costs per month that the price includes. */
  includedAiMicros: integer(0, includedAiMaxMicros),
});

/** A plan that replaces the current one with this name from a later day. */
export const addPlanSchema = z.strictObject({
  name: z.enum(plans),
  validFrom: dateSchema,
  maxUsers: integer(1, 100_000),
  monthlyTokens: integer(1, tokensMax),
  storageGB: integer(1, storageMaxGB),
  prices: z.strictObject({ EUR: planPriceSchema, CHF: planPriceSchema }),
});
export type AddPlan = z.output<typeof addPlanSchema>;

export const planParams = z.strictObject({
  planId: z.string().check(z.regex(/^(?:starter|basic|professional|enterprise)-\d{4}-\d{2}-\d{2}$/)),
});
