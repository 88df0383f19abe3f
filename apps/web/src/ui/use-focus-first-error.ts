import { type RefObject, useEffect } from "react";

/**
 * Moves the focus to the first wrong field of a form as soon as it is marked on the page. `errors` is the state that
 * marks the fields: a new object means a new check.
 */
export function useFocusFirstError(form: RefObject<HTMLFormElement | null>, errors: object): void {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, errors]);
}
