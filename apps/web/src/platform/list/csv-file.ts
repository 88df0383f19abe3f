import type { Language } from "@praxisportal/contract/languages";
import { formatLocale, type Region } from "../i18n/languages.ts";

/** Text before the first visible character: white space, control and format characters, and blank letters. */
const invisibleStart = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*/u;

/** Characters that start a formula in spreadsheets. U+2212 is the typographic minus. */
const formulaSigns = ["=", "+", "-", "@", "\u2212"];

/** Returns the text of a cell in a form that no spreadsheet interprets as a formula, like the server's exports. */
function neutralCell(value: string): string {
  const visible = value.slice(invisibleStart.exec(value)?.[0].length);
  const first = String.fromCodePoint(visible.codePointAt(0) ?? 32).normalize("NFKC");
  const isRisky = formulaSigns.some((sign) => first.startsWith(sign)) || /^[\t\r\n]/.test(value);
  return isRisky ? `'${value}` : value;
}

function csvText(value: string): string {
  const text = neutralCell(value);
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Formats lines of cells as a CSV file with a byte order mark, in the form of the server's exports: commas for English,
 * semicolons for the other languages. Numbers have no thousands separators and a hyphen for the minus sign, so that
 * spreadsheets can calculate.
 */
export function csvFile(
  name: string,
  lines: readonly (readonly (string | number)[])[],
  { language, region }: { language: Language; region: Region },
): File {
  const separator = language === "en" ? "," : ";";
  const number = new Intl.NumberFormat(formatLocale(language, region), {
    useGrouping: false,
    maximumFractionDigits: 20,
  });
  const csvValue = (value: string | number) =>
    typeof value === "number" ? number.format(value) : csvText(value);
  const text = lines.map((cells) => `${cells.map(csvValue).join(separator)}\r\n`).join("");
  return new File([`\u{feff}${text}`], name, { type: "text/csv;charset=utf-8" });
}
