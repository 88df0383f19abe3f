import type { WithPrefetch } from "./lazy-page.tsx";
import type { AppRouter } from "./router.tsx";

function isPrefetchable(component: unknown): component is WithPrefetch {
  return typeof component === "function" && "prefetch" in component;
}

/** Prefetches a page's code and texts. Runs no guards and fetches no data. */
export function fetchPage(router: AppRouter, pathname: string): void {
  const [routes] = router.getMatchedRoutes(pathname);
  for (const { options } of routes) {
    if (isPrefetchable(options.component)) options.component.prefetch();
  }
}

/**
 * Prefetches the page behind a link on hover or focus, so that a click finds it loaded. Returns a function
 * that stops listening.
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
