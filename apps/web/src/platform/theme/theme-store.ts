import { createStore } from "zustand/vanilla";

/** Key in localStorage. `public/theme.js` reads the same key before the first paint. */
const themeKey = "theme";

export const themeModes = ["light", "dark", "system"] as const;

export type ThemeMode = (typeof themeModes)[number];

export interface ThemeState {
  mode: ThemeMode;
  /** True if the dark theme is shown: by `mode`, or by the system setting for `system`. */
  dark: boolean;
}

function systemQuery(): MediaQueryList {
  return window.matchMedia("(prefers-color-scheme: dark)");
}

function isThemeMode(value: unknown): value is ThemeMode {
  return typeof value === "string" && (themeModes as readonly string[]).includes(value);
}

/** Reads the stored mode. Unknown values count as `system`. */
function readMode(): ThemeMode {
  try {
    const stored = localStorage.getItem(themeKey);
    return isThemeMode(stored) ? stored : "system";
  } catch {
    return "system";
  }
}

function resolve(mode: ThemeMode): ThemeState {
  return { mode, dark: mode === "dark" || (mode === "system" && systemQuery().matches) };
}

export const themeStore = createStore<ThemeState>()(() => ({ mode: "system", dark: false }));

function apply(mode: ThemeMode): void {
  const state = resolve(mode);
  themeStore.setState(state);
  document.documentElement.classList.toggle("dark", state.dark);
}

/** Sets and stores the mode. */
export function setThemeMode(mode: ThemeMode): void {
  try {
    localStorage.setItem(themeKey, mode);
  } catch {
    // Storage may be blocked. The choice then applies until the page is closed.
  }
  apply(mode);
}

/** Toggles between light and dark, based on the displayed theme. */
export function toggleDarkMode(): void {
  setThemeMode(themeStore.getState().dark ? "light" : "dark");
}

/**
 * Reads the stored mode, sets the class on the root element and follows the system and other tabs. Call it
 * once at startup. Returns a function that stops following.
 */
export function startTheme(): () => void {
  apply(readMode());
  const query = systemQuery();
  const follow = () => apply(readMode());
  const followStorage = (event: StorageEvent) => {
    if (event.key === themeKey || event.key === null) follow();
  };
  query.addEventListener("change", follow);
  window.addEventListener("storage", followStorage);
  return () => {
    query.removeEventListener("change", follow);
    window.removeEventListener("storage", followStorage);
  };
}
