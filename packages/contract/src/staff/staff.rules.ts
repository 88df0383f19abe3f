import { type Country, hasEanCheckDigit } from "../sites/site-number.rules.ts";

/** What somebody new is shown and given before her joining is complete. */
export const joiningItems = [
  "accessSheet",
  "systems",
  "contacts",
  "rules",
  "secrecy",
  "secondFactor",
] as const;
/** What is done when somebody leaves; the reminder of lasting secrecy stands first. */
export const leavingItems = ["secrecy", "keys", "devices", "documents", "passwords", "accounts"] as const;
export const checklistItems = [...new Set([...joiningItems, ...leavingItems])] as const;
export type ChecklistItem = (typeof joiningItems)[number] | (typeof leavingItems)[number];
export type StaffChangeKind = "joining" | "leaving";

/** The checklist of a kind of change, in the order in which it is shown. */
export function itemsOf(kind: StaffChangeKind): readonly ChecklistItem[] {
  return kind === "joining" ? joiningItems : leavingItems;
}

/** The check digit of a LANR: the first six digits weighted 4, 9, 4, 9 … give the seventh. */
function hasLanrCheckDigit(digits: string): boolean {
  const sum = Array.from(digits.slice(0, 6)).reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 4 : 9),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(digits[6]);
}

/**
 * Whether a number without spaces has the form of a physician's number in a country: LANR (DE), Vertragspartnernummer
 * (AT), GLN (CH).
 */
export function isPhysicianNumber(country: Country, value: string): boolean {
  if (country === "DE") return /^\d{9}$/.test(value) && hasLanrCheckDigit(value);
  if (country === "AT") return /^\d{6}$/.test(value);
  return /^\d{13}$/.test(value) && hasEanCheckDigit(value);
}
