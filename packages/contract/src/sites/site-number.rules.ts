/**
 * Numbers that identify sites in the health systems. Only their format is checked; whether a number has been
 * issued is unknown.
 */
export const countries = ["DE", "AT", "CH"] as const;
export type Country = (typeof countries)[number];

/**
 * `bsnr` Betriebsstättennummer and `nbsnr` Nebenbetriebsstättennummer (DE), `vpnr` Vertragspartnernummer
 * (AT), `gln` Global Location Number and `zsr` Zahlstellenregister-Nummer (CH).
 */
export const siteNumberKinds = ["bsnr", "nbsnr", "vpnr", "gln", "zsr"] as const;
export type SiteNumberKind = (typeof siteNumberKinds)[number];

const kindsByCountry: Readonly<Record<Country, readonly SiteNumberKind[]>> = {
  DE: ["bsnr", "nbsnr"],
  AT: ["vpnr"],
  CH: ["gln", "zsr"],
};

/** Returns the kinds of site numbers in a country. */
export function siteNumberKindsOf(country: Country): readonly SiteNumberKind[] {
  return kindsByCountry[country];
}

const patterns: Readonly<Record<SiteNumberKind, RegExp>> = {
  bsnr: /^\d{9}$/,
  nbsnr: /^\d{9}$/,
  vpnr: /^\d{6}$/,
  gln: /^\d{13}$/,
  zsr: /^[A-Z]\d{6}$/,
};

/**
 * Checks the check digit of an EAN: the sum of its digits, weighted 1, 3, 1, 3 … from the left, is a multiple of ten.
 */
export function hasEanCheckDigit(digits: string): boolean {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}

/** Normalizes a number: removes spaces, dots, hyphens and slashes, and converts letters to upper case. */
export function normalizeSiteNumber(value: string): string {
  return value.replaceAll(/[\s./-]/g, "").toUpperCase();
}

/** Returns whether a normalized number has the format of its kind. */
export function isSiteNumber(kind: SiteNumberKind, value: string): boolean {
  return patterns[kind].test(value) && (kind !== "gln" || hasEanCheckDigit(value));
}
