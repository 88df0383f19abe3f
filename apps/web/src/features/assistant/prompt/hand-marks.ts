import type { SensitiveKind } from "@praxisportal/contract/ai/redaction/kinds";
import type { ManualMark } from "../redaction/marks.ts";

/** A range of the text, with the same offsets as a finding. */
export type TextRange = { readonly start: number; readonly end: number };

/** Moves manual marks after the text was changed in one place, by typing, pasting or dictation. */
export function shiftMarks(marks: readonly ManualMark[], before: string, after: string): ManualMark[] {
  const shorter = Math.min(before.length, after.length);
  let prefixLength = 0;
  while (prefixLength < shorter && before[prefixLength] === after[prefixLength]) prefixLength += 1;
  let tail = 0;
  while (tail < shorter - prefixLength && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const changedEnd = before.length - tail;
  const shift = after.length - before.length;
  return marks.flatMap((mark) => {
    if (mark.end <= prefixLength) return [mark];
    if (mark.start >= changedEnd) return [{ ...mark, start: mark.start + shift, end: mark.end + shift }];
    // The change overlaps the mark: keep its remainder on both sides, including inserted text.
    const start = Math.min(mark.start, prefixLength);
    const end = mark.end > changedEnd ? mark.end + shift : prefixLength;
    return start < end ? [{ ...mark, start, end }] : [];
  });
}

/** Returns all occurrences of the selected words, so that marking a name once marks all its occurrences. */
export function sameRanges(text: string, { start, end }: TextRange): TextRange[] {
  const words = text.slice(start, end);
  const ranges: TextRange[] = [];
  for (let index = text.indexOf(words); index !== -1; index = text.indexOf(words, index + words.length)) {
    const isChosen = index === start;
    if (isChosen || (!isInsideWord(text, index) && !isInsideWord(text, index + words.length)))
      ranges.push({ start: index, end: index + words.length });
  }
  return ranges;
}

/** Returns the range without surrounding whitespace, or null if it contains nothing else. */
export function trimmedRange(text: string, { start, end }: TextRange): TextRange | null {
  const words = text.slice(start, end);
  const from = start + (words.length - words.trimStart().length);
  const to = end - (words.length - words.trimEnd().length);
  return from < to ? { start: from, end: to } : null;
}

export function createMarks(ranges: readonly TextRange[], kind: SensitiveKind | "none"): ManualMark[] {
  return ranges.map(({ start, end }) => ({ start, end, kind }));
}

function isInsideWord(text: string, index: number): boolean {
  const isLetter = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? "");
  return isLetter(text[index - 1]) && isLetter(text[index]);
}
