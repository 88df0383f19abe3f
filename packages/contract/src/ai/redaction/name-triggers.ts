import { addressWords, closingWords, labelWords, likelyWords, nameFields } from "./name-words.ts";
import { type NameRun, isInitialAt, readName, skipTitles } from "./name-run.ts";
import { gapBefore, type Reading } from "./split-words.ts";
import {
  canBeName,
  isAnyFirstName,
  isAnySurname,
  isFirstName,
  isFunctionWord,
  isMedicalName,
  isSurname,
} from "./word-sense.ts";
import { eponymNouns } from "./words/medical-names.ts";

const afterCue = /^(?:[.:]{0,2}-?[ \u00a0]{0,3}(?:\r?\n\s{0,2})?|[:.]?\s?[„"(]|\s?[/|]{1,2}\s?)$/;
const afterClosing = /^[.,!]?[ \u00a0]?\s{0,3}$/;
const label = /^[.-]?\s{0,2}:\s{0,4}$/;

/** Returns the name that the word introduces or starts; undefined otherwise. */
export function nameAt(reading: Reading, index: number): NameRun | undefined {
  return (
    introducedName(reading, index) ??
    initialedName(reading, index) ??
    knownName(reading, index) ??
    unknownPair(reading, index)
  );
}

function introducedName(reading: Reading, index: number): NameRun | undefined {
  const key = reading.words[index]?.key ?? "";
  const gap = gapBefore(reading, index + 1) ?? "?";
  if (addressWords.has(key) && /^[. \u00a0-]{1,3}$|^[.,]?\s?\n$/.test(gap))
    return readName(reading, skipTitles(reading, index + 1), "sure");
  if (nameFields.has(key) && label.test(gap))
    return readName(reading, skipTitles(reading, index + 1), "sure");
  const isAfterCue = afterCue.test(gap) || (closingWords.has(key) && afterClosing.test(gap));
  if (key === "ist" && /^(?:name|hier)$/.test(reading.words[index - 1]?.key ?? ""))
    return readName(reading, skipTitles(reading, index + 1), "likely");
  if (!likelyWords.has(key) || !isAfterCue) return undefined;
  if (labelWords.has(key) && !label.test(gap)) return undefined;
  return readName(reading, skipTitles(reading, index + 1), "likely");
}

const lettered = /^(?:typ|grad|stadium|gruppe|klasse|hepatitis|vitamin|influenza|child|weber|station)$/;

/** Returns a name after an initial: "H. Wackerbarth", but not "M. Crohn" and not "z. B. Metformin". */
function initialedName(reading: Reading, index: number): NameRun | undefined {
  if (!isInitialAt(reading, index)) return undefined;
  const previousWord = reading.words[index - 1];
  const isLetter =
    previousWord !== undefined &&
    gapBefore(reading, index) === ". " &&
    previousWord.end - previousWord.start === 1;
  // In "Tympanogramm Typ A. Reflexe", the letter belongs to the previous word.
  const follows = isLetter || lettered.test(previousWord?.key ?? "");
  const name = follows ? undefined : readName(reading, index, "likely");
  const lastWord = name && reading.words[name.end - 1];
  return lastWord !== undefined && canBeName(lastWord) && !isInitialAt(reading, (name?.end ?? 0) - 1)
    ? name
    : undefined;
}

/** Returns a known name, even with the surname first ("Demirci, Ayşe", "HUBER Josefa"). */
function knownName(reading: Reading, index: number): NameRun | undefined {
  const word = reading.words[index];
  if (word === undefined || !word.isCapital || isFunctionWord(word)) return undefined;
  const isKnown = isFirstName(word) || isSurname(word);
  if (!isKnown && !isAnyFirstName(word)) return undefined;
  const name = readName(reading, index, "likely");
  if (name === undefined || isEponym(reading, name)) return undefined;
  const isAlone = name.end - name.first === 1;
  if (!isFirstName(word)) {
    const isDoubtful = !isKnown && (isAlone || !canBeNameAt(reading, name.end - 1));
    return isDoubtful ? undefined : name;
  }
  const onlyFirstNames = reading.words
    .slice(name.first, name.end)
    .every((nameWord) => isAnyFirstName(nameWord));
  const surname = reading.words[index - 1];
  const gap = gapBefore(reading, index);
  const isReversed =
    surname !== undefined &&
    canBeName(surname) &&
    !isAnyFirstName(surname) &&
    (gap === ", " ||
      (/^ ?[|;] ?$|^\t$/.test(gap ?? "") && beginsEntry(reading, index - 1)) ||
      (gap === " " && onlyFirstNames && beginsEntry(reading, index - 1)));
  return isReversed ? { first: index - 1, end: name.end } : name;
}

/**
 * Returns whether a surname can precede its first name here: in capitals, a frequent surname, or first in a
 * line or field.
 */
function beginsEntry(reading: Reading, index: number): boolean {
  const word = reading.words[index];
  if (word === undefined) return false;
  const isSurnameLike = /^\p{Lu}{4,}$/u.test(word.text) || isSurname(word);
  return isSurnameLike || index === 0 || /[\n:(/|·"„]|- $/.test(gapBefore(reading, index) ?? "\n");
}

const surnameEnding =
  /(?:landt|dieck|d[öo]rf+er|st[aäe]t+er|wirth|k[öo]tter|gruber|lechner|egger|steiner|acher|[aäe]cker|h[aä]user|kofer|schmi(?:d|dt|ed)|m[üuö]ller|scheid|hoff|hold|wig|win|bold|brink|rath|fleisch|horn|stock|auer|mann|berger|huber|[mb]a[iy]er|meyer|meier|bauer|hofer|inger|ski|ska|cki|czyk|wicz|itz|enko|idis|poulos|iou|kis|ić|ic|oğlu|oglu|yan|ssen|rsen|nsen|sson|thal|feld|kamp|brock|ova|eva|ov|ev|uk|ez|ini|etti|elli|oni|adze|shvili|wood|ska|dorf|hausen|bach|brandt|horst|tzky|sky|mann|hardt|fried|rich|bert|olt)$/;
const dative = /^(?:für|von)$/;

/**
 * Returns two adjacent words that cannot be nouns, if the second has a typical surname ending or "für" or
 * "von" precedes them.
 */
function unknownPair(reading: Reading, index: number): NameRun | undefined {
  const [first, second] = [reading.words[index], reading.words[index + 1]];
  if (first === undefined || second === undefined || gapBefore(reading, index + 1) !== " ") return undefined;
  const isPair = [first, second].every((word) => canBeName(word) && /^\p{Lu}\p{Ll}{2,}/u.test(word.text));
  const isInside = [index, index + 2].some(
    (at) =>
      reading.words[at === index ? index - 1 : at]?.isCapital === true &&
      /^[ -]$/.test(gapBefore(reading, at) ?? "?"),
  );
  const name = { first: index, end: index + 2 };
  const isPerson =
    isAnySurname(second) ||
    surnameEnding.test(second.key) ||
    dative.test(reading.words[index - 1]?.key ?? "");
  return isPair && isPerson && !isInside && !isEponym(reading, name) ? name : undefined;
}

/** Returns whether the word at the index can be a name rather than a noun. */
function canBeNameAt({ words }: Reading, index: number): boolean {
  const word = words[index];
  return word !== undefined && canBeName(word);
}

function isEponym(reading: Reading, { first, end }: NameRun): boolean {
  const previousKey = reading.words[first - 1]?.key ?? "";
  const nextKey = reading.words[end]?.key ?? "";
  const isJoined = /^[ .-]{1,2}$/.test(gapBefore(reading, first) ?? "?");
  const isFollowed = /^[ -]$/.test(gapBefore(reading, end) ?? "?");
  const singleWord = end - first === 1 ? reading.words[first] : undefined;
  return (
    (isJoined && eponymNouns.has(previousKey)) ||
    (isFollowed && eponymNouns.has(nextKey)) ||
    (singleWord !== undefined && isMedicalName(singleWord.key) && !isFirstName(singleWord)) ||
    (previousKey === "m" && gapBefore(reading, first) === ". ")
  );
}
