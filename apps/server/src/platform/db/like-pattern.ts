/** A pattern that finds `search` anywhere; `%`, `_` and `\` of it stand for themselves. Compare it with `lower()`. */
export function likePattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}

/** A pattern for each word of a search, the longest first; none when it has no words. */
export function likePatterns(search: string | undefined): string[] {
  const words = new Set(search?.split(/\s+/u).filter((word) => word !== ""));
  return [...words].toSorted((left, right) => right.length - left.length).map(likePattern);
}
