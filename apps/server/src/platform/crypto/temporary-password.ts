import { randomInt } from "node:crypto";

/** Letters and digits that are not confused when they are typed from paper. */
const alphabets = ["ABCDEFGHJKMNPQRSTUVWXYZ", "abcdefghjkmnpqrstuvwxyz", "23456789"] as const;
const groupLength = 4;
const groups = 4;

/**
 * Returns a password for the first sign-in, such as "Hk7m-…". It has groups with about 90 bits in total, and every
 * character class that the password rule requires.
 */
export function makeTemporaryPassword(): string {
  const characters = alphabets.join("");
  for (;;) {
    const letters = Array.from({ length: groups * groupLength }, () =>
      characters.charAt(randomInt(characters.length)),
    );
    const hasAll = alphabets.every((alphabet) => letters.some((letter) => alphabet.includes(letter)));
    if (!hasAll) continue;
    const word = letters.join("");
    return Array.from({ length: groups }, (_, group) =>
      word.slice(group * groupLength, (group + 1) * groupLength),
    ).join("-");
  }
}
