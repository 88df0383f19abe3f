import { configureSessionNavigation } from "../../platform/session/session-navigation.ts";
import { fixedPaths, routeTable, rowOf } from "./route-table.ts";
import type { AppRouter } from "./router.tsx";

/**
 * Redirects to the login page when the session ends. Unless the user signed out on purpose, the current URL
 * is passed along as the return target. Public pages stay, because they do not need a session.
 */
export function navigateBySession(router: AppRouter): void {
  configureSessionNavigation({
    toLogin: (reason) => {
      const pattern = router.state.matches.at(-1)?.fullPath ?? "";
      if (rowOf(pattern)?.access.kind !== "login") return;
      if (reason === "locked") return void router.navigate({ to: routeTable.locked.path, replace: true });
      const wanted = reason === "logout" ? {} : { redirect: router.state.location.href };
      void router.navigate({ to: fixedPaths.login, search: wanted });
    },
    reload: () => location.reload(),
  });
}
