import { fixedPaths } from "./route-table.ts";

/**
 * Placeholder for our own origin: a path is internal only if it still has this origin after the browser
 * parses it.
 */
const ownOrigin = "https://own.invalid";

/**
 * Returns where to go after sign-in: the requested path if it belongs to this site, otherwise the dashboard.
 * "//evil.example", "/\evil.example" and "javascript:" would leave the site; the login page would redirect to
 * itself. Uses the browser's URL parser instead of a pattern, because the parser also drops tabs and line
 * breaks.
 */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return fixedPaths.dashboard;
  if (!URL.canParse(wanted, ownOrigin)) return fixedPaths.dashboard;
  const url = new URL(wanted, ownOrigin);
  const path = `${url.pathname}${url.search}${url.hash}`;
  const leaves = url.origin !== ownOrigin || path.startsWith("//");
  return leaves || url.pathname === fixedPaths.login ? fixedPaths.dashboard : path;
}
