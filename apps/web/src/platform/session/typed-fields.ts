/** What the user typed into one field of a page. */
export type TypedField = {
  /** Identifies the field in the same page after it was rendered again. */
  readonly key: string;
  /** Position among the fields with the same key. */
  readonly index: number;
  readonly value: string;
  /** Only for checkboxes and radio buttons. */
  readonly checked: boolean;
};

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const selector = "input, textarea, select";
/** Secrets are never kept. A visible password is in a field of type text. */
const secretTypes: readonly string[] = ["password", "hidden", "file"];
const secretContents = /password|one-time-code/;
/** How long to wait for the fields of a page, in ms. */
const restoreMs = 10_000;

let typed = new WeakSet<Element>();

/** Tracks which fields the user changes. Returns a function that stops it. */
export function trackTyping(): () => void {
  const onInput = ({ target }: Event) => {
    if (target instanceof Element) typed.add(target);
  };
  for (const event of ["input", "change"]) document.addEventListener(event, onInput, { capture: true });
  return () => {
    for (const event of ["input", "change"]) document.removeEventListener(event, onInput, { capture: true });
    typed = new WeakSet();
  };
}

function isCheckable(field: FieldElement): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");
}

function keyOf(field: FieldElement): string {
  const label = field.getAttribute("aria-label") ?? [...(field.labels ?? [])].map((each) => each.textContent);
  return JSON.stringify([field.type, field.name, label, isCheckable(field) ? field.value : ""]);
}

/** Returns the fields of the page that can be kept, with their keys and positions. */
function fieldsOfPage(): { field: FieldElement; key: string; index: number }[] {
  const counts = new Map<string, number>();
  return (
    [...document.querySelectorAll<FieldElement>(selector)]
      .filter((field) => !secretTypes.includes(field.type) && !secretContents.test(field.autocomplete))
      // Parts of a page that show other people's health data.
      .filter((field) => field.closest("[data-draft=off]") === null)
      .map((field) => {
        const key = keyOf(field);
        const index = counts.get(key) ?? 0;
        counts.set(key, index + 1);
        return { field, key, index };
      })
  );
}

/** Returns what the user typed into the fields of the page, without passwords and codes. */
export function typedFields(): readonly TypedField[] {
  return fieldsOfPage()
    .filter(({ field }) => typed.has(field))
    .map(({ field, key, index }) => ({
      key,
      index,
      value: field.value,
      checked: isCheckable(field) && field.checked,
    }));
}

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
  const observer = new MutationObserver(fillShown);
  observer.observe(document.body, { childList: true, subtree: true });

  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
    waiting = [];
  }

  function fillShown(): void {
    if (location.pathname === path) {
      for (const { field, key, index } of fieldsOfPage()) {
        const kept = waiting.find((each) => each.key === key && each.index === index);
        if (kept === undefined) continue;
        waiting = waiting.filter((each) => each !== kept);
        fill(field, kept);
      }
    }
    if (waiting.length === 0) stop();
  }

  fillShown();
  return stop;
}
