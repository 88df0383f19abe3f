import type { Role } from "../roles.ts";
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
/** Items to complete when a member leaves. The reminder of continuing confidentiality is the first. */
export const offboardingItems = ["secrecy", "keys", "devices", "documents", "passwords", "accounts"] as const;
/** Further items of the shipped templates. */
export const templateItems = ["licence", "confidentiality", "mentor", "parentalConsent"] as const;
export const checklistItems = [
  ...new Set([...onboardingItems, ...offboardingItems, ...templateItems]),
] as const;
export type ChecklistItem = (typeof checklistItems)[number];
export type StaffChangeKind = "onboarding" | "offboarding";

/** Returns the checklist of a kind of change, in display order. */
export function itemsOf(kind: StaffChangeKind): readonly ChecklistItem[] {
  return kind === "onboarding" ? onboardingItems : offboardingItems;
}

/** The shipped templates of an onboarding, in display order. An organization may change each of them. */
export const templateKeys = ["assistant", "physician", "substitute", "trainee"] as const;
export type TemplateKey = (typeof templateKeys)[number];

/** Returns the shipped role and checklist of a template. */
export function shippedTemplate(key: TemplateKey): { role: Role; items: readonly ChecklistItem[] } {
  switch (key) {
    case "assistant":
      return { role: "viewer", items: onboardingItems };
    case "physician":
      return { role: "editor", items: ["licence", ...onboardingItems] };
    case "substitute":
      return {
        role: "editor",
        items: ["confidentiality", "licence", "accessSheet", "systems", "contacts", "secondFactor"],
      };
    case "trainee":
      return { role: "viewer", items: ["parentalConsent", "mentor", ...onboardingItems] };
  }
}

/**
 * Stages on the staff board. `running`: takes effect today or has a checked item. `overdue`: the day has passed, and
 * items are open.
 */
export const staffStages = ["overdue", "running", "planned"] as const;
export type StaffStage = (typeof staffStages)[number];

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
