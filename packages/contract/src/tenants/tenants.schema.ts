import * as z from "zod/mini";
import type { AuditAction } from "../audit-actions.ts";
import { lineSchema } from "../validation.ts";

/** Totals over all tenants, without archived and deleted organizations. */
export const tenantStatisticsSchema = z.strictObject({
  totalTenants: z.int(),
  activeTenants: z.int(),
  trialTenants: z.int(),
  suspendedTenants: z.int(),
  totalUsers: z.int(),
});
export type TenantStatistics = z.output<typeof tenantStatisticsSchema>;

/** Reason for the suspension of a tenant; visible to its administrators. */
export const suspendTenantSchema = z.strictObject({ reason: lineSchema(1, 500) });

/**
 * Actions that may indicate an attack or that changed a user's access. An index on the same actions counts them over
 * all organizations.
 */
export const securityEventActions = [
  "auth.refresh_reused",
  "token.refresh_reused",
  "user.blocked",
  "user.two_factor_disabled",
  "user.two_factor_reset",
  "user.backup_code_used",
  "user.recovery_code_created",
  "user.recovery_code_used",
  "user.connections_reset",
  "token.organization_revoked",
  "organization.suspended",
  "platform.organization_opened",
  "user.exported",
  "audit.exported",
] as const satisfies readonly AuditAction[];

/**
 * States of a scheduled job. `failed` refers to its last run, `late` to a due run that has not started. A failed job is
 * `running` as soon as it is due again.
 */
export const jobStates = ["waiting", "running", "late", "failed"] as const;

const timestamp = z.iso.datetime();

/** State of the platform. It contains only numbers that do not identify organizations or people. */
export const tenantOverviewSchema = z.strictObject({
  readAt: timestamp,
  /** Only for the platform operator; otherwise null. */
  organizations: z.nullable(
    z.strictObject({
      trial: z.int(),
      active: z.int(),
      suspended: z.int(),
      archived: z.int(),
      deleted: z.int(),
    }),
  ),
  /**
   * Memberships in organizations that are neither archived nor deleted; a person with two memberships counts
   * twice. Each has exactly one state. Only for the platform operator; otherwise null.
   */
  people: z.nullable(
    z.strictObject({
      active: z.int(),
      pending: z.int(),
      locked: z.int(),
      blocked: z.int(),
      deactivated: z.int(),
    }),
  ),
  /** Refused sign-ins, oldest first: the last 24 hours, and the last 14 days in Europe/Berlin. */
  refusedSignIns: z.strictObject({
    hours: z.array(z.strictObject({ hour: timestamp, count: z.int() })),
    days: z.array(z.strictObject({ day: z.iso.date(), count: z.int() })),
  }),
  /** Security events of the last 7 days, most frequent first. */
  securityEvents: z.array(
    z.strictObject({ action: z.enum(securityEventActions), count: z.int(), lastAt: timestamp }),
  ),
  /**
   * Queued mails and events; `failed` are those that are given up, `undeliverable` of them can no longer be retried.
   */
  outbox: z.strictObject({
    waiting: z.int(),
    retried: z.int(),
    failed: z.int(),
    undeliverable: z.int(),
    /** Time of the oldest message that is still queued. */
    oldestAt: z.nullable(timestamp),
  }),
  jobs: z.array(
    z.strictObject({
      name: z.string(),
      state: z.enum(jobStates),
      lastRunAt: z.nullable(timestamp),
      nextRunAt: timestamp,
    }),
  ),
});
export type TenantOverview = z.output<typeof tenantOverviewSchema>;
