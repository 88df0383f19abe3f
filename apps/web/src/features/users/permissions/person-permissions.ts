import {
  actionsOf,
  canonicalPermission,
  catalogueAreas,
  effectivePermissions,
  type ExplainedPermission,
  explainPermissions,
  canGrant,
  permissionAreas,
  type PermissionArea,
  type Principal,
} from "@praxisportal/contract/permissions";

/** A permission of an area, as shown on the page. */
export interface OfferedPermission {
  readonly permission: string;
  /** Granted in addition to the role. */
  readonly granted: boolean;
  /** Its sources other than a grant. Undefined if there are none. */
  readonly explained: ExplainedPermission | undefined;
  /** True if the signed-in user may grant it. Existing grants may be kept. */
  readonly grantable: boolean;
}

export interface OfferedArea {
  readonly area: PermissionArea;
  readonly permissions: readonly OfferedPermission[];
  /** Number of permissions that the person has, from any source. */
  readonly held: number;
}

/** The eleven areas of the catalogue, followed by the areas that are used only by routes and initial grants. */
export const areasInOrder: readonly PermissionArea[] = [
  ...catalogueAreas,
  ...permissionAreas.filter((area) => !(catalogueAreas as readonly string[]).includes(area)),
];

/**
 * Returns all permissions by area, with their sources and whether they can be granted. `currentGrants` are the saved
 * grants.
 */
export function offeredAreas(
  actor: Principal,
  role: string,
  granted: readonly string[],
  currentGrants: readonly string[],
): OfferedArea[] {
  const explained = new Map(explainPermissions(role, granted).map((item) => [item.permission, item]));
  const grants = granted.map(canonicalPermission);
  const before = currentGrants.map(canonicalPermission);
  return areasInOrder.map((area) => {
    const permissions = [...actionsOf(area), "*"].map((action) => {
      const permission = `${area}:${action}`;
      return {
        permission,
        granted: grants.includes(permission),
        explained: explained.get(permission),
        grantable: before.includes(permission) || canGrant(actor, [permission]),
      };
    });
    return {
      area,
      permissions,
      held: permissions.filter((permission) => permission.explained !== undefined).length,
    };
  });
}

/** Returns what a change adds and removes, before it is saved. */
export function permissionChange(
  before: { role: string; granted: readonly string[] },
  after: { role: string; granted: readonly string[] },
): { gained: string[]; lost: string[] } {
  const previousPermissions = effectivePermissions(before.role, before.granted);
  const nextPermissions = effectivePermissions(after.role, after.granted);
  return {
    gained: nextPermissions.filter((permission) => !previousPermissions.includes(permission)),
    lost: previousPermissions.filter((permission) => !nextPermissions.includes(permission)),
  };
}
