import { useEffect, useState } from "react";
import { onPersonDataCleared } from "../../storage/person-data.ts";

type Entry = { readonly value: unknown; readonly restore: (value: never) => void };

const mounted = new Map<string, Entry>();
/** Values of the user who has just unlocked the screen, for parts of the page that are not mounted yet. */
const waiting = new Map<string, unknown>();

onPersonDataCleared(() => waiting.clear());

/** Returns the state that the mounted parts of the page keep in a draft. */
export function keptState(): [string, unknown][] {
  return [...mounted].flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value]]));
}

/** Restores the state of a draft, also in parts of the page that mount later. Without entries, forgets the rest. */
export function restoreState(entries: readonly (readonly [string, unknown])[] = []): void {
  waiting.clear();
  for (const [key, value] of entries) {
    const entry = mounted.get(key);
    if (entry === undefined) waiting.set(key, value);
    else entry.restore(value as never);
  }
}

/**
 * Keeps a value in the draft of a user who locks the screen. After unlocking, `restore` is called with it. The value
 * must be JSON without secrets. `key` names it within the portal.
 */
export function useKeptValue<T>(key: string, value: T, restore: (value: T) => void): void {
  useEffect(() => {
    mounted.set(key, { value, restore });
    if (waiting.has(key)) {
      restore(waiting.get(key) as T);
      waiting.delete(key);
    }
    return () => void mounted.delete(key);
  });
}

/** State that survives a lock of the screen, such as the open dialog of a page whose address does not name it. */
export function useKeptState<T>(key: string, initial: T) {
  const state = useState(initial);
  useKeptValue(key, state[0], state[1] as (value: T) => void);
  return state;
}
