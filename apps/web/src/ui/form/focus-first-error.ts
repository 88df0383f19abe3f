import { reveal } from "../layout/reveal.ts";

/**
 * Moves the focus to the first invalid field of a form and scrolls its message into view. The browser scrolls only to
 * the field, whose message may remain below the edge of a dialog.
 */
export function focusFirstError(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>("[aria-invalid=true]");
  if (field === null || field === undefined) return;
  field.focus();
  const [messageId = ""] = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  const message = document.getElementById(messageId);
  if (message !== null) reveal(message);
}
