import { configureSessionNavigation } from "../../platform/session/session-navigation.ts";
import { fixedPaths, routeTable, rowOf } from "./route-table.ts";
import type { AppRouter } from "./router.tsx";

/**
 * Sends the visitor to the login page when her session ends. Unless she left on purpose, the address she was
 * at goes along, so that she returns to it. Public pages stay: nothing on them needs the session.
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
