import { GdtError } from "./gdt-error.ts";

/** The charsets of field 9206. */
export type GdtCharset = "7-bit" | "cp437" | "cp1252";

/** Characters of the bytes 0x80 to 0xFF. */
const upperHalves: Readonly<Record<GdtCharset, string>> = {
  "7-bit": "",
  cp437:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
  cp1252: new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 128 }, (_, index) => 128 + index)),
};

const bytesOfCharacters: Readonly<Record<GdtCharset, ReadonlyMap<string, number>>> = {
  "7-bit": reverse("7-bit"),
  cp437: reverse("cp437"),
  cp1252: reverse("cp1252"),
};

/** Returns the characters that a field in this charset may contain. */
export function charactersOf(charset: GdtCharset): string[] {
  return [...bytesOfCharacters[charset].keys()];
}

/**
 * Decodes bytes in a charset.
 *
 * @throws {GdtError} for a byte that is a control character or means nothing in the charset
 */
export function decodeText(bytes: Uint8Array, charset: GdtCharset, line?: number): string {
  let text = "";
  for (const byte of bytes) {
    const character = characterOf(byte, charset);
    if (character === undefined) throw new GdtError("characterMissing", line);
    if (isControl(character)) throw new GdtError(byte < 128 ? "controlCharacter" : "characterMissing", line);
    text += character;
  }
  return text;
}

/**
 * Encodes a text in a charset.
 *
 * @throws {GdtError} for a character that the charset lacks, and for control characters
 */
export function encodeText(text: string, charset: GdtCharset): Buffer {
  const knownBytes = bytesOfCharacters[charset];
  const bytes = Array.from(text, (character) => {
    if (isControl(character)) throw new GdtError("controlCharacter");
    const byte = knownBytes.get(character);
    if (byte === undefined) throw new GdtError("characterMissing");
    return byte;
  });
  return Buffer.from(bytes);
}

function characterOf(byte: number, charset: GdtCharset): string | undefined {
  return byte < 128 ? String.fromCodePoint(byte) : upperHalves[charset][byte - 128];
}

/**
 * Returns whether a character is a control character, as the decoder returns for the five bytes that
 * Windows-1252 leaves undefined.
 */
function isControl(character: string): boolean {
  return /\p{Cc}/u.test(character);
}

function reverse(charset: GdtCharset): ReadonlyMap<string, number> {
  const pairs = Array.from({ length: 256 }, (_, byte) => [characterOf(byte, charset), byte] as const);
  return new Map(
    pairs.flatMap(([character, byte]) =>
      character === undefined || isControl(character) ? [] : [[character, byte] as const],
    ),
  );
}
