import { gapBefore, type Reading } from "./split-words.ts";
import { canBeName, isFunctionWord } from "./word-sense.ts";

/** A street with its house number. If it is uncertain, it needs an adjacent place or label. */
export type Street = { start: number; end: number; isSure: boolean };

const number =
  /(?:\.?[ \u00a0]?|[ \u00a0](?:Nr\.|Nummer)[ \u00a0])(?:Nr\.? ?)?(\d{1,4}(?:[ \u00a0]?[a-zA-Z](?!\p{L}))?(?:[ \u00a0]?[-–/+][ \u00a0]?\d{1,4}[a-z]?){0,3})(?![\p{L}\p{N}°%]|[.,:]\d|[ \u00a0]?(?:mg|ml|mm|cm|kg|µg|g|l|x|Uhr|%|°|Jahre|Tage|Wochen|Stück|IE|E|J)(?!\p{L}))/uy;
const extra =
  /,?[ \u00a0](?:Hinterhaus|Vorderhaus|Seitenflügel|(?:\d{1,2}\. ?)?(?:OG|EG|DG|UG|Stock|Etage)(?:[ ,]{1,2}(?:links|rechts|mitte))?|(?:Whg|Top|Stiege|Tür|Apt|Zi|Zimmer|App)\.? ?\d{1,3}|c\/o \p{Lu}\p{L}{1,30})/uy;

const sureEnding = /(?:stra(?:ß|ss)e|str|gasse|allee|weg|platz|chaussee|gässli|gass|damm)$/;
const otherEnding =
  /(?:ring|ufer|hof|höfe|höfen|graben|berg|feld|dorf|hang|markt|wall|steig|stieg|pfad|promenade|winkel|park|garten|gärten|bogen|kamp|busch|rain|anger|halde|leiten|tor|brücke|mühle|bach|wiese|grund|weiher|brunnen|kai|stiege|zeile|twiete|reihe|siedlung|koppel|redder|turm|see|sand|gang|steg|strasse|brink|horst|diele|matte|rue|via|avenue|chemin|route|place|quai)$/;
const beginnings = new Set(
  "am an auf im in zum zur hinter hinterm unter unterm überm bei beim vor rue via avenue chemin route place quai".split(
    " ",
  ),
);
const articles = new Set("den der dem die das de du des la le l".split(" "));
const adjectives = new Set(
  "alte alter alten neue neuer neuen große großer großen kleine kleiner kleinen lange langer langen hohe hoher hohen obere oberer oberen untere unterer unteren".split(
    " ",
  ),
);

/** Finds words followed by a house number, with the preceding words of the street name. */
export function findStreets(reading: Reading): Street[] {
  return reading.words.flatMap((word, index): Street[] => {
    number.lastIndex = word.end;
    const match = number.exec(reading.text);
    if (match === null || (!word.isCapital && !sureEnding.test(word.key)) || isFunctionWord(word)) return [];
    const first = firstWordOf(reading, index);
    // Accept "Leipziger Straße 17", but not "die Straße 12 Meter".
    const isWhole = !/^(?:straße|strasse|str|gasse|damm)$/.test(word.key) || first < index;
    const isSure = sureEnding.test(word.key) && isWhole && word.key !== "weg" && word.key !== "platz";
    const hasBeginning = beginnings.has(reading.words[first]?.key ?? "") && first < index;
    const isPossible = isSure || hasBeginning || otherEnding.test(word.key) || canBeName(word);
    if (!isPossible) return [];
    extra.lastIndex = number.lastIndex;
    const end = extra.test(reading.text) ? extra.lastIndex : number.lastIndex;
    const isNamed = hasBeginning && (canBeName(word) || otherEnding.test(word.key));
    return [
      {
        start: reading.words[first]?.start ?? word.start,
        end,
        isSure: isSure || (isNamed && /^(?:[,;.)\n|·]|$| in )/.test(reading.text.slice(end, end + 4))),
      },
    ];
  });
}

/**
 * Returns the index of the first word of a street name, at most three before its last: "Am Alten Weiher",
 * "Rue de l'Exemple".
 */
function firstWordOf(reading: Reading, index: number): number {
  let first = index;
  while (index - first < 3) {
    const previousWord = reading.words[first - 1];
    if (previousWord === undefined || !/^[ \u00a0.]{1,2}$/.test(gapBefore(reading, first) ?? "?")) break;
    const two = reading.words[first - 2];
    const isArticle = articles.has(previousWord.key) && two?.isCapital === true && beginnings.has(two.key);
    const isAdjective =
      previousWord.isCapital &&
      (adjectives.has(previousWord.key) || (previousWord.key.endsWith("er") && canBeName(previousWord)));
    const isBeginning = beginnings.has(previousWord.key) && previousWord.isCapital;
    if (!isArticle && !isAdjective && !isBeginning) break;
    first -= 1;
    if (isBeginning) break;
  }
  return first;
}
