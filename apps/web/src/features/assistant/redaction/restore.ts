import type { Mapping } from "./redact.ts";

/**
 * Models change spaces and case and escape brackets for Markdown; these variants are the same placeholder.
 */
const placeholder = /\\?\[[ \u00a0]?(\p{L}[\p{L}-]{0,30})[ \u00a0]?(\d{1,6})[ \u00a0]?\\?\]/gu;

/**
 * Restores the originals in an answer in a single pass: originals that look like placeholders and unknown
 * placeholders stay unchanged.
 */
export function restore(answer: string, mapping: Mapping): string {
  const originals = new Map([...mapping].map(([key, original]) => [key.toLowerCase(), original]));
  return answer.replaceAll(
    placeholder,
    (found, label: string, number: string) =>
      originals.get(`[${label.toLowerCase()} ${Number(number)}]`) ?? found,
  );
}
