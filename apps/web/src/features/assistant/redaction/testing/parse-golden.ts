import type { Finding, SensitiveKind } from "@praxisportal/contract/ai/redaction/kinds";

/** A range that must be found. `isKnown` is true for the name of a person in the organization's directory. */
export type Expected = Finding & { isKnown: boolean };

/** A text of the golden set with its expected findings. */
export type GoldenText = { title: string; text: string; expected: readonly Expected[] };

const kinds: Readonly<Record<string, SensitiveKind>> = {
  n: "name",
  d: "name",
  b: "birthDate",
  v: "insurance",
  a: "address",
  p: "phone",
  m: "email",
  i: "iban",
};

/**
 * Parses a file of the golden set: "=== title" starts a text, "{n:Anna}" marks a name, "{d:Koch}" a name of the
 * directory. A file without titles has one sentence per line. Marks are removed from the text.
 *
 * These parts are marked:
 * - names of all people without title and form of address, including initials and genitives. Names of clinics and
 *   organizations are not marked.
 * - dates of birth without "geb."
 * - street and number, postal code and place, and places of residence, as one range.
 * - phone and fax numbers including hotlines, but not short numbers such as 112.
 *
 * All data is fictitious. The texts "tuning" and "held-out" predate the recognizer, and misses in the held-out part
 * are only counted. "afterwards-1" was written against the finished recognizer to find its gaps, which were then
 * fixed. "afterwards-2" was written after those fixes. The sentences about people of the directory were written
 * before its names were used, and the rules were tuned with "tuning-sentences" only.
 * @throws Error on a mark that is not closed or has no kind.
 */
export function parseGolden(file: string): GoldenText[] {
  if (!file.startsWith("=== "))
    return file
      .trim()
      .split("\n")
      .map((line) => ({ title: line, ...takeMarks(line) }));
  return file
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const line = part.indexOf("\n");
      return { title: part.slice(0, line), ...takeMarks(part.slice(line + 1).trimEnd()) };
    });
}

function takeMarks(marked: string): Pick<GoldenText, "text" | "expected"> {
  const expected: Expected[] = [];
  let text = "";
  for (const piece of marked.split(/(\{[^}]*\})/)) {
    if (!piece.startsWith("{")) {
      text += piece;
      continue;
    }
    const kind = kinds[piece.slice(1, piece.indexOf(":"))];
    if (kind === undefined) throw new Error(`No kind: ${piece}`);
    const inner = piece.slice(piece.indexOf(":") + 1, -1);
    expected.push({
      start: text.length,
      end: text.length + inner.length,
      kind,
      isKnown: piece.startsWith("{d:"),
    });
    text += inner;
  }
  if (/[{}]/.test(text)) throw new Error(`A mark is not closed: ${text.slice(0, 80)}`);
  return { text, expected };
}
