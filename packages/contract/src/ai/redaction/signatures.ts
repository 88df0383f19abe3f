import { type NameRun, readName, skipTitles } from "./name-run.ts";
import { closingWords } from "./name-words.ts";
import { gapBefore, type Reading } from "./split-words.ts";

/** Maximum number of words after a closing ("Mit freundlichen Grüßen") that can contain a signature. */
const maxWordsAfterClosing = 24;
const isolatingGap = /^(?:[\s,]*\n\s*|[ \t]{3,}|\s*)$/;

/** Finds names of two or more words that stand alone below the last closing, side by side or on lines. */
export function signatureNames(reading: Reading): NameRun[] {
  const closing = reading.words.findLastIndex(({ key }) => closingWords.has(key) && key !== "ich");
  if (closing === -1) return [];
  const last = Math.min(closing + maxWordsAfterClosing, reading.words.length - 1);
  const foundRuns: NameRun[] = [];
  for (let index = closing + 1; index <= last; index += 1) {
    if (!/\n| {3}|\t/.test(gapBefore(reading, index) ?? "\n")) continue;
    const run = readName(reading, skipTitles(reading, index), "likely");
    if (run === undefined || run.end - run.first < 2) continue;
    const gapAfter = gapBefore(reading, run.end);
    if (gapAfter === undefined || isolatingGap.test(gapAfter)) foundRuns.push(run);
  }
  return foundRuns;
}
