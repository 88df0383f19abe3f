/** One class attribute out of parts; empty parts fall away. It joins only: parts must not contradict each other. */
export function cx(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
