/** Where somebody wanted to go before she was led elsewhere. */
export function wantedAddress(search: Record<string, unknown>): { redirect?: string } {
  return typeof search["redirect"] === "string" ? { redirect: search["redirect"] } : {};
}
