import type { WithPrefetch } from "./lazy-page.tsx";
import type { AppRouter } from "./router.tsx";

/** Time in ms that the pointer must rest on a link. */
const intentMs = 50;

function isPrefetchable(component: unknown): component is WithPrefetch {
  return typeof component === "function" && "prefetch" in component;
}

/** Prefetches a page's code and texts. Runs no guards and fetches no data. A failure is ignored. */
export async function fetchPage(router: AppRouter, pathname: string): Promise<void> {
  const [routes] = router.getMatchedRoutes(pathname);
  await Promise.all(
    routes.flatMap(({ options: { component } }) => (isPrefetchable(component) ? [component.prefetch()] : [])),
  );
}

/**
 * Fetches the code, texts and data of the page behind a link on hover or focus, so that a click finds it loaded.
 * The router's own preloading is off, because a page that cannot be downloaded must not disturb the current one.
 * Returns a function that stops listening.
 */
export function fetchOnIntent(router: AppRouter): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handleIntent = ({ target }: Event): void => {
    clearTimeout(timer);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    if (link?.origin !== location.origin) return;
    timer = setTimeout(() => {
      const { pathname, search } = link;
      void fetchPage(router, pathname)
        .then(() => router.preloadRoute({ to: pathname, search: router.options.parseSearch(search) }))
        // Reported when the user opens the page.
        .catch(() => undefined);
    }, intentMs);
  };
  const events = ["pointerover", "focusin"] as const;
  for (const event of events) document.addEventListener(event, handleIntent, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const event of events) document.removeEventListener(event, handleIntent);
  };
}
