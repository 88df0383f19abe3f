import { reportPageView } from "../../platform/analytics/page-view.ts";
import { clearGlobalError } from "../../platform/app-state/app-state.actions.ts";
import { recordActivity } from "../../platform/session/times/activity.ts";
import type { AppRouter } from "./router.tsx";
import { activeMatch } from "./active-match.ts";

/** The pattern for all URLs without a route, for a visitor without a session. */
const unknownPattern = "/*";

/**
 * Runs the side effects of each navigation: fades in pages after the first, clears the previous page's global error,
 * counts the navigation as user activity, and reports the page view by route pattern (never by path, which may contain
 * a token). Returns a function that stops listening.
 */
export function watchNavigation(router: AppRouter): () => void {
  const endMoves = router.subscribe("onBeforeLoad", ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) document.documentElement.dataset["moved"] = "";
  });
  const endEffects = router.subscribe("onResolved", ({ hrefChanged, pathChanged }) => {
    if (hrefChanged) clearGlobalError();
    // Not in the guard, which also runs when a link is hovered over.
    const definition = activeMatch(router.state.matches)?.staticData.definition;
    if (definition?.access.kind === "login") recordActivity();
    if (pathChanged) reportPageView(definition?.path ?? unknownPattern);
  });
  return () => {
    endMoves();
    endEffects();
  };
}
