import { canonicalRole, outranks } from "./roles.ts";
import type { Role } from "./roles.ts";

/**
 * Permissions of a role and its grants. A permission states what may be done; the membership, which is checked
 * elsewhere, states where. Server and pages use the same functions, so that a page never offers what the server would
 * refuse.
 */

/** The caller: the role in the request's organization (or the platform role) and the effective permissions. */
export interface Principal {
  readonly role: string;
  readonly permissions: readonly string[];
}

/** Source of an effective permission. */
export type PermissionSource = "role" | "grant" | "closure";

/** One effective permission with all its sources; `via` lists the permissions whose closure contains it. */
export interface ExplainedPermission {
  readonly permission: string;
  readonly sources: readonly PermissionSource[];
  readonly via: readonly string[];
}

/** Areas of the specification's catalogue, which are also the keys of their labels. */
export const catalogueAreas = [
  "users",
  "organizations",
  "billing",
  "security",
  "audit",
  "settings",
  "api",
  "reports",
  "analytics",
  "integrations",
  "notifications",
] as const;

/** All areas: those of the catalogue plus those used by predefined sets, routes and initial grants. */
export const permissionAreas = [...catalogueAreas, "ai", "usage", "data"] as const;

export type PermissionArea = (typeof permissionAreas)[number];

/** Actions that `manage` implies in any area. */
const managedActions = ["read", "view", "write", "create", "update", "edit", "delete"] as const;

/** Actions that exist in every area. */
const commonActions = [...managedActions, "manage"] as const;

/** Actions that exist only in some areas. `manage` does not imply them, because using AI is not administering it. */
const furtherActions: Readonly<Partial<Record<string, readonly string[]>>> = { ai: ["use"] };

/** Actions that an action directly implies in its own area; `closureOf` follows the steps. */
const implied: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["view", ["read"]],
  ["read", ["view"]],
  ["write", ["read"]],
  ["edit", ["read"]],
  ["manage", managedActions],
]);

/** Predefined sets, spelled as in the specification. Roles not listed have none. */
export const predefinedPermissions: Readonly<Partial<Record<Role, readonly string[]>>> = {
  super_admin: ["*"],
  org_admin: ["organization:*", "users:*"],
  practice_admin: ["organization:view", "users:manage"],
  editor: ["organization:view", "users:view", "data:edit"],
  viewer: ["organization:view", "users:view"],
};

/** Exactly the six permissions that routes of the web app require. */
export const routePermissions = [
  "organizations:read",
  "users:read",
  "users:write",
  "billing:read",
  "ai:read",
  "usage:read",
] as const;

/**
 * Permissions granted to the first org_admin of an organization at provisioning. They are visible and can be revoked.
 */
export const firstAdminGrants = [
  "billing:read",
  "billing:write",
  "usage:read",
  "ai:read",
  "ai:use",
  "ai:manage",
] as const;

/** Returns the actions of an area, without the wildcard. */
export function actionsOf(area: string): readonly string[] {
  return [...commonActions, ...(furtherActions[area] ?? [])];
}

/** Every permission that can be granted by name, including area wildcards, in canonical spelling. */
export const knownPermissions: readonly string[] = permissionAreas.flatMap((area) =>
  [...actionsOf(area), "*"].map((action) => `${area}:${action}`),
);

/**
 * Normalizes equivalent spellings: colon for dot, `organizations` for `organization`. Nothing else is
 * equivalent. Effective permissions are returned in this spelling.
 */
export function canonicalPermission(permission: string): string {
  const withColons = permission.replaceAll(".", ":");
  return withColons.startsWith("organization:")
    ? `organizations:${withColons.slice("organization:".length)}`
    : withColons;
}

/**
 * Returns whether the permission exists, in any equivalent spelling. Bare `*` cannot be granted and is
 * therefore unknown.
 */
export function isKnownPermission(permission: string): boolean {
  return knownPermissions.includes(canonicalPermission(permission));
}

function areaOf(permission: string): string | undefined {
  const separator = permission.indexOf(":");
  return separator > 0 ? permission.slice(0, separator) : undefined;
}

