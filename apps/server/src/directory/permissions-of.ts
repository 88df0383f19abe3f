import { effectivePermissions } from "@praxisportal/contract/permissions";
import type { Role } from "@praxisportal/contract/roles";
import { LRUCache } from "lru-cache";

/** Permissions by role and grants. There are few combinations, and every request needs one. */
const permissionsCache = new LRUCache<string, readonly string[]>({ max: 1_000 });

/** Returns the effective permissions of a member. */
export function permissionsOf(role: Role, granted: readonly string[]): readonly string[] {
  const key = `${role} ${granted.join(" ")}`;
  const cached = permissionsCache.get(key);
  if (cached) return cached;
  const permissions = effectivePermissions(role, granted);
  permissionsCache.set(key, permissions);
  return permissions;
}
