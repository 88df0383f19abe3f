/** Letters and digits that are not confused when read from paper. */
const alphabets = ["ABCDEFGHJKMNPQRSTUVWXYZ", "abcdefghjkmnpqrstuvwxyz", "23456789"] as const;
const characters = alphabets.join("");
const groupLength = 4;
const groups = 4;

/** Returns a uniformly random character. */
function letter(): string {
  for (;;) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < Math.floor(256 / characters.length) * characters.length)
      return characters.charAt(byte % characters.length);
  }
}

/**
 * Returns a password to hand over on paper, "Hk7m-…": about 90 bits, with every character class that the rule requires.
 */
export function suggestPassword(): string {
  for (;;) {
    const word = Array.from({ length: groups * groupLength }, letter).join("");
    const hasAll = alphabets.every((alphabet) => [...word].some((candidate) => alphabet.includes(candidate)));
    if (hasAll) return word.replaceAll(/(.{4})(?=.)/g, "$1-");
  }
}
