interface ChangeDetails {
  reason: string;
  event: Event;
  cancel: () => void;
}

/**
 * Keeps a dialog open if only its own buttons may close it, or if the click outside was on a toast, which
 * lies above the backdrop and has its own close button.
 * @returns true if the change was refused.
 */
export function shouldPreventClose(
  open: boolean,
  details: ChangeDetails,
  dismissible: boolean | "escape",
): boolean {
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
