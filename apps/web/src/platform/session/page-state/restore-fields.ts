import { type FieldElement, pageFields, isCheckable, type TypedField } from "./typed-fields.ts";

/** Time to wait for the fields of a page, in ms. */
export const restoreMs = 10_000;

/** Returns whether a field can have the value yet. The options of a select may still be loading. */
function isReady(field: FieldElement, { value }: TypedField): boolean {
  return !(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value);
}

/** Changes a field like typing does, so that the form receives the change. */
function fill(field: FieldElement, { value, checked }: TypedField): void {
  if (isCheckable(field)) {
    if (field.checked !== checked) field.click();
    return;
  }
  // React overrides `value` of the element. The setter of its class is the browser's own.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

/**
 * Fills in fields as soon as the page shows them, once each. Ends after ten seconds or when the user leaves the page.
 * Returns a function that ends it.
 */
export function restoreFields(fields: readonly TypedField[], path: string): () => void {
  let remaining = [...fields];
  const timer = setTimeout(stop, restoreMs);
  const observer = new MutationObserver(fillVisible);
  observer.observe(document.body, { childList: true, subtree: true });

  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
    remaining = [];
  }

  function fillVisible(): void {
    if (location.pathname === path) {
      for (const { field, key, index } of pageFields()) {
        const saved = remaining.find((candidate) => candidate.key === key && candidate.index === index);
        if (saved === undefined || !isReady(field, saved)) continue;
        remaining = remaining.filter((candidate) => candidate !== saved);
        fill(field, saved);
      }
    }
    if (remaining.length === 0) stop();
  }

  fillVisible();
  return stop;
}
