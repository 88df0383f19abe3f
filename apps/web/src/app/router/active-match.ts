interface Match {
  readonly status: string;
  readonly _notFound?: unknown;
}

/** Returns the match of the current page; undefined for a URL without a route. */
export function activeMatch<Found extends Match>(matches: readonly Found[]): Found | undefined {
  if (matches.some((match) => match.status === "notFound" || match._notFound)) return undefined;
  return matches.at(-1);
}
