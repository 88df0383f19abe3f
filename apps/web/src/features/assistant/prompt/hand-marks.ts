import type { SensitiveKind } from "../redaction/kinds.ts";
import type { ManualMark } from "../redaction/marks.ts";

/** A place of the text, offsets as in a finding. */
export type Place = { readonly start: number; readonly end: number };

/** Where hand-made marks are after the text was changed in one place: typing, pasting, a dictation put in. */
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
    // The change touches it: what is left of it at both sides, with what was put between.
    const start = Math.min(mark.start, head);
    const end = mark.end > changedEnd ? mark.end + shift : head;
    return start < end ? [{ ...mark, start, end }] : [];
  });
}

/** Every place where the same words stand, so that somebody marked once is marked wherever she is named. */
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

/** The place without blanks around it; null when nothing else is in it. */
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
