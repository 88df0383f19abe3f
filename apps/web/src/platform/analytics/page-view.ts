import { portalConfig } from "../storage/portal-config.ts";

/**
 * Reports that a screen was opened: the route's pattern (`/users/$userId`), never the path, which would tell whose
 * page it was or carry a one-time token. Without a configured address nothing is sent. No answer is awaited, no
 * cookie or referrer goes along, and a failure concerns nobody.
 */
export function reportPageView(routePattern: string): void {
  const { analyticsUrl } = portalConfig();
  if (analyticsUrl === null) return;
  void fetch(analyticsUrl, {
    method: "POST",
    body: JSON.stringify({ type: "pageview", route: routePattern }),
    // A simple content type, so that a foreign address needs no preflight.
    headers: { "Content-Type": "text/plain;charset=UTF-8" },
    credentials: "omit",
    referrerPolicy: "no-referrer",
    mode: "no-cors",
    keepalive: true,
  }).catch(() => undefined);
}
