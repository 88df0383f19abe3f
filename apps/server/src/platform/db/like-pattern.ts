/** A pattern that finds `search` anywhere, without case; `%`, `_` and `\` of it stand for themselves. */
export function likePattern(search: string): string {
  return `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
}
