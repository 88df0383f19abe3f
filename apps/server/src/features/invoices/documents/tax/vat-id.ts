/** The form of a VAT identifier without its prefix, by the country that issues it (VIES, and the Swiss UID). */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** Countries whose VAT identifiers begin with letters other than their ISO code. */
const prefixes: Readonly<Record<string, string>> = { GR: "EL" };

const swiss = "CH";

/** Member states of the European Union, ISO 3166-1. */
export const euCountries: ReadonlySet<string> = new Set(
  Object.keys(forms).filter((country) => country !== swiss),
);

/** Returns a VAT identifier in capitals without blanks, dots and hyphens. */
export function normalizeVatId(text: string): string {
  return text.replaceAll(/[\s.-]/g, "").toUpperCase();
}

/**
 * Returns whether a text has the form of a VAT identifier of this country. Only VIES can confirm that it was issued.
 */
export function isVatId(text: string, country: string): boolean {
  const id = normalizeVatId(text);
  const prefix = prefixes[country] ?? country;
  return id.startsWith(prefix) && (forms[country]?.test(id.slice(prefix.length)) ?? false);
}
