import { configureSessionNavigation } from "../../platform/session/session-navigation.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { fixedPaths } from "./fixed-paths.ts";
import { routeTable } from "./route-table.ts";
import type { AppRouter } from "./router.tsx";

/**
 * Redirects to the login page when the session ends. Unless the user signed out on purpose, the current URL is passed
 * along as the return target. Public pages stay, because they do not need a session. When the server restricts the
 * session to one task while a page is open, that page's guard runs again and redirects to the task. It also runs
 * again when a session that started without the server is confirmed, because the rights may have changed.
 */
export function navigateBySession(router: AppRouter): void {
  configureSessionNavigation({
    toLogin: (reason) => {
      if (router.state.matches.at(-1)?.staticData.definition?.access.kind !== "login") return;
      if (reason === "locked") return void router.navigate({ to: routeTable.locked.path, replace: true });
      const redirectSearch = reason === "logout" ? {} : { redirect: router.state.location.href };
      void router.navigate({ to: fixedPaths.login, search: redirectSearch });
    },
    reload: () => location.reload(),
  });
  sessionStore.subscribe(({ status, restriction, isUnconfirmed }, before) => {
    const isNew = restriction !== null && restriction !== before.restriction;
    const isConfirmed = status === "signedIn" && before.isUnconfirmed && !isUnconfirmed;
    if ((isNew && before.status === "signedIn") || isConfirmed) void router.invalidate();
  });
}
