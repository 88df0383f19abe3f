import { effectivePermissions, firstAdminGrants, knownPermissions } from "@praxisportal/contract/permissions";
import { canonicalRole, roles } from "@praxisportal/contract/roles";
import { type Me, type User, userSecurityFields } from "@praxisportal/contract/users/users.schema";
import { type SqlBool, sql } from "kysely";
import { permissionsOf } from "./permissions-of.ts";

/** Row of a person in one organization, or of a platform account (no membership: the last fields are null). */
export type UserRow = {
  id: string;
  username: string | null;
  /** Confirmed address, or the unconfirmed one while there is none. */
  email: string | null;
  email_verified: boolean;
  pending_email: string | null;
  first_name: string;
  last_name: string;
  phone: string | null;
  role: string;
  granted: string[];
  organization_id: string | null;
  status: User["status"] | "removed";
  department: string | null;
  job_title: string | null;
  extension: string | null;
  must_change_password: boolean;
  two_factor_enabled: boolean;
  failed_login_attempts: number;
  locked_until: Date | null;
  lock_reason: string | null;
  blocked_at: Date | null;
  valid_until: Date | null;
  last_login_at: Date | null;
  last_activity_at: Date | null;
  joined_at: Date | null;
  created_at: Date;
  version: number;
};

/** The row of the signed-in person. */
export type OwnRow = UserRow & { is_dark_mode: boolean; language: string; has_authenticator_app: boolean };

const iso = (time: Date | null) => (time === null ? null : time.toISOString());

/** Returns the public representation of a single person; the only place that decides which fields it contains. */
export function presentUser(row: UserRow, now: Date) {
  const lockedNow = row.locked_until !== null && now < row.locked_until;
  const role = canonicalRole(row.role) ?? "guest";
  return {
    id: row.id,
    _id: row.id,
    username: row.username,
    email: row.email,
    emailVerified: row.email_verified,
    personalInfo: { firstName: row.first_name, lastName: row.last_name, email: row.email },
    role: { type: role, permissions: [...permissionsOf(role, row.granted)] },
    grantedPermissions: row.granted,
    organizationId: row.organization_id,
    status: row.status === "removed" ? "deactivated" : row.status,
    organizationData: { department: row.department, jobTitle: row.job_title, extension: row.extension },
    phone: row.phone,
    mustChangePassword: row.must_change_password,
    // A first, unconfirmed address is already shown as `email`; this is only the one that will replace a confirmed
    // address.
    pendingEmail: row.email_verified ? row.pending_email : null,
    twoFactorEnabled: row.two_factor_enabled,
    lockStatus: lockedNow ? ("locked" as const) : ("unlocked" as const),
    failedLoginAttempts: row.failed_login_attempts,
    lockReason: lockedNow ? row.lock_reason : null,
    lockedUntil: lockedNow ? iso(row.locked_until) : null,
    blockedAt: iso(row.blocked_at),
    validUntil: iso(row.valid_until),
    lastLogin: iso(row.last_login_at),
    lastActivity: iso(row.last_activity_at),
    joinedAt: iso(row.joined_at),
    createdAt: row.created_at.toISOString(),
    version: row.version,
  } satisfies User;
}

/** A person with the fields about their security. */
export type PresentedUser = ReturnType<typeof presentUser>;

/** Returns the signed-in person with their settings. */
export function presentMe(row: OwnRow, now: Date): Me {
  return {
    ...presentUser(row, now),
    hasAuthenticatorApp: row.has_authenticator_app,
    settings: { isDarkMode: row.is_dark_mode, language: row.language === "en" ? "en" : "de" },
  };
}

/** Returns a person without the fields about their security, for callers who may not see that of others. */
export function withoutSecurity(user: User): User {
  const hidden: ReadonlySet<string> = new Set(userSecurityFields);
  return Object.fromEntries(Object.entries(user).filter(([field]) => !hidden.has(field))) as User;
}

const literal = (value: unknown) => sql.raw(`'${JSON.stringify(value)}'::jsonb`);

/** Effective permissions of each role and each grantable permission, as constants of the statement. */
const byRole = literal(Object.fromEntries(roles.map((role) => [role, effectivePermissions(role, [])])));
const byGrant = literal(
  Object.fromEntries(
    knownPermissions.map((permission) => [permission, effectivePermissions("guest", [permission])]),
  ),
);

/** The grants of an organization's first administrator; nearly every page contains one, and their union costs most. */
const firstGrants = sql.raw(`'{${firstAdminGrants.join()}}'::text[]`);
const byFirstGrants = literal(effectivePermissions("org_admin", [...firstAdminGrants]));

/** Effective permissions of `membership m`: the closure of a union is the union of the closures. */
const permissionsJson = sql`case when m.permissions = '{}' then ${byRole} -> m.role
  when m.role = 'org_admin' and m.permissions = ${firstGrants} then ${byFirstGrants} else (
  select jsonb_agg(distinct permission) from (
    select jsonb_array_elements_text(${byRole} -> m.role) as permission
    union
    select jsonb_array_elements_text(coalesce(${byGrant} -> granted, jsonb_build_array(granted)))
    from unnest(m.permissions) as granted
  ) as permissions) end`;

/** Returns the condition that `membership m` is locked now. It is null if the membership was never locked. */
export const isLocked = (now: Date) => sql<SqlBool>`m.locked_until > ${now}::timestamptz`;

/** Returns the columns about the security of `membership m`. See {@link withoutSecurity}. */
const securityColumns = (now: Date) => sql`
  m.two_factor_enabled as "twoFactorEnabled",
  case when ${isLocked(now)} then 'locked' else 'unlocked' end as "lockStatus",
  m.failed_login_attempts as "failedLoginAttempts",
  case when ${isLocked(now)} then m.lock_reason end as "lockReason",
  case when ${isLocked(now)} then m.locked_until end as "lockedUntil",
  m.blocked_at as "blockedAt", m.last_login_at as "lastLogin", m.last_activity_at as "lastActivity",`;

/** First day and planned end. The partial index of planned changes has one entry per planned offboarding. */
const employmentColumns = sql`m.starts_on as "startsOn",
  (select c.takes_effect_at from staff_change c
    where c.organization_id = m.organization_id and c.membership_id = m.id
      and c.kind = 'offboarding' and c.state = 'planned') as "leavesAt"`;
const noEmployment = sql`null as "startsOn", null as "leavesAt"`;

/** Optional columns that the caller of a list may see. */
export type ListedColumns = { withSecurity: boolean; withEmployment: boolean };

/**
 * Returns the columns of a list row from `membership m`, named as in the contract, for `json_agg` over the rows. Naming
 * them one by one in `json_build_object` is about 10 % slower.
 */
export const listedUserColumns = (now: Date, { withSecurity, withEmployment }: ListedColumns) => sql`
  m.person_id as "id", m.person_id as "_id", m.username, m.email, m.email_verified as "emailVerified",
  json_build_object('firstName', m.first_name, 'lastName', m.last_name, 'email', m.email) as "personalInfo",
  json_build_object('type', m.role, 'permissions', ${permissionsJson}) as "role",
  m.organization_id as "organizationId", m.status,
  json_build_object('department', m.department, 'jobTitle', m.job_title, 'extension', m.extension)
    as "organizationData", m.phone, ${withSecurity ? securityColumns(now) : sql``}
  m.valid_until as "validUntil", m.joined_at as "joinedAt", m.created_at as "createdAt",
  ${withEmployment ? employmentColumns : noEmployment}`;
