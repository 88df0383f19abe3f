import { localValues, tabValues } from "../../../platform/storage/browser-storage.ts";
import { masked, type Masked } from "./masked.ts";

/** A key the browser keeps, with its value masked. */
export type StoredValue = Masked & { readonly key: string; readonly area: "browser" | "tab" };

/** Everything kept for the portal in this browser and this tab, by key. No value leaves this function. */
export function storedValues(): readonly StoredValue[] {
  const areas = [
    ["browser", localValues],
    ["tab", tabValues],
  ] as const;
  const found = areas.flatMap(([area, values]) =>
    values.keys().map((key) => ({ key, area, ...masked(values.get(key) ?? "") })),
  );
  return found.toSorted((left, right) => left.key.localeCompare(right.key));
}
