import { localValues, tabValues } from "../../../platform/storage/browser-storage.ts";
import { mask, type Masked } from "./mask.ts";

/** Storage key with its masked value. */
export type StoredValue = Masked & { readonly key: string; readonly area: "browser" | "tab" };

/**
 * Returns all values that the portal stores in this browser and tab, by key. Unmasked values never leave this function.
 */
export function storedValues(): readonly StoredValue[] {
  const areas = [
    ["browser", localValues],
    ["tab", tabValues],
  ] as const;
  const entries = areas.flatMap(([area, values]) =>
    values.keys().map((key) => ({ key, area, ...mask(values.get(key) ?? "") })),
  );
  return entries.toSorted((left, right) => left.key.localeCompare(right.key));
}
