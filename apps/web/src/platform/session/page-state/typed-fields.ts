/** The user's input in one field of a page. */
export type TypedField = {
  /** Identifies the field when the same page is rendered again. */
  readonly key: string;
  /** Position among the fields with the same key. */
  readonly index: number;
  readonly value: string;
  /** Only for checkboxes and radio buttons. */
  readonly checked: boolean;
};

export type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const selector = "input, textarea, select";
/** Secrets are never kept. A revealed password is in a field of type text, so `autocomplete` is checked as well. */
const secretTypes: readonly string[] = ["password", "hidden", "file"];
const secretContents = /password|one-time-code/;

let typedElements = new WeakSet<Element>();

/** Tracks which fields the user changes. Returns a function that stops it. */
export function trackTyping(): () => void {
  const onInput = ({ target }: Event) => {
    if (target instanceof Element) typedElements.add(target);
  };
  for (const event of ["input", "change"]) document.addEventListener(event, onInput, { capture: true });
  return () => {
    for (const event of ["input", "change"]) document.removeEventListener(event, onInput, { capture: true });
    typedElements = new WeakSet();
  };
}

export function isCheckable(field: FieldElement): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");
}

function keyOf(field: FieldElement): string {
  const label = field.getAttribute("aria-label") ?? [...(field.labels ?? [])].map((item) => item.textContent);
  // The name of a group of radio buttons is generated, and differs when the page is rendered again.
  const name = field.type === "radio" ? "" : field.name;
  return JSON.stringify([field.type, name, label, isCheckable(field) ? field.value : ""]);
}

/** Returns the fields of the page whose input can be kept, with their keys and positions. */
export function pageFields(): { field: FieldElement; key: string; index: number }[] {
  const counts = new Map<string, number>();
  return (
    [...document.querySelectorAll<FieldElement>(selector)]
      .filter((field) => !secretTypes.includes(field.type) && !secretContents.test(field.autocomplete))
      // Excludes parts of a page that show other people's health data.
      .filter((field) => field.closest("[data-draft=off]") === null)
      .map((field) => {
        const key = keyOf(field);
        const index = counts.get(key) ?? 0;
        counts.set(key, index + 1);
        return { field, key, index };
      })
  );
}

/** Returns the user's input in the fields of the page, without passwords and codes. */
export function typedFields(): readonly TypedField[] {
  return pageFields()
    .filter(({ field }) => typedElements.has(field))
    .map(({ field, key, index }) => ({
      key,
      index,
      value: field.value,
      checked: isCheckable(field) && field.checked,
    }));
}
