import * as z from "zod/mini";
import { cataloguePlans } from "../limits.ts";
import { billingProfileSchema } from "../invoices/billing-profile.schema.ts";
import { plans } from "../organizations/organizations.schema.ts";
import { currencies } from "../usage/usage.schema.ts";
import { timeSchema } from "../users/users.schema.ts";
import { dateSchema, flagSchema } from "../validation.ts";
import { appliedLimitsSchema } from "./plans.schema.ts";

/** What is paid in advance: a calendar month, or a year from the day on which the plan was chosen. */
export const planTerms = ["month", "year"] as const;
const termSchema = z.enum(planTerms);
export type PlanTerm = z.output<typeof termSchema>;

/** The plan and the term to choose; the plan of new tenants cannot be chosen. */
export const changePlanSchema = z.strictObject({
  plan: z.enum(cataloguePlans),
  term: z._default(termSchema, "month"),
});
export type ChangePlan = z.output<typeof changePlanSchema>;

const daysSchema = z.strictObject({ from: dateSchema, to: dateSchema });

/** A plan that begins when the current term ends; null when nothing is planned. */
const plannedSchema = z.nullable(
  z.strictObject({ plan: z.enum(plans), term: termSchema, startsOn: dateSchema }),
);

/** The plan of a tenant, since when it applies, and the one that is planned. */
export const subscriptionSchema = z.strictObject({
  plan: z.enum(plans),
  term: termSchema,
  since: timeSchema,
  next: plannedSchema,
});
export type Subscription = z.output<typeof subscriptionSchema>;

/** What a change of plan would do, and what it would cost. Money is net. */
export const planPreviewSchema = z.strictObject({
  plan: z.enum(plans),
  term: termSchema,
  /** `now`, or at the end of the current term. */
  applies: z.enum(["now", "atTermEnd"]),
  startsOn: dateSchema,
  currency: z.enum(currencies),
  /** Of a whole term, in cents. */
  priceCents: z.int(),
  /** What is invoiced because of the change: the rest of the new term, and a credit for unused days. */
  lines: z.array(
    z.strictObject({
      kind: z.enum(["plan", "credit"]),
      plan: z.enum(plans),
      term: termSchema,
      ...daysSchema.shape,
      /** Negative for a credit. */
      cents: z.int(),
    }),
  ),
  totalCents: z.int(),
});
export type PlanPreview = z.output<typeof planPreviewSchema>;

/** What a tenant pays for. Money is net, in millionths of the currency. */
export const tenantBillingSchema = z.strictObject({
  ...subscriptionSchema.shape,
  currency: z.enum(currencies),
  /** Of a term, as it was when the plan was chosen; 0 during a trial. */
  priceMicros: z.int(),
  /** The term that is running; null during a trial. */
  currentTerm: z.nullable(daysSchema),
  /** When the trial ends or ended; null unless the tenant is in its trial. */
  trialEndsAt: z.nullable(timeSchema),
  /** AI costs of the calendar month so far. */
  ai: z.strictObject({
    month: daysSchema,
    /** On days that are not part of a trial. */
    costMicros: z.int(),
    /** The daily shares of every plan of the month. */
    includedMicros: z.int(),
    /** What would be invoiced. */
    overageMicros: z.int(),
    /** Calls of models without a price. */
    unpricedCalls: z.int(),
  }),
  /** The limits that apply, and what invoices say about the tenant; absent unless asked for. */
  details: z.optional(z.strictObject({ limits: appliedLimitsSchema, profile: billingProfileSchema })),
});
export type TenantBilling = z.output<typeof tenantBillingSchema>;
export type BillingDetails = NonNullable<TenantBilling["details"]>;

/** With `details=true`, the answer contains the limits and the billing profile. */
export const tenantBillingQuery = z.strictObject({ details: flagSchema });
export type TenantBillingQuery = z.output<typeof tenantBillingQuery>;
