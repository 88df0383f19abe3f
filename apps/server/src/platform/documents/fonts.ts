import { createRequire } from "node:module";
import { type Font, openSync } from "fontkit";

const require = createRequire(import.meta.url);

/** Name by which the Swiss QR-bill finds the font. The bold face is `<name>-Bold`. */
export const fontName = "Liberation Sans";

/** Arimo has the shapes and widths of Liberation Sans, which the Swiss QR-bill prescribes. */
const files = {
  [fontName]: require.resolve("@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf"),
  [`${fontName}-Bold`]: require.resolve("@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf"),
} as const;

/** Fonts, which are read once, because this takes ten times as long as writing a page. */
const fonts = new Map(Object.entries(files).map(([name, file]) => [name, open(file)]));

function open(file: string): Font {
  const opened = openSync(file);
  if (!("characterSet" in opened)) throw new Error(`${file} contains several fonts`);
  // A glyph keeps the first character that it was used for, which is written to the PDF. This fixed order makes it
  // independent of earlier documents.
  for (const codePoint of opened.characterSet) opened.glyphForCodePoint(codePoint);
  return opened;
}

/** Adds the fonts to a document. */
export function registerFonts(document: PDFKit.PDFDocument): void {
  // The published types know only files and bytes.
  for (const [name, font] of fonts) document.registerFont(name, font as unknown as Buffer);
}

/**
 * Replaces control characters and tabs with spaces, and other characters without a glyph, which PDF/A forbids, with
 * question marks.
 */
export function printable(text: string): string {
  const font = fonts.get(fontName);
  return [...text.normalize()]
    .map((character) => {
      if (character === "\n") return character;
      if (character < " ") return " ";
      return font?.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ? character : "?";
    })
    .join("");
}
