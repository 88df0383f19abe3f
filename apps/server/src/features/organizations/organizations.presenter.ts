import {
  contractRetrievalMs,
  defaultPlan,
  defaultSecurityScore,
  organizationRestoreWindowMs,
} from "@praxisportal/contract/limits";
import type { Licenses } from "@praxisportal/contract/organizations/organization-changes.schema";
import { plans } from "@praxisportal/contract/organizations/organizations.schema";
import type {
  ListedOrganization,
  Organization,
  OrganizationStatistics,
  SecurityCheck,
} from "@praxisportal/contract/organizations/organizations.schema";
import type { Entitlement } from "../../directory/entitlements.queries.ts";
import type { PlanRow } from "../../directory/plan-catalogue.queries.ts";

/** Row of an organization with its member counts. */
export type OrganizationRow = {
  organization_id: string;
  name: string;
  type: string;
  practice_code: string;
  status: string;
  verified_at: Date | null;
  suspended_at: Date | null;
  suspension_reason: string | null;
  contract_ends_at: Date | null;
  trial_ends_at: Date | null;
  plan: string;
  /** The seats that apply, where they come from, and those of the plan. */
  seat_limit: string;
  seat_limit_source: Entitlement["source"];
  plan_seats: string;
  two_factor_policy: string;
  session_idle_minutes: number;
  session_hours: number;
  allow_remember_me: boolean;
  allow_applications: boolean;
  invitation_days: number;
  external_access_days: number;
  notify_members: boolean;
  notify_roles: boolean;
  notify_security: boolean;
  country: string;
  time_zone: string;
  language: string;
  currency: string;
  details: unknown;
  created_at: Date;
  version: number;
  user_count: string;
  active_count: string;
  department_count: string;
  /** Newest result of the security checks, or null before the first. */
  security_score: number | null;
  security_checked_at: Date | null;
  security_checks: unknown;
};

const emptyDetails = {
  domain: null,
  logo: null,
  description: null,
  website: null,
  industry: null,
  size: null,
  founded: null,
  headquarters: null,
  fiscalYear: null,
  taxId: null,
  registrationNumber: null,
  address: null,
  phone: null,
  email: null,
  supportEmail: null,
  billingEmail: null,
  technicalContact: null,
  billingContact: null,
  adminContact: null,
} as const;

/** Returns the public representation of an organization. */
export function presentOrganization(row: OrganizationRow): Organization {
  const plan = row.plan as Organization["billing"]["plan"];
  const maxUsers = Number(row.seat_limit);
  const userCount = Number(row.user_count);
  const departmentCount = Number(row.department_count);
  const securityScore = row.security_score ?? defaultSecurityScore;
  return {
    ...emptyDetails,
    ...(row.details as Partial<typeof emptyDetails>),
    id: row.organization_id,
    _id: row.organization_id,
    organizationId: row.organization_id,
    name: row.name,
    type: row.type,
    status: row.status as Organization["status"],
    verifiedAt: row.verified_at?.toISOString() ?? null,
    practiceCode: row.practice_code,
    country: row.country as Organization["country"],
    timezone: row.time_zone,
    language: row.language,
    currency: row.currency as Organization["currency"],
    settings: presentSettings(row, maxUsers),
    suspension: presentSuspension(row),
    trialEndsAt: row.status === "trial" ? (row.trial_ends_at?.toISOString() ?? null) : null,
    metadata: {
      activeUsers: Number(row.active_count),
      totalUsers: userCount,
      departments: departmentCount,
      securityScore,
    },
    billing: { plan },
    plan: { name: plan, maxUsers: Number(row.plan_seats) },
    userCount,
    departmentCount,
    licenseCount: maxUsers,
    securityScore,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}

function presentSuspension({
  suspended_at: since,
  suspension_reason: reason,
  contract_ends_at: endsAt,
}: OrganizationRow): Organization["suspension"] {
  if (since === null) return null;
  const erasedFrom = endsAt && new Date(endsAt.getTime() + contractRetrievalMs);
  return { reason, since: since.toISOString(), erasedFrom: erasedFrom?.toISOString() ?? null };
}

function presentSettings(row: OrganizationRow, maxUsers: number): Organization["settings"] {
  return {
    maxUsers,
    security: {
      twoFactorPolicy: row.two_factor_policy as Organization["settings"]["security"]["twoFactorPolicy"],
      sessionIdleMinutes: row.session_idle_minutes,
      sessionHours: row.session_hours,
      allowRememberMe: row.allow_remember_me,
    },
    notification: { members: row.notify_members, roles: row.notify_roles, security: row.notify_security },
    integration: { allowApplications: row.allow_applications },
    advanced: { invitationDays: row.invitation_days, externalAccessDays: row.external_access_days },
  };
}

/** Returns the seats of an organization and those of each plan. */
export function presentLicenses(
  row: OrganizationRow,
  taken: { active: number; pending: number },
  catalogue: readonly PlanRow[],
): Licenses {
  const max = Number(row.seat_limit);
  const total = taken.active + taken.pending;
  return {
    plan: row.plan as Licenses["plan"],
    limitFrom: row.seat_limit_source === "plan" ? "plan" : "organization",
    seats: { max, taken: total, free: Math.max(0, max - total), ...taken },
    plans: plans.map((name) => ({
      name,
      maxUsers: catalogue.find((plan) => plan.name === name)?.seats ?? 0,
      current: name === row.plan,
      selectable: name !== defaultPlan,
    })),
  };
}

/** Returns the score; its checks are visible only to callers who manage people. */
export function presentSecurityScore(
  row: OrganizationRow,
  managesPeople: boolean,
): OrganizationStatistics["securityScore"] {
  const checks = (row.security_checks ?? []) as SecurityCheck[];
  return {
    value: row.security_score ?? defaultSecurityScore,
    checkedAt: row.security_checked_at?.toISOString() ?? null,
    checks: managesPeople
      ? checks.map(({ id, points, maxPoints, affected, total }) => ({
          id,
          points,
          maxPoints,
          affected,
          total,
        }))
      : [],
  };
}

/** Returns a row of the organizations list. */
export function presentListed(row: {
  organization_id: string;
  name: string;
  type: string;
  status: string;
  verified_at: Date | null;
  deleted_at: Date | null;
  plan: string;
  seat_limit: string;
  version: number;
  created_at: Date;
  user_count: number | string;
}): ListedOrganization {
  return {
    id: row.organization_id,
    _id: row.organization_id,
    organizationId: row.organization_id,
    name: row.name,
    type: row.type,
    status: row.status as Organization["status"],
    verifiedAt: row.verified_at?.toISOString() ?? null,
    plan: row.plan as Organization["billing"]["plan"],
    maxUsers: Number(row.seat_limit),
    userCount: Number(row.user_count),
    createdAt: row.created_at.toISOString(),
    restorableUntil:
      row.deleted_at === null
        ? null
        : new Date(row.deleted_at.getTime() + organizationRestoreWindowMs).toISOString(),
    version: row.version,
  };
}
