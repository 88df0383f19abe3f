import { type Country, hasEanCheckDigit } from "../sites/site-number.rules.ts";

/** Items to explain and hand over before a member's onboarding is complete. */
export const onboardingItems = [
  "accessSheet",
  "systems",
  "contacts",
  "rules",
  "secrecy",
  "secondFactor",
] as const;
/** Items to complete when a member leaves; the reminder of continuing confidentiality comes first. */
export const offboardingItems = ["secrecy", "keys", "devices", "documents", "passwords", "accounts"] as const;
export const checklistItems = [...new Set([...onboardingItems, ...offboardingItems])] as const;
export type ChecklistItem = (typeof onboardingItems)[number] | (typeof offboardingItems)[number];
export type StaffChangeKind = "onboarding" | "offboarding";

/** Returns the checklist of a kind of change, in display order. */
export function itemsOf(kind: StaffChangeKind): readonly ChecklistItem[] {
  return kind === "onboarding" ? onboardingItems : offboardingItems;
}

/** Checks the check digit of a LANR: the first six digits weighted 4, 9, 4, 9 … determine the seventh. */
function hasLanrCheckDigit(digits: string): boolean {
  const sum = Array.from(digits.slice(0, 6)).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 4 : 9),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(digits[6]);
}

/**
 * Returns whether a number without spaces has the format of a physician number in a country: LANR (DE),
 * Vertragspartnernummer (AT), GLN (CH).
 */
export function isPhysicianNumber(country: Country, value: string): boolean {
  if (country === "DE") return /^\d{9}$/.test(value) && hasLanrCheckDigit(value);
  if (country === "AT") return /^\d{6}$/.test(value);
  return /^\d{13}$/.test(value) && hasEanCheckDigit(value);
}
