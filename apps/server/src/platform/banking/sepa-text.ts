/** Letters with an equivalent of more than one letter, or without a base letter. */
const transcriptions: Readonly<Record<string, string>> = {
  Ä: "Ae",
  Ö: "Oe",
  Ü: "Ue",
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  Æ: "Ae",
  ø: "oe",
  Ø: "Oe",
  ł: "l",
  Ł: "L",
  "&": "+",
  "–": "-",
  "’": "'",
};

/** Returns a text in the characters that every SEPA bank accepts, cut to the maximum length. */
export function sepaText(text: string, maxLength: number): string {
  return [...text.normalize("NFC")]
    .map((character) => transcriptions[character] ?? character.normalize("NFD").replaceAll(/\p{M}/gu, ""))
    .join("")
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, " ")
    .replaceAll(/ +/g, " ")
    .trim()
    .slice(0, maxLength)
    .trim();
}
