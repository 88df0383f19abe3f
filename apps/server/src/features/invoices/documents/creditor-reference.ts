/**
 * Returns the ISO 11649 reference of an invoice number: `RF`, two check digits, and its letters and digits. A bank
 * passes it on with the payment, even in Switzerland, where free text is lost more easily.
 */
export function creditorReference(number: string): string {
  const characters = number.toUpperCase().replaceAll(/[^A-Z\d]/g, "");
  const digits = [...`${characters}RF00`].map((character) => Number.parseInt(character, 36)).join("");
  return `RF${String(98n - (BigInt(digits) % 97n)).padStart(2, "0")}${characters}`;
}
