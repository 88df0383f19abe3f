import { gapBefore, type Reading, wordIndexAt } from "./split-words.ts";
import { commonNouns } from "./words/common-nouns.ts";
import { canBeName, isCommonNoun, isFunctionWord } from "./word-sense.ts";

/** A place that has a postal code or is labeled as a residence. */
export type Place = { start: number; end: number; isSure: boolean };

const postalCode = /(?<![\p{L}\p{N}.,/+-])(?:(?:D|A|CH|FL)[- ])?(\d{4,5})[ \u00a0]{1,2}(?=\p{Lu})/gu;
const homeCue =
  /(?:wohnhaft|wohnt|wohne|wohnen|lebt|lebe|leben|wohnort|ansässig|gemeldet|beiden)(?:\s(?:jetzt|nun|derzeit|seit \d{4}|allein|wieder))?(?:\s?:\s?|\s)(?:in\s)?(?=\p{Lu})/gu;

const listedPlaces = new Set(
  "berlin hamburg münchen wien zürich bern köln frankfurt essen halle hof".split(" "),
);
const connectors = new Set("an am im in bei ob der dem den a d i".split(" "));

/** Finds postal codes with their places, and places of residence. */
export function findPlaces(reading: Reading): Place[] {
  const { text } = reading;
  const coded = [...text.matchAll(postalCode)].flatMap(({ 0: found, 1: code = "", index }): Place[] => {
    const end = placeEnd(reading, wordIndexAt(reading, index + found.length - 1));
    // Four digits are more likely a year than a postal code.
    const isSure = code.length === 5 || found.length > 7;
    return end === undefined ? [] : [{ start: index, end, isSure }];
  });
  const homes = [...text.matchAll(homeCue)].flatMap(({ 0: found, index }): Place[] => {
    const start = index + found.length;
    const end =
      found.includes(" in ") || found.includes(":")
        ? placeEnd(reading, wordIndexAt(reading, start))
        : undefined;
    return end === undefined ? [] : [{ start, end, isSure: true }];
  });
  return [...coded, ...homes].toSorted((left, right) => left.start - right.start);
}

/** Returns the end of a place without a postal code after a street ("Gerberweg 2 in Essen"); undefined without one. */
export function placeAfter(reading: Reading, streetEnd: number): number | undefined {
  if (!/^(?: in |, in )\p{Lu}/u.test(reading.text.slice(streetEnd, streetEnd + 6))) return undefined;
  return placeEnd(reading, wordIndexAt(reading, streetEnd + 1) + 1);
}

/** Returns whether the text before the offset suggests that an address follows. */
export function isAddressCue(text: string, start: number): boolean {
  return /(?:wohnhaft|wohnt|wohne|lebt|lebe|wh\.?|anschrift|adresse|adr\.?|straße|strasse|abholung|hausbesuch|hb)[^\n.]{0,28}$/i.test(
    text.slice(Math.max(0, start - 40), start),
  );
}

function placeEnd(reading: Reading, index: number): number | undefined {
  const first = reading.words[index];
  if (first === undefined || !isPlaceWord(reading, index)) return undefined;
  let [last, next] = [index, index + 1];
  while (next - index < 5 && isSpaceBefore(reading, next)) {
    const word = reading.words[next];
    if (word === undefined) break;
    if (isPlaceWord(reading, next) || /^[A-Z]{2}$/.test(word.text)) last = next;
    else if (!connectors.has(word.key)) break;
    next += 1;
  }
  const end = reading.words[last]?.end ?? first.end;
  return /^ \(\p{L}{1,20}\)/u.test(reading.text.slice(end, end + 23))
    ? reading.text.indexOf(")", end) + 1
    : end;
}

/** Returns whether a space precedes the word, or the full stop of "St. Gallen" and "Frankfurt a. M." */
function isSpaceBefore(reading: Reading, index: number): boolean {
  const gap = gapBefore(reading, index);
  return (
    gap === " " ||
    gap === "\u00a0" ||
    (gap === ". " && /^(?:st|a|d|i|o|b)$/.test(reading.words[index - 1]?.key ?? ""))
  );
}

function isPlaceWord({ words }: Reading, index: number): boolean {
  const word = words[index];
  if (word === undefined || !word.isCapital || isFunctionWord(word)) return false;
  return (
    listedPlaces.has(word.key) ||
    (word.key === "bad" && words[index + 1]?.isCapital === true) ||
    words[index - 1]?.text === "Bad" ||
    canBePlace(word)
  );
}

const canBePlace = (word: Reading["words"][number]) =>
  canBeName(word) ||
  (/^[^-]*-/.test(word.key) && !commonNouns.has(word.key.slice(0, word.key.indexOf("-")))) ||
  (!isCommonNoun(word) && /(?:stadt|burg|berg|hausen|heim|dorf|bach|feld|münde|ingen|bad)$/.test(word.key));
