import type { Principal } from "../permissions.ts";
import { canonicalRole, canManageUsers } from "../roles.ts";
import { canAdminister, hasAllGrantsOf, memberStateOf, type StateFields } from "../users/users.rules.ts";
import type { ListedUser } from "../users/users.schema.ts";
import {
  type dayCodeActions,
  identityActions,
  type MembershipAction,
  membershipActions,
  type SecurityAction,
} from "./actions.rules.ts";
import type { identityAuthorities } from "./user-security.schema.ts";

/**
 * Rules for the security actions on a member. Pages and server use the same pure functions, so that a page offers
 * exactly the actions that the server accepts.
 */

type Member = StateFields &
  Pick<ListedUser, "email" | "emailVerified"> & {
    /** With the effective permissions. */
    role: { type: string; permissions: readonly string[] };
  };

/**
 * Returns whether the count of a person's failed sign-ins may be reset. It protects every organization of the person,
 * so an organization needs the same authority as for setting a password; the platform may always reset it.
 */
export function canResetLoginFailures(
  principal: Principal,
  authority: (typeof identityAuthorities)[number],
): boolean {
  if (authority === "full") return true;
  const isShared = authority === "multiple_organizations" || authority === "platform_role";
  return isShared && canonicalRole(principal.role) === "super_admin";
}

/**
 * Returns the actions that a user may perform on another member; none on themselves, and none on an invited person. A
 * list does not contain the other organizations of a member; if they prevent `unlock`, the server refuses it with the
 * reason.
 */
export function membershipActionsFor(
  principal: Principal,
  member: Member,
  isSelf: boolean,
): MembershipAction[] {
  const actor = canonicalRole(principal.role);
  if (isSelf || actor === undefined || !canManageUsers(actor)) return [];
  if (!canAdminister(principal, member.role.type) || member.status === "pending") return [];
  const isActive = member.status !== "deactivated";
  const memberRights = { role: member.role.type, granted: member.role.permissions };
  const isApplicable: Record<MembershipAction, boolean> = {
    // The displayed state is not used, because a block hides a lock without removing it.
    unlock: member.lockStatus === "locked" && hasAllGrantsOf(principal, memberRights),
    block: isActive && !member.blockedAt,
    unblock: Boolean(member.blockedAt),
    resetConnections: true,
    mailResetLink: memberStateOf(member) !== "deactivated" && member.email !== null && member.emailVerified,
  };
  return membershipActions.filter((action) => isApplicable[action]);
}

/** Returns all actions that are possible now, using details that only the member's page has. */
export function securityActionsFor(
  principal: Principal,
  member: Member,
  known: {
    authority: (typeof identityAuthorities)[number];
    hasSecondFactor: boolean;
    hasDayCode: boolean;
    mustChangePassword: boolean;
  },
): SecurityAction[] {
  const { authority, hasSecondFactor } = known;
  if (authority === "self") return ["endSession"];
  const actions = membershipActionsFor(principal, member, false).filter(
    (action) => action !== "unlock" || canResetLoginFailures(principal, authority),
  );
  if (actions.length === 0) return [];
  const identityActionStates = identityActions.filter(
    (action) => hasSecondFactor || (action !== "recoverSecondFactor" && action !== "resetTwoFactor"),
  );
  return [
    "endSession",
    ...actions,
    ...(authority === "full" ? identityActionStates : []),
    ...dayCodeActionsFor(member, known),
  ];
}

/**
 * Returns the actions on the day code of a member. It can be issued to a member who can sign in with a second factor. A
 * temporary password must be changed first, because the code must not be a way to set a new one. A user who may block
 * the member may end the code.
 */
function dayCodeActionsFor(
  member: Member,
  known: Parameters<typeof securityActionsFor>[2],
): (typeof dayCodeActions)[number][] {
  const state = memberStateOf(member);
  const canSignIn = state === "active" || state === "locked";
  const canIssue =
    known.authority === "full" && known.hasSecondFactor && !known.mustChangePassword && canSignIn;
  return [
    ...(canIssue ? (["issueDayCode"] as const) : []),
    ...(known.hasDayCode ? (["endDayCode"] as const) : []),
  ];
}
