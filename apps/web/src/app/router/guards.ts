import { redirect } from "@tanstack/react-router";
import { recordActivity } from "../../platform/session/activity.ts";
import { isScreenLocked } from "../../platform/session/desk-state.ts";
import { restore } from "../../platform/session/restore.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { guardDecision, type Visitor } from "./guard-decision.ts";
import { fixedPaths, type RouteRow, routeTable } from "./route-table.ts";

/** The visitor as the session store knows her now. */
function currentVisitor(): Visitor {
  const { status, restriction, user } = sessionStore.getState();
  const principal = user && { role: user.role.type, permissions: user.role.permissions };
  return { signedIn: status === "signedIn", restriction, principal };
}

/**
 * The guard of one route. A stored session is restored before anything is decided, so that a reload never
 * shows the login page to somebody who is signed in.
 * @throws the router's redirect when the visitor may not open the route.
 */
export function guardOf(row: RouteRow) {
  return async ({ location }: { location: { href: string } }): Promise<void> => {
    if (row.access.kind === "public") return;
    if (sessionStore.getState().status === "unknown") await restore();
    const decision = guardDecision(row.path, row.access, currentVisitor());
    if (decision === "login") {
      // Where the person was is nobody's business who comes to the desk after her.
      if (isScreenLocked()) throw redirect({ to: routeTable.locked.path, replace: true });
      // A chosen sign-out is no detour: nobody wants to come back to where she left.
      const wanted = sessionStore.getState().signedOutReason === "logout" ? undefined : location.href;
      throw redirect({ to: fixedPaths.login, search: wanted === undefined ? {} : { redirect: wanted } });
    }
    if (decision === routeTable.twoFactorSetup.path) {
      // The setup leads on to where she wanted to go; the overview is where it leads anyway.
      const search = row.path === fixedPaths.dashboard ? {} : { redirect: location.href };
      throw redirect({ to: decision, search, replace: true });
    }
    if (decision !== "pass") throw redirect({ to: decision, replace: true });
    recordActivity();
  };
}
