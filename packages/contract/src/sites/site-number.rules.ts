/**
 * Numbers by which the health systems know a place of work. Checked by form only: whether a number was ever given to
 * anybody is known to nobody here.
 */
export const countries = ["DE", "AT", "CH"] as const;
export type Country = (typeof countries)[number];

/**
 * `bsnr` Betriebsstättennummer and `nbsnr` Nebenbetriebsstättennummer (DE), `vpnr` Vertragspartnernummer (AT), `gln`
 * Global Location Number and `zsr` Zahlstellenregister-Nummer (CH).
 */
export const siteNumberKinds = ["bsnr", "nbsnr", "vpnr", "gln", "zsr"] as const;
export type SiteNumberKind = (typeof siteNumberKinds)[number];

const kindsByCountry: Readonly<Record<Country, readonly SiteNumberKind[]>> = {
  DE: ["bsnr", "nbsnr"],
  AT: ["vpnr"],
  CH: ["gln", "zsr"],
};

/** The kinds of numbers that places in a country have. */
export function siteNumberKindsOf(country: Country): readonly SiteNumberKind[] {
  return kindsByCountry[country];
}

const forms: Readonly<Record<SiteNumberKind, RegExp>> = {
  bsnr: /^\d{9}$/,
  nbsnr: /^\d{9}$/,
  vpnr: /^\d{6}$/,
  gln: /^\d{13}$/,
  zsr: /^[A-Z]\d{6}$/,
};

/** The check digit of an EAN: the digits weighted 1, 3, 1, 3 … from the left make a multiple of ten. */
export function hasEanCheckDigit(digits: string): boolean {
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}

/** One spelling per number: without the spaces, dots, hyphens and slashes of print, letters in capitals. */
export function normaliseSiteNumber(value: string): string {
  return value.replaceAll(/[\s./-]/g, "").toUpperCase();
}

/** Whether a normalised number has the form of its kind. */
export function isSiteNumber(kind: SiteNumberKind, value: string): boolean {
  return forms[kind].test(value) && (kind !== "gln" || hasEanCheckDigit(value));
}
