interface Match {
  readonly status: string;
  readonly fullPath: string;
  readonly _notFound?: unknown;
}

/** The pattern of the route that is shown, such as `/users/$userId`; undefined for an address without one. */
export function shownPattern(matches: readonly Match[]): string | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- the router names its not-found mark so
  if (matches.some((match) => match.status === "notFound" || match._notFound)) return undefined;
  return matches.at(-1)?.fullPath;
}
