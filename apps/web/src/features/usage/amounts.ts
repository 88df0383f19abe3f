const microDigits = 6;
/** Highest limit: a million millions of tokens or of millionths, as the server has it. */
const most = 1_000_000_000_000;

/** What somebody typed as a limit: undefined is nothing that can be read as one, null an empty field, no limit. */
export type Typed = number | null | undefined;

/** Spaces, apostrophes and their like between thousands. */
const groups = /[\s\u00A0\u202F'’]/g;

/** A whole number, also with points, commas or spaces between thousands: `1.500.000`. */
export function typedCount(text: string): Typed {
  const digits = text.trim().replaceAll(groups, "");
  if (digits === "") return null;
  if (!/^(\d+|[1-9]\d{0,2}([.,]\d{3})+)$/.test(digits)) return undefined;
  return within(Number(digits.replaceAll(/[.,]/g, "")));
}

/**
 * An amount of money in millionths. A point or comma before one or two digits divides; before three it stands between
 * thousands, unless the language divides with it: `60,123` is no amount in German, where somebody meant sixty or
 * sixty thousand. Exact: no amount passes through a number with a fraction.
 */
export function typedMicros(text: string, locale: string): Typed {
  const digits = text.trim().replaceAll(groups, "");
  if (digits === "") return null;
  const [, whole = "", fraction = ""] = amountIn(locale).exec(digits) ?? [];
  if (whole === "") return undefined;
  return within(Number(whole.replaceAll(/[.,]/g, "") + fraction.padEnd(microDigits, "0")));
}

function amountIn(locale: string): RegExp {
  const divides = new Intl.NumberFormat(locale).format(0.5).includes(",") ? "," : ".";
  const group = divides === "," ? String.raw`\.` : ",";
  return new RegExp(String.raw`^(\d+|[1-9]\d{0,2}(?:${group}\d{3})+)(?:[.,](\d{1,2}))?$`);
}

function within(value: number): number | undefined {
  return value <= most ? value : undefined;
}

/** A limit of money as one types it, without the currency: `60,00`. */
export function microsText(micros: number | null, locale: string): string {
  if (micros === null) return "";
  const options = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  return new Intl.NumberFormat(locale, options).format(micros / 10 ** microDigits);
}
