import { particles, personalAddresses, titleWords } from "./name-words.ts";
import { gapBefore, type Reading } from "./split-words.ts";
import {
  canBeName,
  canFollowFirstName,
  isAnyFirstName,
  isAnySurname,
  isCommonNoun,
  isFirstName,
  isFunctionWord,
  isSurname,
} from "./word-sense.ts";

/** Range of words that form a name: index of the first word, and exclusive end. */
export type NameRun = { first: number; end: number };

/** Level of trust: `sure` after a form of address, `likely` after a word that often introduces a person. */
export type Trust = "sure" | "likely";

const maxNameWords = 5;
const maxTitles = 8;
const adjacent = /^(?: |\u00a0|\.? ?-|\. ?| ?\/ ?)$/;

/** Returns the index of the first word after titles ("Dr. med.", "Dipl.-Psych."). */
export function skipTitles(reading: Reading, index: number): number {
  let next = index;
  while (
    next - index < maxTitles &&
    titleWords.has(reading.words[next]?.key ?? "") &&
    /^[.\-– ,()]{0,3}\s?$/.test(gapBefore(reading, next + 1) ?? "?")
  )
    next += 1;
  return next;
}

/**
 * Reads the name that starts at a word, first name or surname first, with initials and particles. Returns
 * undefined if the word cannot be a name at that level of trust.
 */
export function readName(reading: Reading, first: number, trust: Trust): NameRun | undefined {
  let end = trust === "sure" || reading.words[first]?.isCapital ? skipParticles(reading, first) : first;
  const word = reading.words[end];
  if (word === undefined || !word.isCapital || isFunctionWord(word)) return undefined;
  const isInitial = isInitialAt(reading, end);
  // Accept "Frau Nacht", but not "Herr Kollege".
  const isAddressed = personalAddresses.has(reading.words[end - 1]?.key ?? "") && !titleWords.has(word.key);
  if (
    trust === "sure"
      ? isCommonNoun(word) && !isAnySurname(word) && !isAddressed
      : !isInitial && !canBeName(word)
  )
    return undefined;
  let hasSurname = !isAnyFirstName(word) && !isInitial;
  end += 1;
  while (end - first < maxNameWords) {
    const gap = gapBefore(reading, end) ?? "?";
    const position = adjacent.test(gap) && !hasSurname ? skipParticles(reading, end) : end;
    const nextWord = reading.words[position];
    if (nextWord === undefined) break;
    const isReversed = hasSurname && /^, ?$/.test(gap) && isFirstName(nextWord);
    if (!isReversed && !adjacent.test(gap)) break;
    if (gap.includes(".") && !isInitialAt(reading, end - 1)) break;
    if (!canContinueName(reading, position, hasSurname, end - first)) break;
    hasSurname ||= !isAnyFirstName(nextWord) && !isInitialAt(reading, position);
    end = position + 1;
  }
  // A single letter is not a name.
  return end - first === 1 && isInitial ? undefined : { first, end };
}

function canContinueName(reading: Reading, at: number, hasSurname: boolean, length: number): boolean {
  const word = reading.words[at];
  if (word === undefined || !word.isCapital || isFunctionWord(word)) return false;
  if (isFirstName(word) || isInitialAt(reading, at)) return true;
  // After a first name, almost any word is the surname; after a surname, most are not.
  if (!hasSurname) return canFollowFirstName(word);
  if (length > 1) return isSurname(word);
  return isSurname(word) || isAnyFirstName(word) || (canBeName(word) && !/^\p{Lu}+$/u.test(word.text));
}

function skipParticles({ words }: Reading, index: number): number {
  let next = index;
  while (next - index < 3 && particles.has(words[next]?.key ?? "") && words[next + 1] !== undefined)
    next += 1;
  return words[next]?.isCapital === true ? next : index;
}

/** Returns whether the word is an initial: "H." or "Th." before a name, or "L." after one. */
export function isInitialAt({ text, words }: Reading, index: number): boolean {
  const word = words[index];
  if (word === undefined || !word.isCapital || word.end - word.start > 2 || titleWords.has(word.key))
    return false;
  if (
    !/^[\s(/,;&-]?$/.test(text.charAt(word.start - 1)) ||
    /\d $/.test(text.slice(Math.max(0, word.start - 2), word.start))
  )
    return false;
  return text.charAt(word.end) === "." && (word.end - word.start === 1 || /^(?:Th|Ch|Ph)$/.test(word.text));
}
