import type { SensitiveKind } from "../redaction/kinds.ts";
import type { ManualMark } from "../redaction/marks.ts";

/** A range of the text, with the same offsets as a finding. */
export type Place = { readonly start: number; readonly end: number };

/** Moves manual marks after the text was changed in one place, by typing, pasting or dictation. */
export function movedMarks(marks: readonly ManualMark[], before: string, after: string): ManualMark[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const changedEnd = before.length - tail;
  const shift = after.length - before.length;
  return marks.flatMap((mark) => {
    if (mark.end <= head) return [mark];
    if (mark.start >= changedEnd) return [{ ...mark, start: mark.start + shift, end: mark.end + shift }];
    // The change overlaps the mark: keep what is left on both sides, including inserted text.
    const start = Math.min(mark.start, head);
    const end = mark.end > changedEnd ? mark.end + shift : head;
    return start < end ? [{ ...mark, start, end }] : [];
  });
}

/** Returns all occurrences of the selected words, so that marking a name once marks all its occurrences. */
export function samePlaces(text: string, { start, end }: Place): Place[] {
  const words = text.slice(start, end);
  const places: Place[] = [];
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + words.length)) {
    const isChosen = at === start;
    if (isChosen || (!isInsideWord(text, at) && !isInsideWord(text, at + words.length)))
      places.push({ start: at, end: at + words.length });
  }
  return places;
}

/** Returns the range without surrounding whitespace; null if nothing else is in it. */
export function trimmedPlace(text: string, { start, end }: Place): Place | null {
  const words = text.slice(start, end);
  const from = start + (words.length - words.trimStart().length);
  const to = end - (words.length - words.trimEnd().length);
  return from < to ? { start: from, end: to } : null;
}

export function marksFor(places: readonly Place[], kind: SensitiveKind | "none"): ManualMark[] {
  return places.map(({ start, end }) => ({ start, end, kind }));
}

function isInsideWord(text: string, at: number): boolean {
  const isLetter = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? "");
  return isLetter(text[at - 1]) && isLetter(text[at]);
}
