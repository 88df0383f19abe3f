/**
 * Text values of one storage area. The methods never throw, although the browser may block or clear the storage, or it
 * may be full.
 */
export type ValueStore = {
  get: (key: string) => string | null;
  set: (key: string, text: string) => void;
  remove: (key: string) => void;
  keys: () => string[];
};

/**
 * Wraps a storage area. Values that the browser refuses to store are kept in memory, so that a browser
 * without storage still works in one tab until it is closed.
 */
export function valueStore(area: () => Storage): ValueStore {
  const unsaved = new Map<string, string>();

  function attempt<T>(action: (storage: Storage) => T, fallback: T): T {
    try {
      return action(area());
    } catch {
      return fallback;
    }
  }

  return {
    get: (key) => unsaved.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set: (key, text) => {
      const saved = attempt((storage) => {
        storage.setItem(key, text);
        return true;
      }, false);
      if (saved) unsaved.delete(key);
      else unsaved.set(key, text);
    },
    remove: (key) => {
      unsaved.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    keys: () => {
      const stored = attempt((storage) => Object.keys(storage), []);
      return [...new Set([...stored, ...unsaved.keys()])];
    },
  };
}

/** Values shared by all tabs of this browser. */
export const localValues = valueStore(() => window.localStorage);

/** Values of this tab, which survive a reload. */
export const tabValues = valueStore(() => window.sessionStorage);

/**
 * Reads a JSON value if `accept` recognizes it. Otherwise removes it, because this version of the portal did not write
 * it.
 */
export function readJson<T>(
  values: ValueStore,
  key: string,
  accept: (value: unknown) => value is T,
): T | null {
  const text = values.get(key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (accept(value)) return value;
  } catch {
    // The value is not JSON. It is removed below like any other unusable value.
  }
  values.remove(key);
  return null;
}

export function writeJson(values: ValueStore, key: string, value: unknown): void {
  values.set(key, JSON.stringify(value));
}

/** Narrows parsed JSON to an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
