interface ChangeDetails {
  reason: string;
  event: Event;
  cancel: () => void;
}

/** The ways to close a dialog besides its own buttons: Escape and a click outside, Escape alone, or nothing. */
export type Dismissible = boolean | "escape";

/**
 * Keeps a dialog open if Escape or a click outside may not close it, or if the click outside was on a toast, which
 * lies above the backdrop and has its own close button.
 * @returns true if the change was prevented.
 */
export function shouldPreventClose(open: boolean, details: ChangeDetails, dismissible: Dismissible): boolean {
  if (open) return false;
  const target = details.event.target;
  const onToast = target instanceof Element && target.closest("[data-toasts]") !== null;
  const isRefused =
    (details.reason === "outside-press" && dismissible !== true) ||
    (details.reason === "escape-key" && dismissible === false);
  if (onToast || details.reason === "focus-out" || isRefused) {
    details.cancel();
    return true;
  }
  return false;
}
