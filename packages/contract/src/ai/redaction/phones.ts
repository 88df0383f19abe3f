import type { Finding } from "./kinds.ts";

/** Groups of digits. Their shape and the text before them decide whether they are a phone number. */
const digitGroups =
  /(?<![\p{L}\p{N}.,/+-])(?:\+|\()?\d(?:[ \u00a0()/–-]{0,3}\d){4,17}(?![\p{L}\p{N}%°]|[.,:]\d)/gu;
const dotted = /(?<![\p{L}\p{N}.+])(?:\+\d{1,3}|0\d{1,4})(?:\.\d{2,8}){2,4}(?![\p{N}]|\.\d)/gu;

const phoneCue =
  /(?:tel(?:efon(?:nummer|isch)?)?|fon|fax|telefax|handy(?:nummer)?|mobil(?:e|nummer)?|durchwahl|festnetz|rückruf(?:nummer)?)\P{L}{0,6}(?:unter|nr\.?|privat|dienstlich)?\P{L}{0,4}$/iu;
const otherNumberCue =
  /(?:bsnr|lanr|auftrag|rechnung|kunden|fall|proben?|pzn|ik|zeichen|az|schaden|barcode|chargen?|lot|id|sn|serien|geräte)\P{L}{0,3}(?:nr|nummer|kennzeichen)?\P{L}{0,4}$/iu;

/** Finds German, Austrian and Swiss phone and fax numbers, and international ones with "+" or "00". */
export function findPhones(text: string): Finding[] {
  return [...text.matchAll(digitGroups), ...text.matchAll(dotted)]
    .filter(({ 0: found, index }) => {
      const textBefore = text.slice(Math.max(0, index - 30), index);
      return isPhone(found, phoneCue.test(textBefore)) && !otherNumberCue.test(textBefore);
    })
    .map(({ 0: found, index }): Finding => ({
      start: index,
      end: index + lengthWithoutNextItem(text, found, index),
      kind: "phone",
    }))
    .toSorted((left, right) => left.start - right.start);
}

/** Excludes the number of the next list item ("0163 555 27 3) Labor"). */
function lengthWithoutNextItem(text: string, found: string, index: number): number {
  const item = / \d$/.exec(found);
  return item !== null && text.charAt(index + found.length) === ")" && !found.includes("(")
    ? found.length - 2
    : found.length;
}

function isPhone(found: string, hasCue: boolean): boolean {
  const digits = found.replaceAll(/\D/g, "");
  if (digits.length > 15) return false;
  if (hasCue) return digits.length >= 5;
  if (/^\d{2}\.\d{2}\.\d{2,4}$|^\d{4}-\d{4}$/.test(found)) return false;
  // Doses ("0-0-1-0") and ranges have single digits between dashes.
  if (/^\d(?:-\d){2,}/.test(found)) return false;
  return /^[+(]?0|^\+/.test(found) && digits.length >= 7;
}
