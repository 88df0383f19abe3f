/** 0 nothing typed, 1 weak, 2 fair, 3 good, 4 strong. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

/** Bits from which a password is fair, good, strong: guessed on one machine within hours, years, not at all. */
const fairBits = 28;
const goodBits = 38;
const strongBits = 52;

/** Bits a character gives by chance, and inside a word, which people choose from a few thousand. */
const digitBits = 3.3;
const letterBits = 5.7;
const wordLetterBits = 2.5;
const signBits = 5;
/** What follows from the character before it gives next to nothing. */
const expectedBits = 0.5;
/** From so many characters on, a part that comes again was not chosen by chance. */
const repeatLength = 2;
/** From so many letters in a row with a vowel among them, it is taken for a word. */
const wordLength = 4;

/** Characters that follow from the one before: the same, the next or the former one, as in "aaa", "123", "cba". */
function isExpected(character: string, before: string | undefined): boolean {
  if (before === undefined) return false;
  const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  return Math.abs(step) <= 1;
}

function bitsOfLetters(letters: string): number {
  const isWord = letters.length >= wordLength && /[aeiouyäöü]/iu.test(letters);
  return bitsOfEach(letters, isWord ? wordLetterBits : letterBits);
}

function bitsOfEach(text: string, bits: number): number {
  const characters = [...text];
  return characters
    .map((character, index) => (isExpected(character, characters[index - 1]) ? expectedBits : bits))
    .reduce((sum, each) => sum + each, 0);
}

/**
 * How hard a password is to guess, from what it is made of. An estimate that helps to choose; what is refused the rule
 * and the list of known passwords decide. A part that was there before counts as expected.
 */
export function passwordStrength(password: string): PasswordStrength {
  if (password === "") return 0;
  const parts: readonly string[] = password.match(/\p{L}+|\p{N}+|[^\p{L}\p{N}]+/gu) ?? [];
  const bits = parts.map((part, index) => {
    if (part.length >= repeatLength && parts.indexOf(part) < index) return expectedBits;
    if (/^\p{L}/u.test(part)) return bitsOfLetters(part);
    return bitsOfEach(part, /^\p{N}/u.test(part) ? digitBits : signBits);
  });
  const sum = bits.reduce((total, each) => total + each, 0);
  if (sum >= strongBits) return 4;
  if (sum >= goodBits) return 3;
  return sum >= fairBits ? 2 : 1;
}
