/** Parses the URL that was requested before a redirect. */
export function wantedAddress(search: Record<string, unknown>): { redirect?: string } {
  return typeof search["redirect"] === "string" ? { redirect: search["redirect"] } : {};
}
