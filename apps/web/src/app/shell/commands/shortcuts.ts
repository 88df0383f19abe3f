/** Keyboard shortcuts of the application, in the order of the keyboard help. */
export const shortcutNames = ["help", "search", "commands", "lock"] as const;

export type ShortcutName = (typeof shortcutNames)[number];

interface Shortcut {
  /** The displayed keys. `control` is translated. */
  readonly keys: readonly string[];
  readonly matches: (event: KeyboardEvent) => boolean;
  /** Also works while the user types in a field or a dialog is open. */
  readonly isGlobal: boolean;
}

function isPlain(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** Implements the keys and documents them in the keyboard help. */
export const shortcuts: Readonly<Record<ShortcutName, Shortcut>> = {
  help: { keys: ["?"], isGlobal: false, matches: (event) => event.key === "?" && isPlain(event) },
  search: { keys: ["/"], isGlobal: false, matches: (event) => event.key === "/" && isPlain(event) },
  commands: {
    keys: ["control", "K"],
    isGlobal: true,
    // Cmd+K on a Mac.
    matches: (event) =>
      event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey,
  },
  lock: {
    keys: ["control", "Alt", "L"],
    isGlobal: true,
    // Compares the position of the key, because some layouts report another character with Alt.
    matches: (event) => event.code === "KeyL" && event.ctrlKey && event.altKey,
  },
};
