import {
  canonicalPermission,
  effectivePermissions,
  hasPermission,
  isKnownPermission,
  mayGrant,
  mayGrantRole,
  type Principal,
} from "../permissions.ts";
import type { ListedUser, MemberState } from "./users.schema.ts";
import { canonicalRole, isPlatformRole, managesUsers, outranks, type Role } from "../roles.ts";

/**
 * Who may administer whom in a practice, and what state somebody is in. Pure, so that a page shows exactly what the
 * server will do; the server decides.
 */

/** What of a person decides her state; a missing status comes from older data. */
export type StateFields = Partial<Pick<ListedUser, "status" | "lockStatus" | "blockedAt">>;

/**
 * The one state of a person in a practice, as a view of the list holds her and a badge names her. What keeps an
 * active member from working wins over "active", and blocked over locked, because unlocking would not help; who is
 * invited or deactivated is just that. Somebody without a status counts as active.
 */
export function memberStateOf({ status, lockStatus, blockedAt }: StateFields): MemberState {
  if (status === "pending" || status === "deactivated") return status;
  if (blockedAt) return "blocked";
  return lockStatus === "locked" ? "locked" : "active";
}

/** Texts a badge chooses from: a state, or what limits an active membership. */
export type MemberWord = MemberState | "activeUntil" | "expired";

/** What a badge says of a person at a moment: her state, and of an active one whether it ends or has ended. */
export function memberWordOf(
  user: StateFields & { validUntil: string | null },
  now = new Date(),
): MemberWord {
  const state = memberStateOf(user);
  if (state !== "active" || user.validUntil === null) return state;
  return now < new Date(user.validUntil) ? "activeUntil" : "expired";
}

/** Whether somebody may administer a member with this role: manages people, and stands above her. */
export function mayAdminister(principal: Principal, memberRole: string): boolean {
  const [actor, target] = [canonicalRole(principal.role), canonicalRole(memberRole)];
  if (actor === undefined || target === undefined) return false;
  return hasPermission(principal, "users:write") && outranks(actor, target);
}

/**
 * Whether the caller holds every permission the member was granted beyond the member's role. The caller could otherwise
 * sign in as the member and use permissions the caller may not even grant. The role itself is covered by its rank, as in
 * {@link mayGrantRole}: `data:edit` of an editor is in no administrator's set.
 */
export function holdsGrantsOf(
  principal: Principal,
  member: { readonly role: string; readonly granted: readonly string[] },
): boolean {
  const ofRole = effectivePermissions(member.role, []);
  const beyondRole = effectivePermissions(member.role, member.granted).filter(
    (permission) => !ofRole.includes(permission),
  );
  return beyondRole.every((permission) => hasPermission(principal, permission));
}

/**
 * Whether a change of role or grants gives or takes administrative power and so needs a fresh proof of identity.
 * `before` is null for a new member.
 */
export function isSensitiveRoleChange(
  before: { readonly role: string; readonly granted: readonly string[] } | null,
  after: { readonly role: string; readonly granted: readonly string[] },
): boolean {
  const administers = (role: string | undefined) => {
    const canonical = canonicalRole(role);
    return canonical !== undefined && managesUsers(canonical);
  };
  const held = canonicalGrants(before?.granted ?? []);
  const isGrantAdded = canonicalGrants(after.granted).some((permission) => !held.includes(permission));
  return (
    isGrantAdded || (before?.role !== after.role && (administers(before?.role) || administers(after.role)))
  );
}

/** Roles of a practice that somebody may give to others, highest first. Platform roles belong to no practice. */
export function grantableRoles(principal: Principal, roles: readonly Role[]): Role[] {
  if (!hasPermission(principal, "users:write")) return [];
  return roles.filter((role) => !isPlatformRole(role) && mayGrantRole(principal, role));
}

/** Additional permissions as they are stored: in canonical spelling, each once, sorted. */
export function canonicalGrants(permissions: readonly string[]): string[] {
  return [...new Set(permissions.map(canonicalPermission))].toSorted();
}

/**
 * Why a role with its additional permissions cannot be given; undefined when it can. Nobody gives what she does not
 * hold; what the member has already (`held`) may stay. `unknownPermission` is an index into `permissions`.
 */
export function grantFault(
  principal: Principal,
  role: Role,
  permissions: readonly string[],
  held: readonly string[] = [],
): "ROLE_NOT_GRANTABLE" | { unknownPermission: number } | undefined {
  const unknown = permissions.findIndex((permission) => !isKnownPermission(permission));
  if (unknown >= 0) return { unknownPermission: unknown };
  const before = canonicalGrants(held);
  const added = permissions.filter((permission) => !before.includes(canonicalPermission(permission)));
  if (isPlatformRole(role) || !mayGrantRole(principal, role) || !mayGrant(principal, added))
    return "ROLE_NOT_GRANTABLE";
  return undefined;
}
