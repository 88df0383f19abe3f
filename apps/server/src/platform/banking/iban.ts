import { electronicFormatIBAN, friendlyFormatIBAN, isValidIBAN } from "ibantools";

/** Whether a text is an IBAN: country, length, and the check digits of ISO 7064 (mod 97-10). Blanks do not matter. */
export function isIban(text: string): boolean {
  return isValidIBAN(compactIban(text));
}

/** Returns an IBAN in capitals without blanks. */
export function compactIban(text: string): string {
  return electronicFormatIBAN(text) ?? "";
}

/** Returns an IBAN in groups of four. */
export function formatIban(iban: string): string {
  return friendlyFormatIBAN(compactIban(iban)) ?? iban;
}

/** Returns an IBAN of which only the country and the last four characters can be read. */
export function maskIban(iban: string): string {
  const compact = compactIban(iban);
  return `${compact.slice(0, 2)}•• •••• ${compact.slice(-4)}`;
}
