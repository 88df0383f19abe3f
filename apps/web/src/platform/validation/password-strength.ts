/** 0: nothing typed, 1: weak, 2: fair, 3: good, 4: strong. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

/**
 * Minimum bits of a fair, good or strong password. A single machine guesses such a password within hours, within years,
 * or never.
 */
const fairBits = 28;
const goodBits = 38;
const strongBits = 52;

/** Bits per random character, and per letter of a word, because words are chosen from a few thousand. */
const digitBits = 3.3;
const letterBits = 5.7;
const wordLetterBits = 2.5;
const signBits = 5;
/** Bits of a character that follows predictably from the previous one. */
const expectedBits = 0.5;
/** From this length on, a repeated part is not considered random. */
const repeatLength = 2;
/** From this many consecutive letters including a vowel on, they are considered a word. */
const wordLength = 4;

/** Returns whether a character follows predictably from the previous one, as in "aaa", "123" or "cba". */
function isExpected(character: string, before: string | undefined): boolean {
  if (before === undefined) return false;
  const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  return Math.abs(step) <= 1;
}

function estimateLetterBits(letters: string): number {
  const isWord = letters.length >= wordLength && /[aeiouyäöü]/iu.test(letters);
  return estimateBits(letters, isWord ? wordLetterBits : letterBits);
}

function estimateBits(text: string, bits: number): number {
  const characters = [...text];
  return characters
    .map((character, index) => (isExpected(character, characters[index - 1]) ? expectedBits : bits))
    .reduce((sum, part) => sum + part, 0);
}

/**
 * Estimates from its composition how hard a password is to guess. The result is advisory only. Passwords are rejected
 * by the password rule and the list of known passwords. A repeated part counts as predictable.
 */
export function passwordStrength(password: string): PasswordStrength {
  if (password === "") return 0;
  const parts: readonly string[] = password.match(/\p{L}+|\p{N}+|[^\p{L}\p{N}]+/gu) ?? [];
  const bits = parts.map((part, index) => {
    if (part.length >= repeatLength && parts.indexOf(part) < index) return expectedBits;
    if (/^\p{L}/u.test(part)) return estimateLetterBits(part);
    return estimateBits(part, /^\p{N}/u.test(part) ? digitBits : signBits);
  });
  const sum = bits.reduce((total, part) => total + part, 0);
  if (sum >= strongBits) return 4;
  if (sum >= goodBits) return 3;
  return sum >= fairBits ? 2 : 1;
}
