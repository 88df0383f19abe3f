/** Letters that decompose to nothing useful, in the spelling that people type. */
const spelled: Readonly<Record<string, string>> = {
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

const longest = 40;

function plain(name: string): string {
  return [...name.toLowerCase().normalize("NFC")]
    .map((letter) => spelled[letter] ?? letter)
    .join("")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_");
}

/**
 * A user name made from a person's name, "erika_muster": small letters, digits and underscores. Empty when the name
 * holds no letter that can be typed everywhere; somebody then has to choose one.
 */
export function suggestUsername(firstName: string, lastName: string): string {
  return plain(`${firstName} ${lastName}`)
    .slice(0, longest)
    .replaceAll(/^_+|_+$/g, "");
}
