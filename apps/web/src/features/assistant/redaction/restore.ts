import type { Mapping } from "./redact.ts";

/** Matches a placeholder and its variants, because models change spaces and case and escape brackets for Markdown. */
const placeholder = /\\?\[[ \u00a0]?(\p{L}[\p{L}-]{0,30})[ \u00a0]?(\d{1,6})[ \u00a0]?\\?\]/gu;

/** A part of an answer. `isRestored` is true for an original that replaces its placeholder. */
export type AnswerPart = { readonly text: string; readonly isRestored: boolean };

/**
 * Restores the originals in an answer in a single pass: originals that look like placeholders and unknown
 * placeholders stay unchanged. The parts join to the restored text.
 */
export function restoreParts(answer: string, mapping: Mapping): AnswerPart[] {
  const originals = new Map([...mapping].map(([key, original]) => [key.toLowerCase(), original]));
  const parts: AnswerPart[] = [];
  let position = 0;
  for (const { 0: match, 1: label = "", 2: number, index } of answer.matchAll(placeholder)) {
    const original = originals.get(`[${label.toLowerCase()} ${Number(number)}]`);
    if (original === undefined) continue;
    parts.push(
      { text: answer.slice(position, index), isRestored: false },
      { text: original, isRestored: true },
    );
    position = index + match.length;
  }
  parts.push({ text: answer.slice(position), isRestored: false });
  return parts.filter(({ text }) => text !== "");
}

/** Returns an answer with the originals in place of their placeholders. */
export function restore(answer: string, mapping: Mapping): string {
  return restoreParts(answer, mapping)
    .map(({ text }) => text)
    .join("");
}
