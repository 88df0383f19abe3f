/** A full date in a text; `year` has four digits. */
export type WrittenDate = { start: number; end: number; year: number };

const months =
  "jan(?:uar|\\.)?|jänner|feb(?:ruar|er|\\.)?|märz|mrz\\.?|apr(?:il|\\.)?|mai|juni?\\.?|juli?\\.?|aug(?:ust|\\.)?|sept?(?:ember|\\.)?|okt(?:ober|\\.)?|nov(?:ember|\\.)?|dez(?:ember|\\.)?";
const inDigits =
  /(?<![\p{L}\p{N}]|\p{N}[.,/-])(\d{1,2})([./-])[ \u00a0]?(\d{1,2})\2[ \u00a0]?(\d{4}|['’]?\d{2})(?![\p{N}/]|[.,-]\d)/gu;
const inWords = new RegExp(
  `(?<![\\p{L}\\p{N}]|\\p{N}[.,/-])(\\d{1,2})\\.?[ \\u00a0]?(?:${months})[ \\u00a0]?(\\d{4}|['’]?\\d{2})(?!\\p{N}|[.,:]\\d)`,
  "giu",
);
const iso = /(?<![\p{L}\p{N}.,/-])((?:19|20)\d{2})-(\d{2})-(\d{2})(?![\p{L}\p{N}/-])/gu;

/** Returns the full year. Two digits above 30 are in the 20th century, others in the 21st. */
function fullYear(written: string): number {
  const year = Number(written.replace(/\D/g, ""));
  if (year > 99) return year;
  return year > 30 ? 1900 + year : 2000 + year;
}

const isDay = (day: string) => Number(day) >= 1 && Number(day) <= 31;
const isMonth = (month: string) => Number(month) >= 1 && Number(month) <= 12;
const isYear = (year: number) => year >= 1900 && year <= 2099;

/** Returns all dates with day, month and year, in text order. */
export function findDates(text: string): WrittenDate[] {
  const foundDates: WrittenDate[] = [];
  const add = (match: RegExpExecArray, day: string, month: string, year: string) => {
    if (isDay(day) && isMonth(month) && isYear(fullYear(year)))
      foundDates.push({ start: match.index, end: match.index + match[0].length, year: fullYear(year) });
  };
  for (const match of text.matchAll(inDigits)) add(match, match[1] ?? "", match[3] ?? "", match[4] ?? "");
  for (const match of text.matchAll(inWords)) add(match, match[1] ?? "", "1", match[2] ?? "");
  for (const match of text.matchAll(iso)) add(match, match[3] ?? "", match[2] ?? "", match[1] ?? "");
  return foundDates.toSorted((left, right) => left.start - right.start);
}

const monthStarts = ["jan", "feb", "m", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez"];

/**
 * Returns a key such as "1961-3-12" that is equal for all formats of a day, or undefined if the text is not a full
 * date. The text must be in lower case.
 */
export function writtenDateKey(written: string): string | undefined {
  const [first = "", second = "", third = ""] = written.match(/\p{L}+|\p{N}+/gu) ?? [];
  if (/^\d{4}$/.test(first)) return [first, Number(second), Number(third)].join("-");
  const name = second.replace("jän", "jan");
  const month = /^\d/.test(second)
    ? Number(second)
    : monthStarts.findIndex((start) => name.startsWith(start) && (start !== "m" || name !== "mai")) + 1;
  if (!/^\d+$/.test(first) || !/^\d+$/.test(third) || !isMonth(String(month))) return undefined;
  return [fullYear(third), month, Number(first)].join("-");
}
