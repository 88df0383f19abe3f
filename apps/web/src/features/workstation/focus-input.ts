/** Focuses the PIN, password or username again after its user was selected a second time. */
export function focusInput(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus({ preventScroll: true });
}
