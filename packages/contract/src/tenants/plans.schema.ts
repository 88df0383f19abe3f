import * as z from "zod/mini";
import { cataloguePlans, tenantPeriods } from "../limits.ts";
import { changeSettingsSchema } from "../organizations/organization-settings.schema.ts";
import { plans } from "../organizations/organizations.schema.ts";
import { currencies } from "../usage/usage.schema.ts";
import { timeSchema } from "../users/users.schema.ts";
import { dateSchema, integerBetween } from "../validation.ts";

/** What limits a tenant, in the order in which it is shown. */
export const tenantLimitNames = ["maxUsers", "monthlyTokens", "storageGB"] as const;
export type TenantLimitName = (typeof tenantLimitNames)[number];

/** Users, AI tokens per calendar month, and stored files in units of 10⁹ bytes. */
export const tenantLimitsSchema = z.strictObject({
  maxUsers: z.int(),
  monthlyTokens: z.int(),
  storageGB: z.number(),
});

/** A plan with its limits and its net prices per month in millionths of the currency. */
export const planSchema = z.strictObject({
  name: z.enum(plans),
  ...tenantLimitsSchema.shape,
  prices: z.array(z.strictObject({ currency: z.enum(currencies), monthly: z.int() })),
  /** AI costs per month that the price includes. */
  includedAi: z.array(z.strictObject({ currency: z.enum(currencies), monthly: z.int() })),
  /** Organizations that choose the plan from this day on get it as it is here. */
  validFrom: dateSchema,
});
export type Plan = z.output<typeof planSchema>;

/** Every plan as it can be chosen today, the smallest first. */
export const planListSchema = z.strictObject({ data: z.array(planSchema) });
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

/** Limits to change; absent = unchanged, null = the value of the plan. */
export const changeLimitsSchema = z.strictObject({
  maxUsers: changeSettingsSchema.shape.maxUsers,
  monthlyTokens: z.optional(z.nullable(integerBetween(1, tokensMax))),
  storageGB: z.optional(z.nullable(integerBetween(1, storageMaxGB))),
});
export type ChangeLimits = z.output<typeof changeLimitsSchema>;

/** The days of the answer; the month's figures do not depend on it. */
export const tenantUsageQuery = z.strictObject({ period: z._default(z.enum(tenantPeriods), "30d") });
export type TenantUsageQuery = z.output<typeof tenantUsageQuery>;

/** What a tenant uses of its limits. */
export const tenantUsageSchema = z.strictObject({
  /** Tokens booked in the current calendar month of the organization's time zone. */
  tokensUsed: z.int(),
  /** Seats taken: active members and open invitations. */
  currentUsers: z.int(),
  /** Size of all stored files in units of 10⁹ bytes. */
  storageUsedGB: z.number(),
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

/** The plan to choose; the plan of new tenants cannot be chosen. */
export const changePlanSchema = z.strictObject({ plan: z.enum(cataloguePlans) });

/** The plan of a tenant, and since when it applies. */
export const subscriptionSchema = z.strictObject({ plan: z.enum(plans), since: timeSchema });
export type Subscription = z.output<typeof subscriptionSchema>;
