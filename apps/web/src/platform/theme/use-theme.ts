import { useStore } from "zustand";
import { setThemeMode, themeStore, toggleDarkMode, type ThemeMode } from "./theme-store.ts";

export interface Theme {
  mode: ThemeMode;
  dark: boolean;
  setMode: (mode: ThemeMode) => void;
  toggle: () => void;
}

/** Returns the theme and its setters. */
export function useTheme(): Theme {
  const { mode, dark } = useStore(themeStore);
  return { mode, dark, setMode: setThemeMode, toggle: toggleDarkMode };
}
