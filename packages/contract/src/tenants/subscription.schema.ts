import * as z from "zod/mini";
import { cataloguePlans } from "../limits.ts";
import { billingProfileSchema } from "../invoices/billing-profile.schema.ts";
import { plans } from "../organizations/organizations.schema.ts";
import { currencies } from "../usage/usage.schema.ts";
import { timeSchema } from "../users/users.schema.ts";
import { dateSchema, flagSchema } from "../validation.ts";
import { appliedLimitsSchema } from "./plans.schema.ts";

/** Terms paid in advance: a calendar month, or a year from the day on which the plan was chosen. */
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

/** The current plan of a tenant with its start, and the planned one. */
export const subscriptionSchema = z.strictObject({
  plan: z.enum(plans),
  term: termSchema,
  since: timeSchema,
  next: plannedSchema,
});
export type Subscription = z.output<typeof subscriptionSchema>;

/** Reasons why an invoice contains no VAT. */
export const taxExemptions = ["reverseCharge", "export", "outsideScope"] as const;
export type TaxExemption = (typeof taxExemptions)[number];

/** Effect and cost of a change of plan. Prices and lines are net. */
export const planPreviewSchema = z.strictObject({
  plan: z.enum(plans),
  term: termSchema,
  /** Whether the change applies now or at the end of the current term. */
  applies: z.enum(["now", "atTermEnd"]),
  startsOn: dateSchema,
  currency: z.enum(currencies),
  /** Price of a full term, in cents. */
  priceCents: z.int(),
  /** Items that are invoiced because of the change: the rest of the new term, and a credit for unused days. */
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
  /** Net. */
  totalCents: z.int(),
  /** VAT on the lines, as the invoice will contain it. Empty when nothing is invoiced or `taxMissing` is not empty. */
  taxes: z.array(
    z.strictObject({
      /** Hundredths of a percent. */
      rateBasisPoints: z.int(),
      basisCents: z.int(),
      taxCents: z.int(),
      /** Null when tax is charged. */
      exemption: z.nullable(z.enum(taxExemptions)),
    }),
  ),
  /** The total with VAT; null while it cannot be calculated. */
  grossCents: z.nullable(z.int()),
  /** Missing fields that decide the VAT, such as `buyer.vatId` and `operator.country`. */
  taxMissing: z.array(z.string()),
});
export type PlanPreview = z.output<typeof planPreviewSchema>;

/** Plan and costs of a tenant. Amounts are net, in millionths of the currency. */
export const tenantBillingSchema = z.strictObject({
  ...subscriptionSchema.shape,
  currency: z.enum(currencies),
  /** Price of a term at the time when the plan was chosen; 0 during a trial. */
  priceMicros: z.int(),
  /** The current term; null during a trial. */
  currentTerm: z.nullable(daysSchema),
  /** End of the trial; null unless the tenant is in its trial. */
  trialEndsAt: z.nullable(timeSchema),
  /** AI costs of the calendar month so far. */
  ai: z.strictObject({
    month: daysSchema,
    /** AI costs on days that are not part of a trial. */
    costMicros: z.int(),
    /** Sum of the daily shares of all plans of the month. */
    includedMicros: z.int(),
    /** Amount that would be invoiced. */
    overageMicros: z.int(),
    /** Calls of models without a price. */
    unpricedCalls: z.int(),
  }),
  /** The limits that apply, and the billing profile; absent unless requested. */
  details: z.optional(z.strictObject({ limits: appliedLimitsSchema, profile: billingProfileSchema })),
});
export type TenantBilling = z.output<typeof tenantBillingSchema>;
export type BillingDetails = NonNullable<TenantBilling["details"]>;

/** With `details=true`, the response contains the limits and the billing profile. */
export const tenantBillingQuery = z.strictObject({ details: flagSchema });
export type TenantBillingQuery = z.output<typeof tenantBillingQuery>;
