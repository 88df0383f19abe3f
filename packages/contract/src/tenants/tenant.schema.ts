import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { organizationDetailsSchema } from "../organizations/organization-changes.schema.ts";
import {
  billingSettingsSchema,
  generalSettingsSchema,
} from "../organizations/organization-settings.schema.ts";
import { organizationTypes, plans } from "../organizations/organizations.schema.ts";
import { pageOf, pageQuery, sortOrderSchema } from "../pagination.ts";
import { currencies } from "../usage/usage.schema.ts";
import { timeSchema } from "../users/users.schema.ts";
import { tenantNoticeSchema } from "./notice.schema.ts";
import { tenantLimitNames, tenantLimitsSchema } from "./plans.schema.ts";

/** States of a tenant. An archived or deleted organization is not a tenant. */
export const tenantStatuses = ["active", "trial", "suspended"] as const;

/**
 * Conditions on which the operator may have to act: use above 80 % of a limit, use that has reached a limit, webhooks
 * that are paused or disabled because their receivers fail, a failed cloud sync, no sign-in for `tenantInactiveDays`,
 * and a trial that is over or ends within the days of its first reminder.
 */
export const tenantHealthKinds = [
  "limit_near",
  "limit_reached",
  "webhooks_failing",
  "sync_failed",
  "inactive",
  "trial_ending",
] as const;

export const tenantHealthSchema = z.strictObject({
  kind: z.enum(tenantHealthKinds),
  /** The limit concerned; null for the other kinds. */
  limit: z.nullable(z.enum(tenantLimitNames)),
  /**
   * For `inactive`: the last sign-in, or the creation if there was none. For `webhooks_failing`: when the first webhook
   * began to fail. For `sync_failed`: the last run. For `trial_ending`: the end of the trial. Null for limits.
   */
  since: z.nullable(timeSchema),
});
export type TenantHealth = z.output<typeof tenantHealthSchema>;

/** An organization as the operator's customer. `id`, `_id` and `organizationId` are the same value. */
export const tenantSchema = z.strictObject({
  _id: uuidSchema,
  id: uuidSchema,
  organizationId: uuidSchema,
  name: z.string(),
  type: z.string(),
  practiceCode: z.string(),
  headquarters: z.nullable(z.string()),
  status: z.enum(tenantStatuses),
  createdAt: timeSchema,
  /** End of the trial; null unless the tenant is in its trial. */
  trialEndsAt: z.nullable(timeSchema),
  suspendedAt: z.nullable(timeSchema),
  suspensionReason: z.nullable(z.string()),
  /** Null unless notice was given. */
  notice: z.nullable(tenantNoticeSchema),
  /** Last sign-in of any member, exact to an hour; null before the first one. */
  lastSignInAt: z.nullable(timeSchema),
  billing: z.strictObject({ plan: z.enum(plans), currency: z.enum(currencies) }),
  usage: z.strictObject({
    /** Input and output tokens of the calendar month in the organization's time zone. */
    tokensUsed: z.int(),
    /** Seats taken. */
    currentUsers: z.int(),
    /** In units of 10⁹ bytes. */
    storageUsedGB: z.number(),
  }),
  limits: tenantLimitsSchema,
  health: z.array(tenantHealthSchema),
  version: z.int(),
});
export type Tenant = z.output<typeof tenantSchema>;

export const tenantSortFields = [
  "name",
  "status",
  "plan",
  "createdAt",
  "currentUsers",
  "tokensUsed",
  "lastSignInAt",
] as const;

export const tenantListQuery = z.strictObject({
  ...pageQuery.shape,
  search: z.optional(z.string().check(z.maxLength(100))),
  status: z.optional(z.enum(tenantStatuses)),
  plan: z.optional(z.enum(plans)),
  health: z.optional(z.enum(tenantHealthKinds)),
  sortBy: z._default(z.enum(tenantSortFields), "name"),
  sortOrder: sortOrderSchema,
});
export type TenantListQuery = z.output<typeof tenantListQuery>;

export const tenantPageSchema = pageOf(tenantSchema);

/**
 * Changes to a tenant. Absent fields stay unchanged, and null clears a field. Status and plan are changed by other
 * calls.
 */
export const updateTenantSchema = z.strictObject({
  type: z.optional(z.enum(organizationTypes)),
  ...z.partial(generalSettingsSchema).shape,
  ...z.partial(billingSettingsSchema).shape,
  ...z.partial(organizationDetailsSchema).shape,
});