function permissionsImpliedBy(permission: string): string[] {
  const area = areaOf(permission);
  if (area === undefined) return [];
  const action = permission.slice(area.length + 1);
  const actions = action === "*" ? actionsOf(area) : (implied.get(action) ?? []);
  return actions.map((impliedAction) => `${area}:${impliedAction}`);
}

/** Returns the permissions that a permission implies, including itself, in canonical spelling. */
function closureOf(permission: string): Set<string> {
  const closure = new Set([canonicalPermission(permission)]);
  // A Set also iterates over elements added during the loop, so the loop follows every step and ends when it adds no
  // new element.
  for (const includedPermission of closure)
    for (const impliedPermission of permissionsImpliedBy(includedPermission)) closure.add(impliedPermission);
  return closure;
}

/**
 * Returns the effective permissions with their sources, sorted, in canonical spelling. `granted` are the
 * member's additional permissions in the organization. An unknown role has no predefined set.
 */
export function explainPermissions(role: string, granted: readonly string[]): ExplainedPermission[] {
  const sourcesByPermission = new Map<string, { sources: Set<PermissionSource>; via: Set<string> }>();
  const add = (permission: string, source: PermissionSource, via?: string): void => {
    const entry = sourcesByPermission.get(permission) ?? { sources: new Set(), via: new Set() };
    entry.sources.add(source);
    if (via !== undefined) entry.via.add(via);
    sourcesByPermission.set(permission, entry);
  };
  const knownRole = canonicalRole(role);
  const start: [PermissionSource, readonly string[]][] = [
    ["role", (knownRole && predefinedPermissions[knownRole]) ?? []],
    ["grant", granted],
  ];
  for (const [source, permissions] of start) {
    for (const permission of permissions.map(canonicalPermission)) {
      for (const includedPermission of closureOf(permission)) {
        if (includedPermission === permission) add(includedPermission, source);
        else add(includedPermission, "closure", permission);
      }
    }
  }
  return [...sourcesByPermission.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([permission, entry]) => ({ permission, sources: [...entry.sources], via: [...entry.via] }));
}

/** Returns predefined set, grants and closure without duplicates, sorted, in canonical spelling. */
export function effectivePermissions(role: string, granted: readonly string[]): string[] {
  return explainPermissions(role, granted).map((explained) => explained.permission);
}

/**
 * Returns whether a principal has a permission: as a super_admin, with a bare `*`, or if the permission is listed;
 * `area:*` covers every action of that area and of no other. A star anywhere else is an ordinary character. Does not
 * compute the closure: `principal.permissions` are effective permissions.
 */
export function hasPermission(principal: Principal, permission: string): boolean {
  if (canonicalRole(principal.role) === "super_admin") return true;
  // Fast path: usually both are in canonical spelling.
  if (principal.permissions.includes(permission)) return true;
  const requested = canonicalPermission(permission);
  const area = areaOf(requested);
  const wildcard = area === undefined ? undefined : `${area}:*`;
  return principal.permissions.some((heldPermission) => {
    const listed = canonicalPermission(heldPermission);
    return listed === "*" || listed === requested || listed === wildcard;
  });
}

/** Returns whether `principal` has everything in `requested`, including its closure. */
export function isSubset(requested: readonly string[], principal: Principal): boolean {
  const heldClosure = {
    role: principal.role,
    permissions: principal.permissions.flatMap((permission) => [...closureOf(permission)]),
  };
  return requested.every((permission) =>
    [...closureOf(permission)].every((includedPermission) => hasPermission(heldClosure, includedPermission)),
  );
}

/** Returns whether `principal` may grant all `permissions`. All must be known, and the principal must have them. */
export function canGrant(principal: Principal, permissions: readonly string[]): boolean {
  return permissions.every(isKnownPermission) && isSubset(permissions, principal);
}

/**
 * Returns whether `principal` may grant `role`: only roles of lower rank, and platform roles only by a super_admin.
 * Ranks are compared instead of predefined sets, because no administrator has an editor's `data:edit`; by sets, only
 * the platform could grant that role.
 */
export function canGrantRole(principal: Principal, role: Role): boolean {
  const actor = canonicalRole(principal.role);
  return actor !== undefined && outranks(actor, role);
}
