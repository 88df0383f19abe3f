/** Parses the URL that was requested before a redirect. */
export function parseRedirect(search: Record<string, unknown>): { redirect?: string } {
  return typeof search["redirect"] === "string" ? { redirect: search["redirect"] } : {};
}
