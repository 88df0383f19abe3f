import { functionWords } from "./words/common-nouns.ts";
import { addressWords } from "./name-words.ts";
import type { Reading } from "./split-words.ts";
import { isAnySurname, isFirstName, isSurname } from "./word-sense.ts";

const minWords = 5;

/**
 * Handles texts typed without capitals ("hier ist deniz kaya"): treats known names, and words after a form of address,
 * as capitalized. A text with capitals is returned unchanged.
 */
export function readLowerCase(reading: Reading): Reading {
  const { text, words } = reading;
  const capitals = words.filter(({ isCapital }) => isCapital).length;
  if (words.length < minWords || capitals * 20 > words.length) return reading;
  return {
    text,
    words: words.map((word, index) => {
      const follows = addressWords.has(words[index - 1]?.key ?? "") && !functionWords.has(word.key);
      const previousWord = words[index - 1];
      const isNamed = previousWord !== undefined && isFirstName(previousWord) && isAnySurname(word);
      return follows || isFirstName(word) || isSurname(word) || isNamed ? { ...word, isCapital: true } : word;
    }),
  };
}
