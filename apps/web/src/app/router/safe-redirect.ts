import { fixedPaths } from "./fixed-paths.ts";

/** Placeholder for our own origin: a path is internal only if it still has this origin after the browser parses it. */
const ownOrigin = "https://own.invalid";

/**
 * Returns the target after sign-in: the requested path if it belongs to this site, otherwise the dashboard.
 * "//evil.example", "/\evil.example" and "javascript:" would leave the site, and the login page would redirect to
 * itself. Uses the browser's URL parser instead of a pattern, because the parser also drops tabs and line breaks.
 */
export function safeRedirect(requestedUrl: unknown): string {
  if (typeof requestedUrl !== "string" || !requestedUrl.startsWith("/")) return fixedPaths.dashboard;
  if (!URL.canParse(requestedUrl, ownOrigin)) return fixedPaths.dashboard;
  const url = new URL(requestedUrl, ownOrigin);
  const path = `${url.pathname}${url.search}${url.hash}`;
  const isExternal = url.origin !== ownOrigin || path.startsWith("//");
  return isExternal || url.pathname === fixedPaths.login ? fixedPaths.dashboard : path;
}
