import { reportPageView } from "../../platform/analytics/page-view.ts";
import { clearGlobalError } from "../../platform/app-state/app-state.actions.ts";
import type { AppRouter } from "./router.tsx";

/** Where the focus belongs after a change of page: the field a page asks for, else its heading. */
function focusPage(): void {
  const target =
    document.querySelector<HTMLElement>("[data-page-focus]") ??
    document.querySelector<HTMLElement>("main h1");
  target?.focus({ preventScroll: true });
}

/**
 * What happens after each navigation: the global error of the former page goes, the page view is reported by
 * route pattern (never the concrete path, which may hold a token), and the focus moves to the new heading, as
 * a browser would begin a new document at its top. Answers a function that ends the watching.
 */
export function watchNavigation(router: AppRouter): () => void {
  const endResolved = router.subscribe("onResolved", ({ hrefChanged, pathChanged }) => {
    if (hrefChanged) clearGlobalError();
    if (pathChanged) reportPageView(router.state.matches.at(-1)?.fullPath ?? fixedNotFound);
  });
  const endRendered = router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
    if (pathChanged && fromLocation !== undefined) focusPage();
  });
  return () => {
    endResolved();
    endRendered();
  };
}

/** The pattern of every address without a route. */
const fixedNotFound = "/*";
