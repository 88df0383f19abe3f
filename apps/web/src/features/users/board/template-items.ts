import { checklistItems, offboardingItems, onboardingItems } from "@praxisportal/contract/staff/staff.rules";
import type { OnboardingTemplate } from "@praxisportal/contract/staff/staff.schema";

type Items = OnboardingTemplate["items"];

/** The standard items that an onboarding may contain, in their order. */
export const offeredItems: readonly string[] = checklistItems.filter(
  (item) =>
    (onboardingItems as readonly string[]).includes(item) ||
    !(offboardingItems as readonly string[]).includes(item),
);

/** Returns the standard items of a template, and its own items as one line each. */
export function partsOf(items: Items) {
  return {
    standard: items.filter(({ label }) => label === null).map(({ item }) => item),
    own: items.flatMap(({ label }) => label ?? []).join("\n"),
  };
}

/**
 * Returns the items of a template: the standard items in their order, followed by the organization's own items, one per
 * line.
 */
export function combineItems({ standard, own }: { standard: readonly string[]; own: string }): Items {
  const lines = own
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return [
    ...offeredItems.filter((item) => standard.includes(item)).map((item) => ({ item, label: null })),
    ...lines.map((label, index) => ({ item: `own${index + 1}`, label })),
  ];
}
