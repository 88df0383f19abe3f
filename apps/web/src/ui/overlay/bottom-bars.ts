/**
 * Bars with buttons that may be at the bottom edge: the actions of dialogs and drawers, and bars about a selection or
 * unsaved changes. Toasts must not cover them.
 */
const bars = new Set<HTMLElement>();
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Ref callback of a bar, which registers it while it is on the page. */
export function bottomBar(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  bars.add(bar);
  notify();
  return () => {
    bars.delete(bar);
    notify();
  };
}

/** Returns the bars on the page. */
export const bottomBars = (): readonly HTMLElement[] => [...bars];

/** Calls the listener whenever a bar appears or disappears. */
export function onBottomBars(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
