import type { BirthDate } from "./birth-dates.ts";
import type { WrittenDate } from "./dates.ts";
import type { Finding } from "./kinds.ts";
import { type KnownPeople, knownPersonAt } from "./known-people.ts";
import { type NameRun, readName, skipTitles } from "./name-run.ts";
import { nameAt } from "./name-triggers.ts";
import { addressWords, particles, titleWords } from "./name-words.ts";
import { signatureNames } from "./signatures.ts";
import { gapBefore, type Reading, type Word, wordIndexAt } from "./split-words.ts";
import { canBeName, isCommonNoun, isFunctionWord, isMedicalName } from "./word-sense.ts";

/**
 * Finds names of people, without titles. `people` are those of the organization's directory. Visits each word a bounded
 * number of times.
 */
export function findNames(
  reading: Reading,
  births: readonly BirthDate[],
  dates: readonly WrittenDate[],
  people: KnownPeople,
): Finding[] {
  const takenWords = new Set<number>();
  const runs: NameRun[] = [];
  const add = (run: NameRun | undefined) => {
    if (run === undefined || takenWords.has(run.first) || takenWords.has(run.end - 1)) return;
    for (let index = run.first; index < run.end; index += 1) takenWords.add(index);
    runs.push(run);
  };
  for (const birth of births) add(nameBefore(reading, birth.cueStart));
  for (let index = 0; index < reading.words.length; index += 1)
    if (!takenWords.has(index))
      add(longerName(knownPersonAt(people, reading, index), nameAt(reading, index)));
  add(closingName(reading));
  for (const date of dates) add(entryBefore(reading, date.start));
  for (const run of signatureNames(reading)) add(run);
  for (const run of repeatedNames(reading, runs, takenWords)) add(run);
  return runs.map((run) => toFinding(reading, run)).toSorted((left, right) => left.start - right.start);
}

/** Returns the longer of two names at the same word; the first may be contained in the second. */
function longerName(first: NameRun | undefined, second: NameRun | undefined): NameRun | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return second.first <= first.first && second.end >= first.end ? second : first;
}

function toFinding({ text, words }: Reading, { first, end }: NameRun): Finding {
  const last = words[end - 1];
  const isInitial = last !== undefined && last.end - last.start === 1 && text.charAt(last.end) === ".";
  return { start: words[first]?.start ?? 0, end: (last?.end ?? 0) + (isInitial ? 1 : 0), kind: "name" };
}

/** Returns up to five possible name words directly before a date of birth: "Musterfrau, Anna, geb. …". */
function nameBefore(reading: Reading, offset: number): NameRun | undefined {
  const end = wordIndexAt(reading, offset);
  const last = reading.words[end - 1];
  if (last === undefined || !/^[\s,;(|·:–/-]{0,4}$/.test(reading.text.slice(last.end, offset)))
    return undefined;
  let first = end;
  while (end - first < 5) {
    const word = reading.words[first - 1];
    const isParticle = word !== undefined && first < end && particles.has(word.key);
    if (word === undefined || !(isParticle || canBeName(word)) || isTitle(word)) break;
    if (first < end && !/^(?: |, |-|\. ?| ?[|;] ?|\t)$/.test(gapBefore(reading, first) ?? "?")) break;
    first -= 1;
  }
  while (first < end && particles.has(reading.words[first]?.key ?? "") && !reading.words[first]?.isCapital)
    first += 1;
  return first < end ? { first, end } : undefined;
}

/**
 * Returns whether a word follows punctuation, a bracket or "und", "mit", "für" or "von", as opposed to an
 * article or adjective.
 */
function beginsPart(reading: Reading, index: number): boolean {
  const gap = gapBefore(reading, index);
  return (
    gap === undefined ||
    gap.trim() !== "" ||
    /^(?:und|mit|für|von)$/.test(reading.words[index - 1]?.key ?? "")
  );
}

/**
 * Returns at least two possible name words at the start of a line or field, as in "Hirnschrodt Ruperta, 22.10.2018".
 */
function entryBefore(reading: Reading, offset: number): NameRun | undefined {
  const run = nameBefore(reading, offset);
  if (run === undefined || run.end - run.first < 2) return undefined;
  const isEntry = run.first === 0 || /[\n:|•]|- $/.test(gapBefore(reading, run.first) ?? "");
  const isTitled = isTitle(reading.words[run.first - 1] ?? noWord);
  return isEntry || isTitled ? run : undefined;
}

const noWord: Word = { text: "", key: "", start: 0, end: 0, isCapital: false };

const isTitle = ({ key, end, start }: Word) =>
  (addressWords.has(key) || titleWords.has(key)) && end - start < 5;

/** Returns a name on its own at the end of a letter, without a full stop. */
function closingName(reading: Reading): NameRun | undefined {
  const { text, words } = reading;
  const end = words.length;
  if (!/^\s*$/.test(text.slice(words[end - 1]?.end ?? 0))) return undefined;
  let first = end;
  while (end - first < 4 && first > 0 && words[first - 1]?.isCapital === true) {
    first -= 1;
    if (!/^[ .-]{1,2}$/.test(gapBefore(reading, first) ?? "?")) break;
  }
  const gap = gapBefore(reading, first) ?? "";
  const startsSentence = first === 0 ? false : /\n|[.!?] $/.test(gap);
  const run = startsSentence ? readName(reading, skipTitles(reading, first), "likely") : undefined;
  return run?.end === end ? run : undefined;
}

/** Returns other occurrences of the names that were found, including the genitive. */
function repeatedNames(reading: Reading, runs: readonly NameRun[], taken: ReadonlySet<number>): NameRun[] {
  const knownKeys = new Set<string>();
  for (const { first, end } of runs)
    for (const word of reading.words.slice(first, end))
      if (word.isCapital && word.key.length > 2 && !isCommonNoun(word)) {
        knownKeys.add(word.key);
        knownKeys.add(word.key.replace(/['’]?s?$/, ""));
      }
  return reading.words.flatMap((word, index): NameRun[] => {
    if (!word.isCapital || taken.has(index) || isFunctionWord(word) || isMedicalName(word.key)) return [];
    const isKnown = knownKeys.has(word.key) || knownKeys.has(word.key.replace(/['’]?s$/, ""));
    if (!isKnown) return [];
    const previousWord = reading.words[index - 1];
    // "Hodan Warsame" after "Abdi Warsame": the word before a known surname is a first name.
    const isFull =
      previousWord !== undefined &&
      !taken.has(index - 1) &&
      gapBefore(reading, index) === " " &&
      canBeName(previousWord) &&
      beginsPart(reading, index - 1);
    return [{ first: isFull && !isTitle(previousWord) ? index - 1 : index, end: index + 1 }];
  });
}
