import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Users of the AI keep templates of their own. */
export function mayKeepOwnTemplates(principal: Principal): boolean {
  return hasPermission(principal, "ai:use");
}

/** Members who manage the AI decide which templates the organization offers. */
export function mayManageSharedTemplates(principal: Principal): boolean {
  return hasPermission(principal, "ai:manage");
}
