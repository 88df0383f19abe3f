/** Returns a pattern that finds `search` anywhere, with `%`, `_` and `\` escaped. Compare it with `lower()`. */
export function likePattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Returns a pattern for each word of a search, longest first; empty when it has no words. */
export function likePatterns(search: string | undefined): string[] {
  const words = new Set(search?.split(/\s+/u).filter((word) => word !== ""));
  return [...words].toSorted((left, right) => right.length - left.length).map(likePattern);
}
