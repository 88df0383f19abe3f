import type { Language } from "@praxisportal/contract/languages";

/** What stands in a column, by the text at its head. */
export type FileColumns<Row> = readonly (readonly [head: string, read: (row: Row) => string | null])[];

/**
 * Rows as lines of CSV with a byte order mark. Spreadsheets of German, French and Italian systems expect semicolons
 * between the values, English ones commas; which one it is follows the language of the request.
 */
export function csvOf<Row>(
  rows: AsyncIterable<Row>,
  columns: FileColumns<Row>,
  language: Language,
): AsyncGenerator<string> {
  return gathered(csvLines(rows, columns, language));
}

/** Rows as a JSON list, one to a line. */
export function jsonOf(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  return gathered(jsonLines(rows));
}

/** Characters that are sent at once: a line by itself would cost more to send than to make. */
const pieceLength = 32_768;

async function* gathered(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = "";
  for await (const line of lines) {
    piece += line;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

async function* csvLines<Row>(
  rows: AsyncIterable<Row>,
  columns: FileColumns<Row>,
  language: Language,
): AsyncGenerator<string> {
  const separator = language === "en" ? "," : ";";
  const line = (values: readonly (string | null)[]) => `${values.map(csvValue).join(separator)}\r\n`;
  yield `\u{feff}${line(columns.map(([head]) => head))}`;
  for await (const row of rows) yield line(columns.map(([, read]) => read(row)));
}

async function* jsonLines(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const row of rows) {
    yield before + JSON.stringify(row);
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

/** What precedes the first visible character: white space, control and format characters, blank letters. */
const invisibleStart = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*/u;

/** Signs with which spreadsheets begin a formula; U+2212 is the typographic minus. */
const formulaSigns = ["=", "+", "-", "@", "\u2212"];

/**
 * Returns the text of a cell so that no spreadsheet reads it as a formula: an apostrophe precedes a formula sign, also one
 * after invisible characters or in a compatibility form such as the full-width `\uFF1D`, and a leading control character.
 */
function neutralCell(value: string): string {
  const visible = value.slice(invisibleStart.exec(value)?.[0].length);
  const first = String.fromCodePoint(visible.codePointAt(0) ?? 32).normalize("NFKC");
  const isRisky = formulaSigns.some((sign) => first.startsWith(sign)) || /^[\t\r\n]/.test(value);
  return isRisky ? `'${value}` : value;
}

/** A cell as CSV: neutralised, and in quotes where it needs them. */
function csvValue(value: string | null): string {
  if (value === null) return "";
  const text = neutralCell(value);
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
