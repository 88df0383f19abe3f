interface Match {
  readonly status: string;
  readonly fullPath: string;
  readonly _notFound?: unknown;
}

/**
 * Returns the pattern of the current route, such as `/users/$userId`; undefined for a URL without a route.
 */
export function activeRoutePattern(matches: readonly Match[]): string | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- the name of the router's own not-found marker
  if (matches.some((match) => match.status === "notFound" || match._notFound)) return undefined;
  return matches.at(-1)?.fullPath;
}
