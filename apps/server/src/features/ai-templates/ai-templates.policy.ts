import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may keep templates of their own: every user of the AI. */
export function mayKeepOwnTemplates(principal: Principal): boolean {
  return hasPermission(principal, "ai:use");
}

/** Returns whether the caller decides which templates the organization offers: every member who manages the AI. */
export function mayManageSharedTemplates(principal: Principal): boolean {
  return hasPermission(principal, "ai:manage");
}
