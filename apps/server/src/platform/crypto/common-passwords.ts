import { readFileSync } from "node:fs";

/**
 * Words that head every published list of stolen passwords, and those of German practices. Each stands for all that
 * people make of it: other case, digits and signs around it, digits in place of letters.
 */
const words = new Set(readWords("common-passwords.txt").map(letters));
/** Stolen passwords in which digits and letters alternate; these count as they stand, in any case. */
const patterns = new Set(readWords("common-patterns.txt"));

/** Digits around a word are no secret up to a year or a plain sequence; beyond that they may be. */
const maxDigits = 4;
const sequences = "01234567890123456789";
const maxSigns = 4;

/** What stands for which letter when people make a word "safe". A 1 is both an i and an l. */
const signs: Readonly<Record<string, string>> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "€": "e",
};

function readWords(file: string): string[] {
  return readFileSync(new URL(file, import.meta.url), "utf8")
    .split(/\s+/)
    .filter(Boolean);
}

/** Lower case, umlauts written out, letters and digits of the same look as one. */
function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "");
}

function letters(text: string): string {
  return text.replaceAll(/[^a-z]/g, "");
}

/** Readings of a word in which digits and signs stand for letters. */
function readings(word: string): string[] {
  const plain = word.replaceAll(/[03-57-9@$€]/g, (sign) => signs[sign] ?? sign);
  return ["i", "l"].map((one) => plain.replaceAll(/[1!|]/g, one));
}

function isPlainDecoration(around: string): boolean {
  const digits = around.replaceAll(/\D/g, "");
  const backwards = [...digits].toReversed().join("");
  return (
    around.length - digits.length <= maxSigns &&
    (digits.length <= maxDigits ||
      sequences.includes(digits) ||
      sequences.includes(backwards) ||
      /^(\d{1,4})\1+$/.test(digits))
  );
}

/** "Hallo1Hallo1" is no better than "Hallo1". */
function halved(text: string): string {
  const half = text.slice(0, text.length / 2);
  return text.length % 2 === 0 && half + half === text ? half : text;
}

/**
 * Whether a password is among those that are tried first: known from leaks, a word with the usual digits and signs
 * around it, or one letter over and over. Asks nobody; takes microseconds.
 */
export function isCommonPassword(password: string): boolean {
  const text = halved(folded(password).replaceAll(/\s/g, ""));
  if (patterns.has(text) || patterns.has(text.replaceAll(/[^a-z0-9]+$/g, ""))) return true;
  const [, before = "", core = "", after = ""] = /^([^a-z]*)(.*?)([^a-z]*)$/s.exec(text) ?? [];
  if (!isPlainDecoration(before + after)) return false;
  // A sign in front may be a letter in disguise ("$ommer2024"), a digit at the end too ("Hall0").
  const cores = [core, before.slice(-1) + core, core + after.slice(0, 1)].map(halved);
  return cores.some(
    (word) => /^(.)\1*$/s.test(word) || readings(word).some((reading) => words.has(halved(reading))),
  );
}
