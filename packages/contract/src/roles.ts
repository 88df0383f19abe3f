/** Roles that matter in access decisions, highest first. */
export const accessRoles = [
  "super_admin",
  "admin",
  "org_admin",
  "practice_admin",
  "editor",
  "viewer",
] as const;

/** Roles that only describe a person's work and grant no permissions. */
export const labelRoles = [
  "manager",
  "user",
  "contributor",
  "guest",
  "developer",
  "analyst",
  "support",
  "auditor",
  "compliance",
  "security",
  "finance",
  "hr",
  "marketing",
  "sales",
  "operations",
  "it",
  "legal",
  "executive",
  "custom",
] as const;

/** All roles in canonical spelling. Only this spelling is stored and returned. */
export const roles = [...accessRoles, ...labelRoles] as const;

export type Role = (typeof roles)[number];

/** Default role of a new or transferred member. */
export const defaultRole: Role = "viewer";

/** Roles that belong to the person and apply across organizations. All other roles belong to the membership. */
export const platformRoles: readonly Role[] = ["super_admin", "admin"];

/** Roles that usually belong to external people; their access should have an end date. */
export const externalRoles: readonly Role[] = ["guest", "support", "auditor", "developer"];

/** Roles that may manage users (specification section 6). */
export const userManagerRoles: readonly Role[] = ["super_admin", "org_admin", "practice_admin"];

/** Roles that may manage the organization (specification section 6). */
export const organizationManagerRoles: readonly Role[] = ["super_admin", "org_admin"];

/** Roles that may use the admin-only token actions: list all, statistics, revoke by organization, cleanup, export. */
export const tokenAdministratorRoles: readonly Role[] = ["super_admin", "admin"];

/**
 * Accepted spellings. This is a Map, because in an object "constructor" and "__proto__" would be known roles. Other
 * spellings are rejected, because lenient matching could bypass a rule.
 */
const spellings: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...roles.map((role): [string, Role] => [role, role]),
  ["superadmin", "super_admin"],
  ["super-admin", "super_admin"],
  ["superAdmin", "super_admin"],
  ["organizationAdmin", "org_admin"],
  ["orgAdmin", "org_admin"],
]);

/**
 * Returns the canonical role of a spelling, or undefined if it is unknown. Nothing is trimmed or case-folded.
 * Callers respond to undefined with 400 and never fall back to a role.
 */
export function canonicalRole(input: unknown): Role | undefined {
  return typeof input === "string" ? spellings.get(input) : undefined;
}

/** Ranks of the access roles. Label roles grant no permissions and rank below all access roles (0). */
const ranks: Readonly<Partial<Record<Role, number>>> = {
  super_admin: 6,
  admin: 5,
  org_admin: 4,
  practice_admin: 3,
  editor: 2,
  viewer: 1,
};

/** Returns the rank of a role; 0 for label roles. Only the order of ranks is meaningful. */
export function rankOf(role: Role): number {
  return ranks[role] ?? 0;
}

/**
 * Returns whether a user with role `actor` may act on a user with role `target`. The target must have a lower rank.
 * A super_admin may act on everyone, because otherwise a super_admin could never be removed.
 */
export function outranks(actor: Role, target: Role): boolean {
  return actor === "super_admin" || rankOf(actor) > rankOf(target);
}

/** Returns whether the role belongs to the person (platform) and not to a membership. */
export function isPlatformRole(role: Role): boolean {
  return platformRoles.includes(role);
}

/** Returns whether the role may manage users of its organization. */
export function canManageUsers(role: Role): boolean {
  return userManagerRoles.includes(role);
}

/** Returns whether the role may manage the organization itself. */
export function canManageOrganization(role: Role): boolean {
  return organizationManagerRoles.includes(role);
}
