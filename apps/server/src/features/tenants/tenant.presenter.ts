import {
  approachingLimitRatio,
  contractRetrievalMs,
  tenantInactiveDays,
  trialReminderDays,
} from "@praxisportal/contract/limits";
import type { Tenant, TenantHealth } from "@praxisportal/contract/tenants/tenant.schema";
import { bytesPerGB } from "./plans/plans.presenter.ts";
import type { TenantRow } from "./tenant-rows.queries.ts";

const dayMs = 86_400_000;

/** Returns a tenant with the points that need attention. */
export function presentTenant(row: TenantRow, now: Date): Tenant {
  const usage = {
    tokensUsed: Number(row.tokens),
    currentUsers: Number(row.seats),
    storageUsedGB: Number(row.bytes) / bytesPerGB,
  };
  const limits = {
    monthlyTokens: Number(row.token_limit),
    maxUsers: Number(row.seat_limit),
    storageGB: Number(row.byte_limit) / bytesPerGB,
  };
  return {
    _id: row.id,
    id: row.id,
    organizationId: row.id,
    name: row.name,
    type: row.type,
    practiceCode: row.practice_code,
    headquarters: row.headquarters,
    status: row.status as Tenant["status"],
    createdAt: row.created_at.toISOString(),
    trialEndsAt: row.status === "trial" ? (row.trial_ends_at?.toISOString() ?? null) : null,
    suspendedAt: row.suspended_at?.toISOString() ?? null,
    suspensionReason: row.suspension_reason,
    notice: presentNotice(row),
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    billing: {
      plan: row.plan as Tenant["billing"]["plan"],
      currency: row.currency as Tenant["billing"]["currency"],
    },
    usage,
    limits,
    health: [
      ...limitHealth("monthlyTokens", row.tokens, row.token_limit),
      ...limitHealth("maxUsers", row.seats, row.seat_limit),
      ...limitHealth("storageGB", row.bytes, row.byte_limit),
      ...webhookHealth(row),
      ...syncHealth(row),
      ...signInHealth(row, now),
      ...trialHealth(row, now),
    ],
    version: row.version,
  };
}

function presentNotice({ notice_given_at: givenAt, contract_ends_at: endsAt }: TenantRow): Tenant["notice"] {
  if (givenAt === null || endsAt === null) return null;
  return {
    givenAt: givenAt.toISOString(),
    endsAt: endsAt.toISOString(),
    erasedFrom: new Date(endsAt.getTime() + contractRetrievalMs).toISOString(),
  };
}

function limitHealth(name: TenantHealth["limit"], use: string, max: string): TenantHealth[] {
  const [used, limit] = [Number(use), Number(max)];
  if (used >= limit) return [{ kind: "limit_reached", limit: name, since: null }];
  return used > limit * approachingLimitRatio ? [{ kind: "limit_near", limit: name, since: null }] : [];
}

function webhookHealth({ webhooks_failing_since: since }: TenantRow): TenantHealth[] {
  return since === null ? [] : [{ kind: "webhooks_failing", limit: null, since: since.toISOString() }];
}

function syncHealth({ sync_failed_at: at }: TenantRow): TenantHealth[] {
  return at === null ? [] : [{ kind: "sync_failed", limit: null, since: at.toISOString() }];
}

function signInHealth(row: TenantRow, now: Date): TenantHealth[] {
  const since = row.last_sign_in_at ?? row.created_at;
  const isInactive = now.getTime() - since.getTime() >= tenantInactiveDays * dayMs;
  return isInactive ? [{ kind: "inactive", limit: null, since: since.toISOString() }] : [];
}

function trialHealth({ status, trial_ends_at: at }: TenantRow, now: Date): TenantHealth[] {
  const isEnding =
    status === "trial" && at !== null && at.getTime() - now.getTime() <= trialReminderDays[0] * dayMs;
  return isEnding ? [{ kind: "trial_ending", limit: null, since: at.toISOString() }] : [];
}
