import { effectivePermissions, isSubset, type Principal } from "@praxisportal/contract/permissions";
import type { ReviewDecision } from "@praxisportal/contract/reviews/reviews.rules";

/** Returns whether the caller may review the rights in an organization: its administrators may. */
export function mayReviewRights({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}

type Rights = { role: string; permissions: readonly string[] };

/**
 * Returns whether a decision has come into effect: only some of the earlier rights, or no longer any membership (`now`
 * is null). Null for a decision that changes nothing.
 */
export function isCarriedOut(decision: ReviewDecision, before: Rights, now: Rights | null): boolean | null {
  if (decision === "keep") return null;
  if (now === null) return true;
  if (decision === "end") return false;
  const effective = ({ role, permissions }: Rights): Principal => ({
    role,
    permissions: effectivePermissions(role, permissions),
  });
  const [earlier, present] = [effective(before), effective(now)];
  return isSubset(present.permissions, earlier) && !isSubset(earlier.permissions, present);
}
