import { commonNouns, functionWords } from "./words/common-nouns.ts";
import { doubtfulFirstNames, firstNames } from "./words/first-names.ts";
import { medicalNames } from "./words/medical-names.ts";
import { nounEndings } from "./words/noun-endings.ts";
import { doubtfulSurnames, surnames } from "./words/surnames.ts";
import { spellingKey } from "./spelling.ts";
import type { Word } from "./split-words.ts";

const maxEndingLength = 14;

/** Returns the word and, for a genitive ("Müllers", "Klaus'"), its base form. */
function baseForms(key: string): string[] {
  const base = key.replace(/['’]s?$/, "");
  return base.endsWith("s") ? [base, base.slice(0, -1)] : [base];
}

const isIn = (list: ReadonlySet<string>, key: string) => baseForms(key).some((form) => list.has(form));

const firstNameSpellings = new Set([...firstNames].map(spellingKey));

/** Returns whether the name is listed, or is a spelling variant of a listed name and not another word. */
function isListedFirstName(key: string): boolean {
  if (isIn(firstNames, key)) return true;
  return (
    key.length > 4 &&
    !commonNouns.has(key) &&
    !functionWords.has(key) &&
    isIn(firstNameSpellings, spellingKey(key))
  );
}

/**
 * Returns whether the word is a first name with no other meaning; every part of a double name ("Karl-Heinz")
 * must be one.
 */
export function isFirstName({ key }: Word): boolean {
  const parts = key.split("-");
  return parts.every((part) => isListedFirstName(part) && !doubtfulFirstNames.has(part));
}

/** Returns whether the word is a first name that may also be another word ("August", "Rose"). */
export function isAnyFirstName({ key }: Word): boolean {
  return key.split("-").every((part) => isListedFirstName(part) || isIn(doubtfulFirstNames, part));
}

/** Returns whether the word is a frequent surname with no other meaning. One part of a double name is enough. */
export function isSurname({ key }: Word): boolean {
  const parts = key.split("-");
  return (
    parts.some((part) => isIn(surnames, part) && !doubtfulSurnames.has(part)) &&
    !parts.some((part) => isMedicalName(part)) &&
    !hasNounEnding(parts.at(-1) ?? "")
  );
}

/** Returns whether the word is a frequent surname, even if it is also another word. */
export function isAnySurname({ key }: Word): boolean {
  return key.split("-").some((part) => isIn(surnames, part));
}

/** Returns whether a part of the word is an eponym of a medical term ("Basedow", "Hashimoto"). */
export function isMedicalName(key: string): boolean {
  return key.split("-").some((part) => isIn(medicalNames, part));
}

/** Returns whether the word is a function word, greeting or sentence opening, in upper or lower case. */
export function isFunctionWord({ key }: Word): boolean {
  return functionWords.has(key);
}

const inflection = ["", "n", "s", "e", "en", "es"];

/** Returns whether the word is listed as a noun, regardless of other meanings. */
export function isCommonNoun({ key }: Word): boolean {
  const last = key.slice(key.lastIndexOf("-") + 1);
  return inflection.some(
    (ending) => last.endsWith(ending) && commonNouns.has(last.slice(0, last.length - ending.length)),
  );
}

function hasNounEnding(key: string): boolean {
  for (let length = Math.min(maxEndingLength, key.length); length >= 3; length -= 1)
    if (nounEndings.has(key.slice(-length))) return true;
  return false;
}

/** Returns whether the word is an abbreviation: "EKG", "HbA1c", "LVEF". */
function isAbbreviation({ text, key }: Word): boolean {
  if (/^\p{Lu}{1,3}s?$/u.test(text)) return true;
  if (/^\p{Lu}{4}$/u.test(text)) return !firstNames.has(key) && !surnames.has(key);
  return /\p{Ll}\p{Lu}/u.test(text.replace(/^(?:Mc|Mac|De|Di|Von|Al)(?=\p{Lu})/u, ""));
}

const drugEnding =
  /(?:osin|yrox|idin|prazol|sartan|statin|cillin|mycin|oxacin|olol|dipin|zepam|xaban|gliptin|flozin|parin|triptan|mol|fen)$/;

/** Returns whether a word after a first name can be the surname; almost any can. */
export function canFollowFirstName(word: Word): boolean {
  if (isAnySurname(word)) return true;
  return !isCommonNoun(word) && !isAbbreviation(word) && !drugEnding.test(word.key);
}

/** Returns whether a capitalized word can be a person without a form of address. */
export function canBeName(word: Word): boolean {
  if (!word.isCapital || isFunctionWord(word) || isAbbreviation(word)) return false;
  if (isAnyFirstName(word)) return true;
  if (isCommonNoun(word) || (isMedicalName(word.key) && !isAnySurname(word))) return false;
  return isSurname(word) || !hasNounEnding(word.key);
}
