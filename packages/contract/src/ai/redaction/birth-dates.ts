import { type WrittenDate, writtenDateKey } from "./dates.ts";
import type { Finding } from "./kinds.ts";

/** A date of birth, and the start of its label ("geb. am"). */
export type BirthDate = Finding & { cueStart: number };

const cueBefore =
  /(?:(?<!\p{L})geb(?:oren(?:e[nrms]?)?|urtsdatum|urtstag)?(?![\p{Ll}])[^\p{N}\n]{0,14}|\*\s{0,2}|(?<!\p{L})(?:gd|geb\.?-? ?dat(?:um|\.)?|dob)\s?[.:]{0,2}\s{0,3})$/iu;
const cueAfter = /^,? (?:in \p{Lu}[\p{L}-]{1,30} )?(?:geboren|zur Welt)(?!\p{L})/u;
const pairBefore = /(?:beide|jeweils)\s(?:am\s)?$/iu;

const windowLength = 36;

/** Returns dates with a birth label or a star. */
export function labelledBirthDates(text: string, dates: readonly WrittenDate[]): BirthDate[] {
  return dates.flatMap(({ start, end }, index): BirthDate[] => {
    // Text before the previous date belongs to that date.
    const windowStart = Math.max(0, start - windowLength, dates[index - 1]?.end ?? 0);
    const textBefore = text.slice(windowStart, start);
    const cue = cueBefore.exec(textBefore);
    if (cue !== null) return [{ start, end, kind: "birthDate", cueStart: windowStart + cue.index }];
    const windowEnd = Math.min(end + windowLength, dates[index + 1]?.start ?? text.length);
    const hasOtherCue = cueAfter.test(text.slice(end, windowEnd)) || pairBefore.test(textBefore);
    return hasOtherCue ? [{ start, end, kind: "birthDate", cueStart: start }] : [];
  });
}

const closeTo =
  /^[\s,;:(|·/–-]{1,4}(?:(?:männlich|weiblich|divers|männl\.|weibl\.|[mwd]\.?)[\s,;:(|·/–-]{1,4})?$/i;
const maxDistance = 20;

/**
 * Returns dates directly after a name or before an insurance number, as in a letterhead. The newest year of the text
 * may be the year of the letter: a date of that year after a name is the date of a signature, unless in parentheses.
 */
export function adjacentBirthDates(
  text: string,
  dates: readonly WrittenDate[],
  others: readonly Finding[],
): Finding[] {
  const newest = Math.max(...dates.map(({ year }) => year));
  const nameEnds = others.filter(({ kind }) => kind === "name").map(({ end }) => end);
  const numberStarts = others.filter(({ kind }) => kind === "insurance").map(({ start }) => start);
  let [names, numbers] = [0, 0];
  return dates
    .filter(({ start, end, year }) => {
      while ((nameEnds[names + 1] ?? Infinity) <= start) names += 1;
      while ((numberStarts[numbers] ?? Infinity) < end) numbers += 1;
      const nameEnd = nameEnds[names] ?? Infinity;
      const isAfterName =
        start - nameEnd <= maxDistance && nameEnd < start && closeTo.test(text.slice(nameEnd, start));
      const numberStart = numberStarts[numbers] ?? Infinity;
      const isBeforeNumber = numberStart - end <= maxDistance && closeTo.test(text.slice(end, numberStart));
      const isOld = year < newest || year < 2000 || dates.length === 1 || text.charAt(start - 1) === "(";
      return isBeforeNumber || (isAfterName && isOld);
    })
    .map(({ start, end }) => ({ start, end, kind: "birthDate" }));
}

/** Returns all other occurrences of known dates of birth, in any format. */
export function repeatedBirthDates(
  text: string,
  dates: readonly WrittenDate[],
  births: readonly Finding[],
): Finding[] {
  const keyOf = ({ start, end }: { start: number; end: number }) =>
    writtenDateKey(text.slice(start, end).toLowerCase());
  const knownKeys = new Set(births.map(keyOf));
  return dates
    .filter((date) => knownKeys.has(keyOf(date)))
    .map(({ start, end }) => ({ start, end, kind: "birthDate" }));
}
