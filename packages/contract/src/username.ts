/** Letters without a useful decomposition, in their common transliteration. */
const transliterations: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  å: "a",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
};

const maxLength = 40;

/** Returns a text in lower case, with all letters transliterated to the English alphabet. */
export function transliterate(text: string): string {
  return [...text.toLowerCase().normalize("NFC")]
    .map((letter) => transliterations[letter] ?? letter)
    .join("")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "");
}

/**
 * Derives a username from a name, "erika_muster": lower-case letters, digits and underscores. Empty if the
 * name contains no letter that can be typed everywhere; a username must then be chosen manually.
 */
export function suggestUsername(firstName: string, lastName: string): string {
  return transliterate(`${firstName} ${lastName}`)
    .replaceAll(/[^a-z0-9]+/g, "_")
    .slice(0, maxLength)
    .replaceAll(/^_+|_+$/g, "");
}
