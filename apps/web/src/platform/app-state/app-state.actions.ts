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
 * Covers the window while `work` runs, to block interaction during a change of organization or a sign-out.
 * Overlapping calls share one overlay, which disappears with the last. Settles as `work` does.
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

/** Changes and stores the connection mode. */
export function setConnectionMode(connectionMode: ConnectionMode): void {
  localValues.set(storageKeys.connectionMode, connectionMode);
  appState.setState({ connectionMode });
}

/** Restores the stored connection mode; unknown values count as cloud. */
export function restoreConnectionMode(): void {
  const stored = localValues.get(storageKeys.connectionMode);
  const connectionMode = connectionModes.find((mode) => mode === stored) ?? defaultConnectionMode;
  appState.setState({ connectionMode });
}

/** Counts of the user's changes that were made offline. */
export type PendingCounts = {
  readonly waiting: number;
  /** Changed elsewhere in the meantime; the user decides. */
  readonly conflicts: number;
  /** Permanently refused by the server. */
  readonly rejected: number;
  /** The latest change was not accepted, because the most allowed are waiting. */
  readonly isFull: boolean;
};

/** Sets how many changes the user made offline, by state. */
export function setPendingSyncs({ waiting, conflicts, rejected, isFull }: PendingCounts): void {
  appState.setState({
    pendingSync: waiting > 0,
    pendingSyncCount: waiting,
    syncConflictCount: conflicts,
    syncRejectionCount: rejected,
    isSyncQueueFull: isFull,
  });
}

/** Toggles between dark and light, based on what is shown; the theme store persists the choice. */
export function toggleDarkMode(): void {
  setThemeMode(appState.getState().isDarkMode ? "light" : "dark");
}

/** Tracks the browser's online state. Returns a function that stops tracking. */
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

/** Shows an application-wide error, replacing the current one. A transient error clears after 5 s. */
export function showGlobalError(text: string, options: Partial<Omit<GlobalError, "text">> = {}): void {
  const { kind = "message", transient = true } = options;
  clearTimeout(clearing);
  appState.setState({ globalError: { kind, text, transient } });
  if (transient) clearing = setTimeout(clearGlobalError, globalErrorMs);
}

/** Clears the global error; the router calls it after each navigation. */
export function clearGlobalError(): void {
  clearTimeout(clearing);
  appState.setState({ globalError: null });
}
