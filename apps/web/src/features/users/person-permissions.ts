import {
  actionsOf,
  canonicalPermission,
  catalogueAreas,
  effectivePermissions,
  type ExplainedPermission,
  explainPermissions,
  mayGrant,
  permissionAreas,
  type PermissionArea,
  type Principal,
} from "@praxisportal/contract/permissions";

/** One permission of an area as the page offers it. */
export interface OfferedPermission {
  readonly permission: string;
  /** Granted beyond the role. */
  readonly granted: boolean;
  /** What gives it besides a grant; absent when nothing does. */
  readonly explained: ExplainedPermission | undefined;
  /** Whether the signed-in person may grant it; what somebody has already she may keep. */
  readonly grantable: boolean;
}

export interface OfferedArea {
  readonly area: PermissionArea;
  readonly permissions: readonly OfferedPermission[];
  /** How many of them somebody has, whatever gives them. */
  readonly held: number;
}

/** The eleven areas of the catalogue first, then those that routes and first grants name besides. */
export const areasInOrder: readonly PermissionArea[] = [
  ...catalogueAreas,
  ...permissionAreas.filter((area) => !(catalogueAreas as readonly string[]).includes(area)),
];

/** Every permission by area, with what gives it and whether it can be given; `held` is what she was granted before. */
export function offeredAreas(
  actor: Principal,
  role: string,
  granted: readonly string[],
  held: readonly string[],
): OfferedArea[] {
  const explained = new Map(explainPermissions(role, granted).map((each) => [each.permission, each]));
  const grants = granted.map(canonicalPermission);
  const before = held.map(canonicalPermission);
  return areasInOrder.map((area) => {
    const permissions = [...actionsOf(area), "*"].map((action) => {
      const permission = `${area}:${action}`;
      return {
        permission,
        granted: grants.includes(permission),
        explained: explained.get(permission),
        grantable: before.includes(permission) || mayGrant(actor, [permission]),
      };
    });
    return { area, permissions, held: permissions.filter((each) => each.explained !== undefined).length };
  });
}

/** What a change gives and takes, before anything is saved. */
export function permissionChange(
  before: { role: string; granted: readonly string[] },
  after: { role: string; granted: readonly string[] },
): { gained: string[]; lost: string[] } {
  const had = effectivePermissions(before.role, before.granted);
  const has = effectivePermissions(after.role, after.granted);
  return {
    gained: has.filter((permission) => !had.includes(permission)),
    lost: had.filter((permission) => !has.includes(permission)),
  };
}
