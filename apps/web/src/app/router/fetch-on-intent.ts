import type { FetchedAhead } from "./lazy-page.tsx";
import type { AppRouter } from "./router.tsx";

function isFetchedAhead(component: unknown): component is FetchedAhead {
  return typeof component === "function" && "fetchAhead" in component;
}

/** Fetches the page of a path with its texts. No guard runs, and nothing is asked of the server's data for it. */
export function fetchPage(router: AppRouter, pathname: string): void {
  const [routes] = router.getMatchedRoutes(pathname);
  for (const { options } of routes) {
    if (isFetchedAhead(options.component)) options.component.fetchAhead();
  }
}

/**
 * Fetches the page behind a link while the pointer or the focus is on the link: the press then finds it there.
 * Answers a function that ends the watching.
 */
export function fetchOnIntent(router: AppRouter): () => void {
  const reach = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    if (link?.origin === location.origin) fetchPage(router, link.pathname);
  };
  const events = ["pointerover", "focusin"] as const;
  for (const event of events) document.addEventListener(event, reach, { passive: true });
  return () => {
    for (const event of events) document.removeEventListener(event, reach);
  };
}
