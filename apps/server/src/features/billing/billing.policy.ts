import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Whoever reads the costs of a practice or its use of the AI sees what each of its people used. */
export function maySeePeople(principal: Principal): boolean {
  return hasPermission(principal, "billing:read") || hasPermission(principal, "ai:read");
}

export function mayChangeQuota(principal: Principal): boolean {
  return hasPermission(principal, "billing:write");
}

export function mayExport(principal: Principal): boolean {
  return hasPermission(principal, "billing:read");
}
