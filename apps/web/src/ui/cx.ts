/** Joins class names and skips empty parts. It does not resolve conflicting classes. */
export function cx(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
