import type { Finding, SensitiveKind } from "../kinds.ts";

/** A text of the golden set with its expected findings. */
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
 * Parses a file of the golden set: "=== title" starts a text, "{n:Anna}" marks a name. Marks are removed from the text.
 *
 * Marked are: names of all people without title and form of address, including initials and genitives, but not
 * names of clinics and organizations; dates of birth without "geb."; street and number, postal code and place, and
 * places of residence, as one range; phone and fax numbers including hotlines, but not short numbers such as 112.
 * All data is fictitious. The texts "tuning" and "held-out" predate the recogniser; misses in the held-out part are
 * only counted. "afterwards-1" was written against the finished recogniser to find its gaps, which were then fixed;
 * "afterwards-2" came after those fixes.
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
