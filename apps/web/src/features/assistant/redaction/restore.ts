import type { Mapping } from "./redact.ts";

/** Models change blanks and case and escape brackets for Markdown; it is the same placeholder. */
const placeholder = /\\?\[[ \u00a0]?(\p{L}[\p{L}-]{0,30})[ \u00a0]?(\d{1,6})[ \u00a0]?\\?\]/gu;

/**
 * Puts the originals back into an answer, in one pass: an original that looks like a placeholder stays as it is, and so
 * does a placeholder that was never given out.
 */
export function restore(answer: string, mapping: Mapping): string {
  const originals = new Map([...mapping].map(([key, original]) => [key.toLowerCase(), original]));
  return answer.replaceAll(
    placeholder,
    (found, label: string, number: string) =>
      originals.get(`[${label.toLowerCase()} ${Number(number)}]`) ?? found,
  );
}
