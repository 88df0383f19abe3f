import { type RefObject, useEffect } from "react";
import { focusFirstError } from "./focus-first-error.ts";

/**
 * Moves focus to the first invalid field of a form once it is marked in the DOM. `errors` is the state that marks the
 * fields. A new object means a new validation.
 */
export function useFocusFirstError(form: RefObject<HTMLFormElement | null>, errors: object): void {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    focusFirstError(form.current);
  }, [form, errors]);
}
