import { organizationDetailsSchema } from "@praxisportal/contract/organizations/organization-changes.schema";
import type { UpdateOrganization } from "@praxisportal/contract/organizations/organization-changes.schema";
import {
  billingSettingsSchema,
  generalSettingsSchema,
} from "@praxisportal/contract/organizations/organization-settings.schema";
import { isStoredLogo } from "@praxisportal/contract/organizations/organization-logo.rules";
import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import type { AuditDraft } from "../../platform/audit/audit-record.ts";
import type { OrganizationColumns } from "./organization-changes.queries.ts";

/** Columns of the top-level fields of the entity. */
const topColumns = {
  name: "name",
  timezone: "time_zone",
  language: "language",
  currency: "currency",
} as const;

/** Columns of the groups below `settings`. */
const settingColumns = {
  security: {
    twoFactorPolicy: "two_factor_policy",
    sessionIdleMinutes: "session_idle_minutes",
    sessionHours: "session_hours",
    allowRememberMe: "allow_remember_me",
  },
  notification: { members: "notify_members", roles: "notify_roles", security: "notify_security" },
  integration: { allowApplications: "allow_applications" },
  advanced: { invitationDays: "invitation_days", externalAccessDays: "external_access_days" },
} as const;
type Group = keyof typeof settingColumns;

/** Fields that are stored together in `details`. */
const detailFields: readonly string[] = [
  ...Object.keys(generalSettingsSchema.shape).filter((field) => !Object.hasOwn(topColumns, field)),
  ...Object.keys(billingSettingsSchema.shape),
  ...Object.keys(organizationDetailsSchema.shape),
];

/** Fields that only the platform may change. */
const platformFields = ["type", "country", "verifiedAt", "status"] as const;

/** Names and addresses of people: the audit log records only that they changed. */
const maskedFields = new Set(["technicalContact", "adminContact", "billingContact"]);

/** A requested change and its consequences. */
export type RequestedOrganization = {
  columns: OrganizationColumns;
  details: Readonly<Record<string, unknown>>;
  status: Organization["status"] | undefined;
  changes: NonNullable<AuditDraft["changes"]>;
  /** The change grants or closes access, so the caller needs a step-up. */
  isRisky: boolean;
  /** Groups of settings that change. */
  groups: ReadonlySet<Group>;
  /** Paths of fields that the caller may not change. */
  readOnly: readonly string[];
};

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** Returns the changes to an organization that a body requests. Only the operator may change the platform's fields. */
export function requestedOrganization(
  body: UpdateOrganization,
  current: Organization,
  isOperator: boolean,
): RequestedOrganization {
  const columns: Record<string, unknown> = {};
  const details: Record<string, unknown> = {};
  const changes: Record<string, readonly [unknown, unknown]> = {};
  const readOnly: string[] = [];
  const groups = new Set<Group>();
  let isRisky = false;
  const entity = current as Readonly<Record<string, unknown>>;
  const providedFields = Object.entries(body).filter(
    ([field, value]) => value !== undefined && !isSame(value, entity[field]),
  );

  for (const [field, value] of providedFields) {
    // Only an upload stores a logo.
    if (field === "logo" && typeof value === "string" && isStoredLogo(value)) {
      readOnly.push(field);
      continue;
    }
    if (field === "settings" || field === "plan" || field === "billing") continue;
    const isPlatformField = platformFields.some((platformField) => platformField === field);
    if (Object.hasOwn(topColumns, field)) {
      columns[topColumns[field as keyof typeof topColumns]] = value;
    } else if (detailFields.includes(field)) {
      details[field] = value;
    } else if (isPlatformField && isOperator) {
      if (field === "verifiedAt") columns["verified_at"] = body.verifiedAt ? new Date(body.verifiedAt) : null;
      else if (field !== "status") columns[field] = value;
      isRisky ||= field === "status";
    } else {
      readOnly.push(field);
      continue;
    }
    changes[field] = maskedFields.has(field) ? ["•", "•"] : [entity[field], value];
  }

  for (const [name, path] of planChanges(body, current)) {
    if (!isOperator || path === "plan.maxUsers") readOnly.push(path);
    else {
      columns["plan"] = name;
      changes["plan"] = [current.plan.name, name];
      isRisky = true;
      // Choosing a plan ends the trial.
      if (current.status === "trial") {
        columns["status"] = "active";
        changes["status"] = ["trial", "active"];
      }
    }
  }

  const { maxUsers, ...chosen } = body.settings ?? {};
  if (maxUsers !== undefined && maxUsers !== current.settings.maxUsers) {
    if (!isOperator) readOnly.push("settings.maxUsers");
    columns["max_users"] = maxUsers;
    changes["maxUsers"] = [current.settings.maxUsers, maxUsers];
    isRisky = true;
  }
  for (const group of Object.keys(settingColumns) as Group[]) {
    const before = current.settings[group] as Readonly<Record<string, unknown>>;
    for (const [field, value] of Object.entries(chosen[group] ?? {})) {
      if (value === undefined || value === before[field]) continue;
      columns[(settingColumns[group] as Readonly<Record<string, string>>)[field] ?? ""] = value;
      changes[`${group}.${field}`] = [before[field], value];
      groups.add(group);
    }
  }
  isRisky ||= groups.has("security") || groups.has("integration");
  return {
    columns,
    details,
    status: isOperator && body.status !== current.status ? body.status : undefined,
    changes,
    isRisky,
    groups,
    readOnly,
  };
}

/**
 * Returns the plan changes of a body. The plan appears twice in the entity; the value that differs from the current one
 * is the requested one.
 */
function planChanges(body: UpdateOrganization, current: Organization): [unknown, string][] {
  const providedPlans: [unknown, unknown, string][] = [
    [body.billing?.plan, current.billing.plan, "billing.plan"],
    [body.plan?.name, current.plan.name, "plan.name"],
    [body.plan?.maxUsers, current.plan.maxUsers, "plan.maxUsers"],
  ];
  return providedPlans
    .filter(([requested, existing]) => requested !== undefined && requested !== existing)
    .map(([requested, _existing, path]) => [requested, path]);
}
