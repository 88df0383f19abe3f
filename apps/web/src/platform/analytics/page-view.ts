import { portalConfig } from "../storage/portal-config.ts";

/**
 * Reports a page view by route pattern (`/users/$userId`), never by path, which could identify a member or contain a
 * one-time token. Sends nothing without a configured URL. The request has no cookies and no referrer, and failures are
 * ignored.
 */
export function reportPageView(routePattern: string): void {
  const { analyticsUrl } = portalConfig();
  if (analyticsUrl === null) return;
  void fetch(analyticsUrl, {
    method: "POST",
    body: JSON.stringify({ type: "pageview", route: routePattern }),
    // A simple content type, so that a cross-origin request needs no preflight.
    headers: { "Content-Type": "text/plain;charset=UTF-8" },
    credentials: "omit",
    referrerPolicy: "no-referrer",
    mode: "no-cors",
    keepalive: true,
  }).catch(() => undefined);
}
