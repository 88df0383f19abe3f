/** Returns a pattern that finds `search` anywhere, with `%`, `_` and `\` escaped. It is for text in lower case. */
export function likePattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Returns a pattern for each word of a search, longest first. */
export function likePatterns(search: string | undefined): string[] {
  const terms = new Set(search?.split(/\s+/u).filter((word) => word !== ""));
  return [...terms].toSorted((left, right) => right.length - left.length).map(likePattern);
}
