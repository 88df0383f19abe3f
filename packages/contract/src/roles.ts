/** Roles with a meaning in access decisions, highest first. */
export const accessRoles = [
  "super_admin",
  "admin",
  "org_admin",
  "practice_admin",
  "editor",
  "viewer",
] as const;

/** Roles that are a name for a person's work and carry no permission by themselves. */
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

/** Every role in its canonical spelling, the only one stored and emitted. */
export const roles = [...accessRoles, ...labelRoles] as const;

export type Role = (typeof roles)[number];

/** Role of a new or transferred member when none is given. */
export const defaultRole: Role = "viewer";

/** Roles that live on the person and hold across practices. All other roles live on the membership. */
export const platformRoles: readonly Role[] = ["super_admin", "admin"];

/** Roles that as a rule belong to people from outside the practice; their access should end on a date. */
export const externalRoles: readonly Role[] = ["guest", "support", "auditor", "developer"];

/** Roles that may manage users (specification section 6). */
export const rolesThatManageUsers: readonly Role[] = ["super_admin", "org_admin", "practice_admin"];

/** Roles that may manage the organization (specification section 6). */
export const rolesThatManageOrganization: readonly Role[] = ["super_admin", "org_admin"];

/** Roles that may use the admin-only token actions: list all, statistics, revoke by practice, cleanup, export. */
export const rolesThatAdministerTokens: readonly Role[] = ["super_admin", "admin"];

/**
 * Accepted spellings. A Map, not an object: "constructor" or "__proto__" as a role must be unknown.
 * Spellings beyond these are refused, never guessed, because a lenient match is a way around a rule.
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
 * The canonical role of a spelling, or undefined if there is none. Nothing is trimmed or case-folded.
 * Callers answer undefined with 400 and never fall back to a role.
 */
export function canonicalRole(input: unknown): Role | undefined {
  return typeof input === "string" ? spellings.get(input) : undefined;
}

/** Ranks of the roles with a meaning; label roles carry nothing and stand below all of them (0). */
const ranks: Readonly<Partial<Record<Role, number>>> = {
  super_admin: 6,
  admin: 5,
  org_admin: 4,
  practice_admin: 3,
  editor: 2,
  viewer: 1,
};

/** Rank of a role, higher = more; 0 for label roles. Only the order has a meaning. */
export function rankOf(role: Role): number {
  return ranks[role] ?? 0;
}

/**
 * Whether somebody with role `actor` may act on somebody with role `target`: lower rank only, so equals never
 * act on each other. super_admin may act on everyone, as nobody else could ever remove one.
 */
export function outranks(actor: Role, target: Role): boolean {
  return actor === "super_admin" || rankOf(actor) > rankOf(target);
}

/** Whether the role lives on the person (platform) and not on a membership. */
export function isPlatformRole(role: Role): boolean {
  return platformRoles.includes(role);
}

/** Whether the role may manage users of its practice. */
export function managesUsers(role: Role): boolean {
  return rolesThatManageUsers.includes(role);
}

/** Whether the role may manage the organization itself. */
export function managesOrganization(role: Role): boolean {
  return rolesThatManageOrganization.includes(role);
}
