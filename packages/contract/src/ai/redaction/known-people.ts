import {
  adverbsBeforeNames,
  nounSurnames,
  personVerbs,
  prepositionsBeforeNames,
  adjectiveSurnames,
  stateVerbs,
} from "./known-words.ts";
import type { NameRun } from "./name-run.ts";
import { addressWords, likelyWords, particles, titleWords } from "./name-words.ts";
import { gapBefore, type Reading, type Word } from "./split-words.ts";
import { isCommonNoun, isFunctionWord, isMedicalName } from "./word-sense.ts";
import { eponymNouns } from "./words/medical-names.ts";
import { doubtfulSurnames } from "./words/surnames.ts";

/** First names and surnames of the organization's directory, as separate lists. */
export type KnownNames = { readonly firstNames: readonly string[]; readonly lastNames: readonly string[] };

/** The directory, prepared for many texts: words of first names and surnames, and initials, by their key. */
export type KnownPeople = {
  readonly first: ReadonlySet<string>;
  readonly last: ReadonlySet<string>;
  readonly initials: ReadonlySet<string>;
};

const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  ı: "i",
  ł: "l",
  đ: "d",
  ø: "o",
  æ: "ae",
  œ: "oe",
};
const digraphs: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" };

/**
 * Returns a word in lower case without accents and apostrophes, so that "Brzeczyk" equals "Brzęczyk" and
 * "O’Leary" equals "O'Leary".
 */
function keyOf(word: string): string {
  return word
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{M}'’]/gu, "")
    .replace(/[^a-z]/g, (letter) => letters[letter] ?? letter);
}

/** Returns the spellings of a word of a name, including "Oeztuerk" for "Öztürk". */
function spellingsOf(word: string): string[] {
  const normalized = word.normalize("NFC").toLowerCase();
  return [keyOf(normalized), keyOf(normalized.replace(/[äöü]/g, (letter) => digraphs[letter] ?? letter))];
}

/** Prepares a directory. Single letters and particles do not identify a person and are left out. */
export function knownPeople({ firstNames, lastNames }: KnownNames): KnownPeople {
  const wordsOf = (name: string) =>
    name.split(/\s+/).filter((word) => word.length > 1 && !particles.has(word.toLowerCase()));
  const first = firstNames.flatMap((name) => wordsOf(name).flatMap(spellingsOf));
  const last = lastNames.flatMap((name) =>
    wordsOf(name)
      // Each half of a double name also counts.
      .flatMap((word) => [word, ...word.split("-").filter((part) => part.length > 3)])
      .flatMap(spellingsOf),
  );
  return {
    first: new Set(first),
    last: new Set(last),
    initials: new Set(first.map((name) => name.charAt(0))),
  };
}

/** Returns whether the set contains the word or the base form of its genitive. */
function hasWord(set: ReadonlySet<string>, { text }: Word): boolean {
  const key = keyOf(text);
  return set.has(key) || (key.endsWith("s") && set.has(key.slice(0, -1)));
}

/**
 * Returns the name of a known person that starts at a word. A name that is also another word ("Klein", "Koch") needs a
 * first name, an initial or a context where the other word would be unusual.
 */
export function knownPersonAt(people: KnownPeople, reading: Reading, index: number): NameRun | undefined {
  const word = reading.words[index];
  if (word === undefined) return undefined;
  const [isFirst, isLast] = [hasWord(people.first, word), hasWord(people.last, word)];
  const full = isFirst ? nameBeforeSurname(people, reading, index) : undefined;
  if (full !== undefined) return full;
  if (isLast) {
    const reversed = nameBeforeFirstName(people, reading, index);
    if (reversed !== undefined) return reversed;
    if (isSurnameHere(people, reading, index)) return withParticles(reading, index);
  }
  return isFirst && word.isCapital && !isOtherWord(word) && !isEponym(reading, index)
    ? { first: index, end: index + 1 }
    : undefined;
}

/** Returns a name with its first name first: "Tom Weiß", "Henrike von Tessen-Wolk", "Anna Maria Koch". */
function nameBeforeSurname(people: KnownPeople, reading: Reading, index: number): NameRun | undefined {
  for (let position = index + 1; position <= index + 3; position += 1) {
    const word = reading.words[position];
    if (word === undefined || !/^(?: |\u00a0|-|\. ?)$/.test(gapBefore(reading, position) ?? "?"))
      return undefined;
    if (hasWord(people.last, word)) return { first: index, end: position + 1 };
    if (!particles.has(word.key) && !hasWord(people.first, word) && word.text.length > 1) return undefined;
  }
  return undefined;
}

/** Returns a name with its surname first: "Weiß, Tom", "Koch S.". */
function nameBeforeFirstName(people: KnownPeople, reading: Reading, index: number): NameRun | undefined {
  const nextWord = reading.words[index + 1];
  if (nextWord === undefined || !/^,? $/.test(gapBefore(reading, index + 1) ?? "?")) return undefined;
  return hasWord(people.first, nextWord) && nextWord.isCapital && !isOtherWord(nextWord)
    ? { first: index, end: index + 2 }
    : undefined;
}

