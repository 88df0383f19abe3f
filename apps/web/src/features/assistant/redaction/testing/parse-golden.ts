import type { Finding, SensitiveKind } from "../kinds.ts";

/** One text of the golden set with what is sensitive in it. */
export type GoldenText = { title: string; text: string; expected: readonly Finding[] };

const kinds: Readonly<Record<string, SensitiveKind>> = {
  n: "name",
  b: "birthDate",
  v: "insurance",
  a: "address",
  p: "phone",
  m: "email",
  i: "iban",
};

/**
 * Reads a file of the golden set: "=== title" begins a text, "{n:Anna}" marks a name in it; the marks are taken out.
 *
 * What is marked: names of all people without title and form of address, initials and genitives included, names of
 * clinics and practices' places not; dates of birth without "geb."; street and number, postal code and place, the place
 * somebody lives in, as one; each phone and fax number, hotlines too, short numbers like 112 not. Everything is
 * invented. The texts "tuning" and "held-out" were written before the recogniser, by the same hand; misses in the held
 * out part are only counted. "afterwards-1" was written against the finished recogniser, to find what it cannot, and
 * then mended; "afterwards-2" after that.
 * @throws Error on a mark that is not closed or has no kind.
 */
export function parseGolden(file: string): GoldenText[] {
  return file
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const line = part.indexOf("\n");
      return { title: part.slice(0, line), ...takeMarks(part.slice(line + 1).trimEnd()) };
    });
}

function takeMarks(marked: string): Pick<GoldenText, "text" | "expected"> {
  const expected: Finding[] = [];
  let text = "";
  for (const piece of marked.split(/(\{[^}]*\})/)) {
    if (!piece.startsWith("{")) {
      text += piece;
      continue;
    }
    const kind = kinds[piece.slice(1, piece.indexOf(":"))];
    if (kind === undefined) throw new Error(`No kind: ${piece}`);
    const inner = piece.slice(piece.indexOf(":") + 1, -1);
    expected.push({ start: text.length, end: text.length + inner.length, kind });
    text += inner;
  }
  if (/[{}]/.test(text)) throw new Error(`A mark is not closed: ${text.slice(0, 80)}`);
  return { text, expected };
}
