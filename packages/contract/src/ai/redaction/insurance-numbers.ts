import { hasSocialShape, isAhvNumber, isInsuredNumber, isSocialNumber } from "./check-digits.ts";
import type { Finding } from "./kinds.ts";

const insured = /(?<![\p{L}\p{N}])[a-z][ \u00a0]?\d{3}[ \u00a0]?\d{3}[ \u00a0]?\d{3}(?![\p{L}\p{N}])/giu;
const ahv = /(?<![\p{L}\p{N}.])756[. \u00a0]?\d{4}[. \u00a0]?\d{4}[. \u00a0]?\d{2}(?![\p{L}\p{N}])/gu;
const social = /(?<![\p{L}\p{N}.,/-])\d{4}[ \u00a0/-]?\d{6}(?![\p{L}\p{N}])/gu;
/** German pension insurance number: area, date of birth, initial, serial number and check digit. */
const pension =
  /(?<![\p{L}\p{N}])\d{2} ?(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{2} ?[A-Z] ?\d{3}(?![\p{L}\p{N}])/gu;

const cue = /(?:vers|kv|sv|ahv|mitglied|karten?|vn)[^\n\d]{0,25}$/i;

/** Finds German, Austrian and Swiss insurance numbers. A number with a typo counts only after a label. */
export function findInsuranceNumbers(text: string): Finding[] {
  const isLabelled = (start: number) => cue.test(text.slice(Math.max(0, start - 32), start));
  const matches = (pattern: RegExp, accepts: (compact: string, written: string, start: number) => boolean) =>
    [...text.matchAll(pattern)]
      .filter(({ 0: found, index }) =>
        accepts(found.replaceAll(/[^a-z0-9]/gi, "").toUpperCase(), found, index),
      )
      .map(({ 0: found, index }): Finding => ({
        start: index,
        end: index + found.length,
        kind: "insurance",
      }));
  return [
    ...matches(insured, (compact, _, start) => isInsuredNumber(compact) || isLabelled(start)),
    ...matches(ahv, (compact, written) => isAhvNumber(compact) || written.includes(".")),
    ...matches(
      social,
      (compact, _, start) => isSocialNumber(compact) || (hasSocialShape(compact) && isLabelled(start)),
    ),
    ...matches(pension, () => true),
  ].toSorted((a, b) => a.start - b.start);
}
