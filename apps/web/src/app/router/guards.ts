import { redirect } from "@tanstack/react-router";
import { appState } from "../../platform/app-state/app-state.store.ts";
import { isScreenLocked } from "../../platform/session/lock/workstation-state.ts";
import { restore } from "../../platform/session/restore.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { guardDecision, type NavigationContext } from "./guard-decision.ts";
import { fixedPaths } from "./fixed-paths.ts";
import type { RouteDefinition } from "./route-definition.ts";
import { routeTable } from "./route-table.ts";

/** Returns the visitor's current state from the session store. */
function currentNavigationContext(): NavigationContext {
  const { status, restriction, user } = sessionStore.getState();
  const principal = user && { role: user.role.type, permissions: user.role.permissions };
  return { signedIn: status === "signedIn", isLegacy: status === "legacy", restriction, principal };
}

/** Returns whether the pages of the legacy practice server may open: in classic mode, or while that server responds. */
async function isLegacyOpen(): Promise<boolean> {
  if (appState.getState().connectionMode === "legacy") return true;
  const { isLegacyReachable } = await import("../../platform/session/legacy/legacy-reachable.ts");
  return isLegacyReachable();
}

/**
 * Returns the guard of one route. It first restores a stored session, so that a reload never shows the login
 * page to a signed-in user.
 * @throws the router's redirect when the visitor may not open the route.
 */
export function createGuard(row: RouteDefinition) {
  return async ({ location }: { location: { href: string } }): Promise<void> => {
    if (row.access.kind === "public") return;
    if (sessionStore.getState().status === "unknown") await restore();
    const decision = guardDecision(row.path, row.access, currentNavigationContext());
    if (decision === "login") {
      // Do not reveal one user's page to the next user of this workstation.
      if (isScreenLocked()) throw redirect({ to: routeTable.locked.path, replace: true });
      // After a voluntary sign-out, do not return to the page that was left.
      const requestedUrl = sessionStore.getState().signedOutReason === "logout" ? undefined : location.href;
      throw redirect({
        to: fixedPaths.login,
        search: requestedUrl === undefined ? {} : { redirect: requestedUrl },
      });
    }
    if (decision === routeTable.twoFactorSetup.path) {
      // Setup returns to the requested page. The dashboard is the default target anyway, and a required password
      // change, which may have come before, was not requested.
      const isRequested = row.path !== fixedPaths.dashboard && row.path !== routeTable.changePassword.path;
      const search = isRequested ? { redirect: location.href } : {};
      throw redirect({ to: decision, search, replace: true });
    }
    // The dashboard explains why the page did not open.
    if (decision === fixedPaths.dashboard)
      throw redirect({ to: decision, replace: true, state: { denied: row.path } });
    if (decision !== "pass") throw redirect({ to: decision, replace: true });
    if (row.access.legacy === true && !(await isLegacyOpen())) {
      throw redirect({ to: fixedPaths.dashboard, search: { classic: "unreachable" }, replace: true });
    }
  };
}
