interface Match {
  readonly status: string;
  readonly _notFound?: unknown;
}

/** Returns the match of the current page, or undefined for a URL without a route. */
export function activeMatch<ActiveMatch extends Match>(
  matches: readonly ActiveMatch[],
): ActiveMatch | undefined {
  if (matches.some((match) => match.status === "notFound" || match._notFound)) return undefined;
  return matches.at(-1);
}
