import { findAddresses } from "./addresses.ts";
import { adjacentBirthDates, labelledBirthDates, repeatedBirthDates } from "./birth-dates.ts";
import { findDates } from "./dates.ts";
import { findEmails } from "./emails.ts";
import { findIbans } from "./ibans.ts";
import { findInsuranceNumbers } from "./insurance-numbers.ts";
import type { Finding } from "./kinds.ts";
import { type KnownPeople, knownPeople } from "./known-people.ts";
import { readLowerCase } from "./lower-case.ts";
import { findNames } from "./names.ts";
import { findPhones } from "./phones.ts";
import { readWords } from "./split-words.ts";

/**
 * Finds data that may identify a person in a German medical text, in text order, without overlaps, with offsets in
 * UTF-16 units. It does not find everything; users review the result before sending. `people` are those of the
 * organization's directory, whose names are found with less context. Runs in linear time.
 */
export function findSensitive(text: string, people: KnownPeople = emptyDirectory): Finding[] {
  const reading = readLowerCase(readWords(text));
  const dates = findDates(text);
  const insurance = findInsuranceNumbers(text);
  const births = labelledBirthDates(text, dates);
  const names = findNames(reading, births, dates, people);
  const adjacent = adjacentBirthDates(text, dates, [...names, ...insurance]);
  // Where findings overlap, kinds with a strict format take precedence.
  return withoutOverlaps([
    findEmails(text),
    findIbans(text),
    insurance,
    // These include the labeled dates.
    repeatedBirthDates(text, dates, [...births, ...adjacent]),
    findPhones(text),
    findAddresses(reading),
    names,
  ]);
}

const emptyDirectory = knownPeople({ firstNames: [], lastNames: [] });

/**
 * Merges lists of findings in text order. Of overlapping findings, the one in the earlier list is kept, or else the
 * earlier.
 */
function withoutOverlaps(lists: readonly (readonly Finding[])[]): Finding[] {
  let keptFindings: Finding[] = [];
  for (const list of lists) {
    const merged: Finding[] = [];
    let nextIndex = 0;
    for (const finding of list) {
      while ((keptFindings[nextIndex]?.end ?? Infinity) <= finding.start)
        merged.push(...keptFindings.slice(nextIndex, ++nextIndex));
      const isFree =
        (keptFindings[nextIndex]?.start ?? Infinity) >= finding.end &&
        (merged.at(-1)?.end ?? 0) <= finding.start;
      if (isFree) merged.push(finding);
    }
    keptFindings = [...merged, ...keptFindings.slice(nextIndex)];
  }
  return keptFindings;
}