/**
 * Includes the particles before a surname ("v. Tessen-Wolk"), but not "von" and "zu", which are also prepositions
 * ("diktiert von Koch").
 */
function withParticles(reading: Reading, index: number): NameRun {
  let first = index;
  const isParticle = ({ key }: Word) => particles.has(key) || key === "v";
  while (index - first < 3) {
    const previousWord = reading.words[first - 1];
    const isOwn =
      previousWord !== undefined &&
      !previousWord.isCapital &&
      isParticle(previousWord) &&
      !/^(?:auf|von|zu|vom|zum|zur)$/.test(previousWord.key);
    if (previousWord === undefined || !isOwn || !/^\.? $/.test(gapBefore(reading, first) ?? "?")) break;
    first -= 1;
  }
  return { first, end: index + 1 };
}

/** Returns whether the word has a meaning besides the name. */
function isOtherWord(word: Word): boolean {
  const { key } = word;
  return (
    isCommonNoun(word) ||
    isFunctionWord(word) ||
    isMedicalName(key) ||
    doubtfulSurnames.has(key) ||
    adjectiveSurnames.has(key) ||
    nounSurnames.has(key) ||
    (key.endsWith("s") && doubtfulSurnames.has(key.slice(0, -1)))
  );
}

/** Returns whether the name is an eponym in a medical term: "Morbus Basedow", "Weber-Fraktur". */
function isEponym(reading: Reading, index: number): boolean {
  const isJoined = (at: number) => /^[ .-]{1,2}$/.test(gapBefore(reading, at) ?? "?");
  const previousKey = reading.words[index - 1]?.key ?? "";
  const nextKey = reading.words[index + 1]?.key ?? "";
  return (
    (isJoined(index) && (eponymNouns.has(previousKey) || previousKey === "m")) ||
    (isJoined(index + 1) && eponymNouns.has(nextKey))
  );
}

const isEnd = (gap: string | undefined) => gap === undefined || /[.,;:!?)\n]/.test(gap) || gap === "";

function isSurnameHere(people: KnownPeople, reading: Reading, index: number): boolean {
  const { words } = reading;
  const word = words[index];
  const previousWord = words[index - 1];
  const nextWord = words[index + 1];
  if (word === undefined || isEponym(reading, index)) return false;
  if (!isOtherWord(word)) return word.isCapital || word.key.length > 4;
  if (!word.isCapital) return false;
  const gap = gapBefore(reading, index) ?? "";
  const gapAfter = gapBefore(reading, index + 1);
  const isAdjective = adjectiveSurnames.has(word.key) || adjectiveSurnames.has(word.key.replace(/s$/, ""));
  const isSpaced = previousWord !== undefined && /^[ \u00a0]$/.test(gap);
  const cue = isSpaced ? previousWord.key : "";
  if (isSpaced && isInitialBefore(people, reading, index)) return true;
  if (addressWords.has(cue) || titleWords.has(cue) || likelyWords.has(cue)) return true;
  if (prepositionsBeforeNames.has(cue) || adverbsBeforeNames.has(cue)) return true;
  if (isListed(people, reading, index)) return true;
  const isAlone =
    (previousWord === undefined || /[\n:]/.test(gap)) && (nextWord === undefined || isEnd(gapAfter));
  if (isAlone && !/:/.test(gapAfter ?? "")) return true;
  const beginsSentence = previousWord === undefined || /[.!?:\n]/.test(gap);
  if (beginsSentence) {
    const verb = gapAfter === " " ? (nextWord?.key ?? "") : "";
    return personVerbs.has(verb) || (isAdjective && stateVerbs.has(verb));
  }
  // Inside a sentence, adjectives are not capitalized.
  return isAdjective && !/^\p{Lu}+$/u.test(word.text);
}

function isInitialBefore({ initials }: KnownPeople, { words, text }: Reading, index: number): boolean {
  const previousWord = words[index - 1];
  if (previousWord === undefined || previousWord.text.length !== 1 || text.charAt(previousWord.end) !== ".")
    return false;
  return initials.has(keyOf(previousWord.text));
}

/** Returns whether another known surname is next to this one ("Klein, Koch und Öztürk"). */
function isListed({ last }: KnownPeople, reading: Reading, index: number): boolean {
  const isOther = (at: number, gap: string | undefined) => {
    const otherWord = reading.words[at];
    return (
      otherWord !== undefined &&
      otherWord.isCapital &&
      /^(?:, ?| ?[/&+] ?)$/.test(gap ?? "?") &&
      hasWord(last, otherWord)
    );
  };
  const isJoined = (at: number, joint: number) =>
    /^(?:und|et|and|e)$/.test(reading.words[joint]?.key ?? "") && isOther(at, ", ");
  return (
    isOther(index - 1, gapBefore(reading, index)) ||
    isOther(index + 1, gapBefore(reading, index + 1)) ||
    isJoined(index - 2, index - 1) ||
    isJoined(index + 2, index + 1)
  );
}
