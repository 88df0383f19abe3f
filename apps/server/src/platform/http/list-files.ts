import type { Language } from "@praxisportal/contract/languages";

/** Columns of an export, with the heading and a function that reads the value. */
export type FileColumns<Row> = readonly (readonly [head: string, read: (row: Row) => string | null])[];

/**
 * Formats rows as CSV with a byte order mark. Spreadsheets on German, French and Italian systems expect semicolons as
 * separators, and English ones commas, so the separator depends on the language of the request.
 */
export function csvOf<Row>(
  rows: AsyncIterable<Row>,
  columns: FileColumns<Row>,
  language: Language,
): AsyncGenerator<string> {
  return batched(csvLines(rows, columns, language));
}

/** Formats rows as a JSON array, one row per line. */
export function jsonOf(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  return batched(jsonLines(rows));
}

/** Minimum length of a chunk, because sending single lines would cost more than formatting them. */
const chunkLength = 32_768;

async function* batched(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = "";
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
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

/** Characters before the first visible one: white space, control and format characters, and blank letters. */
const invisibleStart = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*/u;

/** Characters that start a formula in spreadsheets. U+2212 is the typographic minus. */
const formulaSigns = ["=", "+", "-", "@", "\u2212"];

/**
 * Returns the text of a cell so that no spreadsheet interprets it as a formula. Adds an apostrophe before a formula
 * sign, even after invisible characters or in a compatibility form such as the full-width `\uFF1D`, and before a
 * leading tab or line break.
 */
function neutralCell(value: string): string {
  const visible = value.slice(invisibleStart.exec(value)?.[0].length);
  const first = String.fromCodePoint(visible.codePointAt(0) ?? 32).normalize("NFKC");
  const isRisky = formulaSigns.some((sign) => first.startsWith(sign)) || /^[\t\r\n]/.test(value);
  return isRisky ? `'${value}` : value;
}

/** Returns a cell as CSV, neutralized and quoted if necessary. */
function csvValue(value: string | null): string {
  if (value === null) return "";
  const text = neutralCell(value);
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
