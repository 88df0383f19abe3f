import { effectivePermissions, hasPermission, type Principal } from "@praxisportal/contract/permissions";
import type { RequestContext } from "../../platform/request-context/request-context.ts";

/** Returns whether the caller may use the AI. Only users of the AI confirm its instruction. */
export function mayUseAi(principal: Principal): boolean {
  return hasPermission(principal, "ai:use");
}

/** Returns whether the caller is a member who can confirm for themselves, and not an application. */
export function canConfirmForSelf({ caller, organization }: RequestContext): boolean {
  return (
    caller.token === undefined &&
    caller.memberships.some(({ organizationId }) => organizationId === organization.id)
  );
}

/** Returns whether the caller may see who has confirmed: everyone who may see the AI usage of members. */
export function maySeeInstructions(principal: Principal): boolean {
  return hasPermission(principal, "billing:read") || hasPermission(principal, "ai:read");
}

/** Returns whether a stored member has a permission. */
export function memberHasPermission(
  { role, permissions }: { role: string; permissions: readonly string[] },
  permission: string,
): boolean {
  return hasPermission({ role, permissions: effectivePermissions(role, permissions) }, permission);
}
