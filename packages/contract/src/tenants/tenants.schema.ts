import * as z from "zod/mini";
import type { AuditAction } from "../audit-actions.ts";
import { lineSchema } from "../validation.ts";

/** Totals over all tenants; archived and deleted ones are not counted. */
export const tenantStatisticsSchema = z.strictObject({
  totalTenants: z.int(),
  activeTenants: z.int(),
  trialTenants: z.int(),
  suspendedTenants: z.int(),
  totalUsers: z.int(),
});
export type TenantStatistics = z.output<typeof tenantStatisticsSchema>;

/** Why a tenant is suspended; its administrators read it. */
export const suspendTenantSchema = z.strictObject({ reason: lineSchema(1, 500) });

/**
 * What may point at an attack, or was done to somebody's access. Counted over all practices by an index that names
 * the same actions.
 */
export const securityEventActions = [
  "auth.refresh_reused",
  "token.refresh_reused",
  "user.blocked",
  "user.two_factor_disabled",
  "user.two_factor_reset",
  "user.backup_code_used",
  "user.rescue_code_created",
  "user.rescue_code_used",
  "user.connections_reset",
  "token.organization_revoked",
  "organization.suspended",
  "platform.practice_opened",
  "user.exported",
  "audit.exported",
] as const satisfies readonly AuditAction[];

/** How a scheduled job stands: `failed` is its last run, `late` one that nobody took up. */
export const jobStates = ["waiting", "running", "late", "failed"] as const;

const moment = z.iso.datetime();

/** How the platform stands. Numbers only: no practice and no person can be told from them. */
export const tenantOverviewSchema = z.strictObject({
  readAt: moment,
  /** Null for whoever does not run the practices. */
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
   * Places of people in practices that are neither archived nor deleted; who works in two of them counts twice. Each
   * has one state. Null for whoever does not run the practices.
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
  /** Refused sign-ins, oldest first: the last 24 hours, and the last 14 days of Europe/Berlin. */
  refusedSignIns: z.strictObject({
    hours: z.array(z.strictObject({ hour: moment, count: z.int() })),
    days: z.array(z.strictObject({ day: z.iso.date(), count: z.int() })),
  }),
  /** Those of the last 7 days that happened at all, most frequent first. */
  securityEvents: z.array(
    z.strictObject({ action: z.enum(securityEventActions), count: z.int(), lastAt: moment }),
  ),
  /** Mails and events on their way; `failed` are those that nothing tries any more. */
  outbox: z.strictObject({
    waiting: z.int(),
    retried: z.int(),
    failed: z.int(),
    /** Of what is still to be done. */
    oldestAt: z.nullable(moment),
  }),
  jobs: z.array(
    z.strictObject({
      name: z.string(),
      state: z.enum(jobStates),
      lastRunAt: z.nullable(moment),
      nextRunAt: moment,
    }),
  ),
});
export type TenantOverview = z.output<typeof tenantOverviewSchema>;
