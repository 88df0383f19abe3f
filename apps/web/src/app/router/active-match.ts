interface Match {
  readonly status: string;
  readonly _notFound?: unknown;
}

/** Returns the match of the current page; undefined for a URL without a route. */
export function activeMatch<Found extends Match>(matches: readonly Found[]): Found | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- the name of the router's own not-found marker
  if (matches.some((match) => match.status === "notFound" || match._notFound)) return undefined;
  return matches.at(-1);
}
