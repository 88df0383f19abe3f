interface ChangeDetails {
  reason: string;
  event: Event;
  cancel: () => void;
}

/** The ways to close a dialog besides its own buttons: Escape and a click outside, only Escape, or none. */
export type Dismissible = boolean | "escape";

/**
 * Keeps a dialog open if Escape or a click outside may not close it, or if the click outside was on a toast, which is
 * above the backdrop and has its own close button.
 * @returns True if the change was prevented.
 */
export function shouldPreventClose(open: boolean, details: ChangeDetails, dismissible: Dismissible): boolean {
  if (open) return false;
  const target = details.event.target;
  const isOnToast = target instanceof Element && target.closest("[data-toasts]") !== null;
  const isPrevented =
    (details.reason === "outside-press" && dismissible !== true) ||
    (details.reason === "escape-key" && dismissible === false);
  if (isOnToast || details.reason === "focus-out" || isPrevented) {
    details.cancel();
    return true;
  }
  return false;
}
