/** A word, including inner hyphens and apostrophes ("Meier-Lüdenscheid", "O'Brien"). */
export type Word = {
  text: string;
  /** Lower case and NFC, like the word lists. */
  key: string;
  start: number;
  end: number;
  isCapital: boolean;
};

/** A text and its words. */
export type Reading = { text: string; words: readonly Word[] };

/** Longer gaps between words have no meaning and are ignored. */
const maxGapLength = 12;

const word = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu;

/** Splits a text into words, with offsets in UTF-16 units. */
export function readWords(text: string): Reading {
  const words = [...text.matchAll(word)].map(({ 0: found, index }) => ({
    text: found,
    key: found.normalize("NFC").toLowerCase(),
    start: index,
    end: index + found.length,
    isCapital: /^\p{Lu}/u.test(found),
  }));
  return { text, words };
}

/** Returns the text between a word and the previous word, or undefined for a long gap. */
export function gapBefore({ text, words }: Reading, index: number): string | undefined {
  const start = words[index - 1]?.end ?? 0;
  const end = words[index]?.start ?? text.length;
  return end - start > maxGapLength ? undefined : text.slice(start, end);
}

/** Returns the index of the first word that starts at or after the offset, or the number of words if there is none. */
export function wordIndexAt({ words }: Reading, offset: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
