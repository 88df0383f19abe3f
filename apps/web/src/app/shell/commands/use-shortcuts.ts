import { useEffect, useEffectEvent } from "react";
import { shortcutNames, shortcuts, type ShortcutName } from "./shortcuts.ts";

const fields = "input, textarea, select, [contenteditable]";
const overlays = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

function isBusy(event: KeyboardEvent): boolean {
  const isTyping = event.target instanceof Element && event.target.closest(fields) !== null;
  return isTyping || document.querySelector(overlays) !== null;
}

/** Runs the action of a shortcut when its keys are pressed. */
export function useShortcuts(actions: Readonly<Record<ShortcutName, () => void>>): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const name = shortcutNames.find((shortcutName) => shortcuts[shortcutName].matches(event));
    if (name === undefined || (!shortcuts[name].isGlobal && isBusy(event))) return;
    // Browsers use some of these keys for their own search.
    event.preventDefault();
    actions[name]();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKeyDown(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** Focuses the search of the page. Returns false if the page has none. */
export function focusPageSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  field?.focus();
  field?.select();
  return field !== null;
}
