import { findAddresses } from "./addresses.ts";
import { adjacentBirthDates, labelledBirthDates, repeatedBirthDates } from "./birth-dates.ts";
import { findDates } from "./dates.ts";
import { findEmails } from "./emails.ts";
import { findIbans } from "./ibans.ts";
import { findInsuranceNumbers } from "./insurance-numbers.ts";
import type { Finding } from "./kinds.ts";
import { readLowerCase } from "./lower-case.ts";
import { findNames } from "./names.ts";
import { findPhones } from "./phones.ts";
import { readWords } from "./split-words.ts";

/**
 * Marks what may tell who somebody is in a German text of a practice: in the order of the text, without overlaps,
 * offsets in UTF-16 units. It finds much and not everything; people look over it before they send.
 * Takes time in proportion to the length of the text.
 */
export function findSensitive(text: string): Finding[] {
  const reading = readLowerCase(readWords(text));
  const dates = findDates(text);
  const insurance = findInsuranceNumbers(text);
  const births = labelledBirthDates(text, dates);
  const names = findNames(reading, births, dates);
  const adjacent = adjacentBirthDates(text, dates, [...names, ...insurance]);
  // What is sure by its form wins where two overlap.
  return withoutOverlaps([
    findEmails(text),
    findIbans(text),
    insurance,
    // Those that are called so are among them.
    repeatedBirthDates(text, dates, [...births, ...adjacent]),
    findPhones(text),
    findAddresses(reading),
    names,
  ]);
}

/** Earlier lists win; inside one list the earlier finding. Each list is in the order of the text. */
function withoutOverlaps(lists: readonly (readonly Finding[])[]): Finding[] {
  let kept: Finding[] = [];
  for (const list of lists) {
    const merged: Finding[] = [];
    let next = 0;
    for (const finding of list) {
      while ((kept[next]?.end ?? Infinity) <= finding.start) merged.push(...kept.slice(next, ++next));
      const isFree =
        (kept[next]?.start ?? Infinity) >= finding.end && (merged.at(-1)?.end ?? 0) <= finding.start;
      if (isFree) merged.push(finding);
    }
    kept = [...merged, ...kept.slice(next)];
  }
  return kept;
}
