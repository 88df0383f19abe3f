import { reportPageView } from "../../platform/analytics/page-view.ts";
import { clearGlobalError } from "../../platform/app-state/app-state.actions.ts";
import type { AppRouter } from "./router.tsx";
import { shownPattern } from "./shown-pattern.ts";

/** The pattern of every address without a route. */
const unknownPattern = "/*";

/**
 * What happens with each navigation: pages fade in from the second one on (the first stands at once), the global
 * error of the former page goes, the page view is reported by route pattern (never the concrete path, which may hold
 * a token). Answers a function that ends the watching.
 */
export function watchNavigation(router: AppRouter): () => void {
  const endMoves = router.subscribe("onBeforeLoad", ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) document.documentElement.dataset["moved"] = "";
  });
  const endEffects = router.subscribe("onResolved", ({ hrefChanged, pathChanged }) => {
    if (hrefChanged) clearGlobalError();
    if (pathChanged) reportPageView(shownPattern(router.state.matches) ?? unknownPattern);
  });
  return () => {
    endMoves();
    endEffects();
  };
}
