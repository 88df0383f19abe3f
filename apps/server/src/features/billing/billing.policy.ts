import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller sees the usage of each member: they may read the organization's costs or its AI usage. */
export function maySeePeople(principal: Principal): boolean {
  return hasPermission(principal, "billing:read") || hasPermission(principal, "ai:read");
}

export function mayChangeQuota(principal: Principal): boolean {
  return hasPermission(principal, "billing:write");
}

export function mayExport(principal: Principal): boolean {
  return hasPermission(principal, "billing:read");
}
