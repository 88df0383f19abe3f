import { type NameRun, readName, skipTitles } from "./name-run.ts";
import { closingWords } from "./name-words.ts";
import { gapBefore, type Reading } from "./split-words.ts";

/** Words behind a closing ("Mit freundlichen Grüßen") in which a signature can stand. */
const reach = 24;
const apart = /^(?:[\s,]*\n\s*|[ \t]{3,}|\s*)$/;

/** Names of two words and more that stand for themselves below the last closing, side by side or in lines. */
export function signatureNames(reading: Reading): NameRun[] {
  const closing = reading.words.findLastIndex(({ key }) => closingWords.has(key) && key !== "ich");
  if (closing === -1) return [];
  const last = Math.min(closing + reach, reading.words.length - 1);
  const found: NameRun[] = [];
  for (let index = closing + 1; index <= last; index += 1) {
    if (!/\n| {3}|\t/.test(gapBefore(reading, index) ?? "\n")) continue;
    const run = readName(reading, skipTitles(reading, index), "likely");
    if (run === undefined || run.end - run.first < 2) continue;
    const behind = gapBefore(reading, run.end);
    if (behind === undefined || apart.test(behind)) found.push(run);
  }
  return found;
}
