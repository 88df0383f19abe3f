import { fixedPaths } from "./route-table.ts";

/** Stands for our own origin: only what still belongs to it after the browser's own parsing is a path of ours. */
const ownOrigin = "https://own.invalid";

/**
 * Where to go after signing in: the wanted path if it is a path of this site, otherwise the dashboard.
 * "//evil.example", "/\evil.example" and "javascript:" would leave the site; the login page would lead to
 * itself. The parser of the browser decides, not a pattern, because it also drops tabs and line breaks.
 */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return fixedPaths.dashboard;
  if (!URL.canParse(wanted, ownOrigin)) return fixedPaths.dashboard;
  const url = new URL(wanted, ownOrigin);
  const path = `${url.pathname}${url.search}${url.hash}`;
  const leaves = url.origin !== ownOrigin || path.startsWith("//");
  return leaves || url.pathname === fixedPaths.login ? fixedPaths.dashboard : path;
}
