import { hasPermission, type Principal } from "@praxisportal/contract/permissions";
import { canonicalRole } from "@praxisportal/contract/roles";
import { fixedPaths } from "./fixed-paths.ts";
import type { Access } from "./route-definition.ts";
import { routeTable } from "./route-table.ts";

/** The visitor's state after the session has been restored. A guard decides by it. */
export interface NavigationContext {
  readonly signedIn: boolean;
  /** Signed in to the legacy practice server only. */
  readonly isLegacy: boolean;
  readonly restriction: "password_change" | "two_factor_setup" | null;
  readonly principal: Principal | null;
}

export type GuardDecision =
  | "pass"
  | "login"
  | typeof fixedPaths.dashboard
  | typeof routeTable.legacy.path
  | typeof routeTable.changePassword.path
  | typeof routeTable.twoFactorSetup.path;

/** The only page that a restricted session may open. */
const firstPaths = {
  password_change: routeTable.changePassword.path,
  two_factor_setup: routeTable.twoFactorSetup.path,
} as const;

function canOpen(access: Extract<Access, { kind: "login" }>, principal: Principal): boolean {
  const role = canonicalRole(principal.role);
  if (role === "super_admin") return true;
  if (access.orPermission !== undefined && hasPermission(principal, access.orPermission)) return true;
  if (access.roles && (role === undefined || !access.roles.includes(role))) return false;
  return access.permission === undefined || hasPermission(principal, access.permission);
}

/**
 * Decides whether a visitor may open a route, or where to redirect. The server checks every call again. The guard only
 * prevents a page without content. Roles and permissions use the same module as the server.
 */
export function guardDecision(path: string, access: Access, context: NavigationContext): GuardDecision {
  if (access.kind === "public") return "pass";
  if (context.isLegacy) return access.legacy === true ? "pass" : routeTable.legacy.path;
  if (!context.signedIn || context.principal === null) return "login";
  const first = context.restriction && firstPaths[context.restriction];
  if (first !== null) return path === first ? "pass" : first;
  return canOpen(access, context.principal) ? "pass" : fixedPaths.dashboard;
}

/** Returns whether navigation and search may offer the route to this visitor. */
export function canVisit(access: Access, principal: Principal | null): boolean {
  return access.kind === "login" && principal !== null && canOpen(access, principal);
}
