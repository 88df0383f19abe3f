import { readFileSync } from "node:fs";

/**
 * Most common words of published password leaks, and words typical of German organizations. Each also matches variants
 * with other case, with digits and symbols around it, and with digits in place of letters.
 */
const commonWords = new Set(readLines("common-passwords.txt").map(letters));
/** Leaked passwords that mix digits and letters. They match literally, ignoring case. */
const patterns = new Set(readLines("common-patterns.txt"));

/**
 * Length up to which digits around a word, such as a year, count as decoration. Longer ones must be a plain sequence.
 */
const maxDigits = 4;
const sequences = "01234567890123456789";
const maxSigns = 4;

/** Symbols commonly used in place of letters. A 1 can be an i or an l. */
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

function readLines(file: string): string[] {
  return readFileSync(new URL(file, import.meta.url), "utf8")
    .split(/\s+/)
    .filter(Boolean);
}

/** Returns the text in lower case with umlauts written out and other accents removed. */
function fold(text: string): string {
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

/** Returns the possible readings of a word in which digits and symbols replace letters. */
function readings(word: string): string[] {
  const plain = word.replaceAll(/[03-57-9@$€]/g, (sign) => signs[sign] ?? sign);
  return ["i", "l"].map((letter) => plain.replaceAll(/[1!|]/g, letter));
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

/** Halves a doubled text, because "Hallo1Hallo1" is no stronger than "Hallo1". */
function halve(text: string): string {
  const half = text.slice(0, text.length / 2);
  return text.length % 2 === 0 && half + half === text ? half : text;
}

/**
 * Returns whether a password is one that attackers try first. Such a password is known from leaks, a word with the
 * usual digits and symbols around it, or one repeated letter. The check runs offline and takes microseconds.
 */
export function isCommonPassword(password: string): boolean {
  const text = halve(fold(password).replaceAll(/\s/g, ""));
  if (patterns.has(text) || patterns.has(text.replaceAll(/[^a-z0-9]+$/g, ""))) return true;
  const [, before = "", core = "", after = ""] = /^([^a-z]*)(.*?)([^a-z]*)$/s.exec(text) ?? [];
  if (!isPlainDecoration(before + after)) return false;
  // A leading symbol may replace a letter ("$ommer2024"), and so may a trailing digit ("Hall0").
  const cores = [core, before.slice(-1) + core, core + after.slice(0, 1)].map(halve);
  return cores.some(
    (word) => /^(.)\1*$/s.test(word) || readings(word).some((reading) => commonWords.has(halve(reading))),
  );
}
