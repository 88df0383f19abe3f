import { electronicFormatIBAN, friendlyFormatIBAN, isValidIBAN } from "ibantools";

/**
 * Returns whether a text is an IBAN by country, length and the check digits of ISO 7064 (mod 97-10). Ignores spaces.
 */
export function isIban(text: string): boolean {
  return isValidIBAN(compactIban(text));
}

/** Returns an IBAN in capitals without spaces. */
export function compactIban(text: string): string {
  return electronicFormatIBAN(text) ?? "";
}

/** Returns an IBAN in groups of four. */
export function formatIban(iban: string): string {
  return friendlyFormatIBAN(compactIban(iban)) ?? iban;
}

/** Masks an IBAN except for the country and the last four characters. */
export function maskIban(iban: string): string {
  const compact = compactIban(iban);
  return `${compact.slice(0, 2)}•• •••• ${compact.slice(-4)}`;
}

/**
 * Returns whether a text is a SEPA creditor identifier. Its check digits (ISO 7064, mod 97-10) do not cover the
 * business code.
 */
export function isCreditorId(text: string): boolean {
  const [, country, digits, national] = /^([A-Z]{2})(\d{2})[A-Z0-9]{3}([A-Z0-9]{1,28})$/.exec(text) ?? [];
  if (country === undefined || national === undefined) return false;
  const number = `${national}${country}${digits}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - "A".charCodeAt(0) + 10),
  );
  return BigInt(number) % 97n === 1n;
}
