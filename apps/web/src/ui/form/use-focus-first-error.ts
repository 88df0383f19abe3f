import { type RefObject, useEffect } from "react";

/**
 * Moves focus to the first invalid field of a form once it is marked in the DOM. `errors` is the state that
 * marks the fields: a new object means a new validation.
 */
export function useFocusFirstError(form: RefObject<HTMLFormElement | null>, errors: object): void {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, errors]);
}
