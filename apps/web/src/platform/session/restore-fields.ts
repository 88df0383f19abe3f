import { type FieldElement, fieldsOfPage, isCheckable, type TypedField } from "./typed-fields.ts";

/** Time to wait for the fields of a page, in ms. */
const restoreMs = 10_000;

/** Changes a field as typing does, so that the form notices. */
function fill(field: FieldElement, { value, checked }: TypedField): void {
  if (isCheckable(field)) {
    if (field.checked !== checked) field.click();
    return;
  }
  // React overrides `value` of the element; the setter of its class is the browser's own.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

/**
 * Fills in fields as soon as the page shows them, once each. Ends after ten seconds or when the user leaves the page.
 * Returns a function that ends it.
 */
export function restoreFields(fields: readonly TypedField[], path: string): () => void {
  let waiting = [...fields];
  const timer = setTimeout(stop, restoreMs);
  const observer = new MutationObserver(fillVisible);
  observer.observe(document.body, { childList: true, subtree: true });

  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
    waiting = [];
  }

  function fillVisible(): void {
    if (location.pathname === path) {
      for (const { field, key, index } of fieldsOfPage()) {
        const saved = waiting.find((each) => each.key === key && each.index === index);
        if (saved === undefined) continue;
        waiting = waiting.filter((each) => each !== saved);
        fill(field, saved);
      }
    }
    if (waiting.length === 0) stop();
  }

  fillVisible();
  return stop;
}
