import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { tenantPeriods, transferHistoryEntries } from "../limits.ts";
import { currencies } from "../organizations/organization-settings.schema.ts";
import { roleNameSchema, roleSchema } from "../role-schema.ts";
import { defaultRole } from "../roles.ts";
import { timeSchema } from "./users.schema.ts";

/** Target organization and role there; the default role is viewer. */
export const transferSchema = z.strictObject({
  organizationId: uuidSchema,
  role: z._default(roleSchema, defaultRole),
});

/** An organization in a history; its name is visible only to its members. */
const organizationRef = z.strictObject({ id: uuidSchema, name: z.nullable(z.string()) });

/** A member's transfer as seen by one of the two organizations. */
export const transferEntrySchema = z.strictObject({
  id: uuidSchema,
  from: organizationRef,
  to: organizationRef,
  roleBefore: roleNameSchema,
  roleAfter: roleNameSchema,
  /** Null if the performer does not belong to the organization. */
  performer: z.strictObject({ id: uuidSchema, name: z.nullable(z.string()) }),
  time: timeSchema,
  undoneAt: z.nullable(timeSchema),
  /** Time until which the transfer can be undone; null if it cannot. */
  undoableUntil: z.nullable(timeSchema),
});
export type TransferEntry = z.output<typeof transferEntrySchema>;

/** The transfers, newest first and at most {@link transferHistoryEntries}. The audit log keeps all. */
export const transferHistorySchema = z.strictObject({
  data: z.array(transferEntrySchema).check(z.maxLength(transferHistoryEntries)),
});

/** The member's organization after a transfer or its undo. */
export const transferredSchema = z.strictObject({
  userId: uuidSchema,
  organizationId: uuidSchema,
  role: roleNameSchema,
  transfer: transferEntrySchema,
});

const usagePeriods = ["current", "month", ...tenantPeriods] as const;

export const userUsageQuery = z.strictObject({ period: z._default(z.enum(usagePeriods), "current") });

/** A member's AI usage in the request's organization: calls, tokens, price in millionths of the currency. */
export const userUsageSchema = z.strictObject({
  userId: uuidSchema,
  organizationId: uuidSchema,
  period: z.enum(usagePeriods),
  currency: z.enum(currencies),
  totals: z.strictObject({
    requests: z.int(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    costMicros: z.int(),
  }),
});
export type UserUsage = z.output<typeof userUsageSchema>;
