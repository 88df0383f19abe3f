/** A requirement id in a test title. */
export type NamedId = { id: string; path: string; line: number };

const idPattern = String.raw`R\d+(?:\.\d+)?[a-z]?-\d+`;
/** Start of a title. The title of a journey begins with its number. */
const textStart = new RegExp(
  String.raw`["'\x60](?:J\d+ )?(${idPattern}(?:[ ,]+${idPattern})*)(?=[\s"'\x60:,.])`,
  "g",
);
const ignoredParams = /\.(?:skip|todo)(?:\.each\([^)]*\))?\(\s*$/;

/**
 * Returns the requirement ids at the start of strings in a test file: titles (`it("R4-43 drops old entries", …)`,
 * even with several ids) and table rows whose titles begin with ids. Ignores permanently skipped tests and tests that
 * `npm test` leaves out (`@soak`).
 */
export function idsInTitles(path: string, text: string): NamedId[] {
  return [...text.matchAll(textStart)]
    .filter(({ index }) => !isComment(text, index) && !ignoredParams.test(text.slice(0, index)))
    .filter(({ index }) => !titleAt(text, index).endsWith("@soak"))
    .flatMap(({ 1: ids = "", index }) => {
      const line = text.slice(0, index).split("\n").length;
      return ids.split(/[ ,]+/).map((id) => ({ id, path, line }));
    });
}

function titleAt(text: string, start: number): string {
  return text.slice(start + 1, text.indexOf(text.charAt(start), start + 1));
}

function isComment(text: string, index: number): boolean {
  const lineStart = text.lastIndexOf("\n", index) + 1;
  return /^\s*(?:\/\/|\/\*|\*)/.test(text.slice(lineStart, index));
}
