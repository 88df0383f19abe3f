/** A word of a text; hyphens and apostrophes inside belong to it ("Meier-Lüdenscheid", "O'Brien"). */
export type Word = {
  text: string;
  /** Lower case and composed, as the lists of words are written. */
  key: string;
  start: number;
  end: number;
  isCapital: boolean;
};

/** A text with its words; the lists of words are asked by index. */
export type Reading = { text: string; words: readonly Word[] };

/** Longer gaps between words mean nothing to anybody and are not looked at. */
const longestGap = 12;

const word = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu;

/** Splits a text into words, offsets in UTF-16 units of the given text. */
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

/** What stands between two neighbouring words, before the word of that index; undefined where it is long. */
export function gapBefore({ text, words }: Reading, index: number): string | undefined {
  const start = words[index - 1]?.end ?? 0;
  const end = words[index]?.start ?? text.length;
  return end - start > longestGap ? undefined : text.slice(start, end);
}

/** Index of the first word that begins at the offset or behind it; the number of words when there is none. */
export function wordIndexAt({ words }: Reading, offset: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
