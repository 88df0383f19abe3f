/** Countries for the address of an invoice: the European Union, its neighbors and the United Kingdom. */
const countryCodes =
  "DE AT CH LI BE BG CY CZ DK EE ES FI FR GB GR HR HU IE IS IT LT LU LV MC MT NL NO PL PT RO SE SI SK SM".split(
    " ",
  );

/** Returns the name of a country in a language, or its code if there is no name. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: "region", fallback: "code" }).of(code) ?? code;
}

/**
 * Returns these countries and the stored country as options: the countries of the portal first, then the others by
 * name.
 */
export function countryOptions(stored: string | null, locale: string) {
  const codes = stored === null || countryCodes.includes(stored) ? countryCodes : [...countryCodes, stored];
  const options = codes.map((value) => ({ value, label: countryName(value, locale) }));
  const ownCount = 3;
  const others = options
    .slice(ownCount)
    .toSorted((left, right) => left.label.localeCompare(right.label, locale));
  return [...options.slice(0, ownCount), ...others];
}
