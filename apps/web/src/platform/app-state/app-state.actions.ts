import { globalErrorMs } from "@praxisportal/contract/limits";
import { localValues } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { setThemeMode } from "../theme/theme-store.ts";
import { appState, connectionModes, defaultConnectionMode } from "./app-state.store.ts";
import type { ConnectionMode, GlobalError } from "./app-state.store.ts";

/** Shows or hides the full-screen loading overlay. */
export function setLoading(loading: boolean): void {
  appState.setState({ loading });
}

let loadings = 0;

/**
 * Covers the window while `work` runs, for what nobody may act upon meanwhile: a change of the practice, a sign-out.
 * Several at a time are one: the last to end uncovers. Answers or fails as `work` does.
 */
export async function whileLoading<T>(work: () => Promise<T>): Promise<T> {
  loadings += 1;
  setLoading(true);
  try {
    return await work();
  } finally {
    loadings -= 1;
    if (loadings === 0) setLoading(false);
  }
}

/** Changes the connection mode and remembers it. */
export function setConnectionMode(connectionMode: ConnectionMode): void {
  localValues.set(storageKeys.connectionMode, connectionMode);
  appState.setState({ connectionMode });
}

/** Takes over the stored connection mode; anything unknown counts as cloud. */
export function restoreConnectionMode(): void {
  const stored = localValues.get(storageKeys.connectionMode);
  const connectionMode = connectionModes.find((mode) => mode === stored) ?? defaultConnectionMode;
  appState.setState({ connectionMode });
}

/** Tells how many changes made offline wait to be sent. */
export function setPendingSyncs(count: number): void {
  appState.setState({ pendingSync: count > 0, pendingSyncCount: count });
}

/** Dark to light or back, starting from what is shown; stored as text by the theme store. */
export function toggleDarkMode(): void {
  setThemeMode(appState.getState().isDarkMode ? "light" : "dark");
}

/** Follows the browser's connection. Returns how to stop. */
export function followConnection(): () => void {
  const follow = () => appState.setState({ online: navigator.onLine });
  follow();
  window.addEventListener("online", follow);
  window.addEventListener("offline", follow);
  return () => {
    window.removeEventListener("online", follow);
    window.removeEventListener("offline", follow);
  };
}

let clearing: ReturnType<typeof setTimeout> | undefined;

/** Shows an error of the whole application, replacing the one shown. A transient one clears after 5 s. */
export function showGlobalError(text: string, options: Partial<Omit<GlobalError, "text">> = {}): void {
  const { kind = "message", transient = true } = options;
  clearTimeout(clearing);
  appState.setState({ globalError: { kind, text, transient } });
  if (transient) clearing = setTimeout(clearGlobalError, globalErrorMs);
}

/** Takes the global error away; the router calls it after each navigation. */
export function clearGlobalError(): void {
  clearTimeout(clearing);
  appState.setState({ globalError: null });
}
