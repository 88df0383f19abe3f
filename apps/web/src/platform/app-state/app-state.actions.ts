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

let loadingCount = 0;

/**
 * Covers the window while `work` runs, to block interaction during a change of organization or a sign-out. Overlapping
 * calls share one overlay, which disappears after the last call. Settles with the result of `work`.
 */
export async function whileLoading<T>(work: () => Promise<T>): Promise<T> {
  loadingCount += 1;
  setLoading(true);
  try {
    return await work();
  } finally {
    loadingCount -= 1;
    if (loadingCount === 0) setLoading(false);
  }
}

let isLegacySession = false;

function applyConnectionMode(): void {
  const reachable: ConnectionMode = isLegacySession ? "legacy" : defaultConnectionMode;
  const connectionMode = appState.getState().online ? reachable : "offline";
  localValues.set(storageKeys.connectionMode, connectionMode);
  appState.setState({ connectionMode });
}

/** Sets the mode to legacy for the duration of a legacy session, and back to cloud afterwards. */
export function setLegacySession(isLegacy: boolean): void {
  isLegacySession = isLegacy;
  applyConnectionMode();
}

/** Records that the server responded. */
export function setServerFound(): void {
  const { online, connectionMode } = appState.getState();
  if (online && connectionMode !== "offline") return;
  appState.setState({ online: true, offlineSince: null, nextProbeAt: null });
  applyConnectionMode();
}

/** Records that the server did not respond at `since` (ms) and is checked again at `nextProbeAt` (ms). */
export function setServerLost(since: number, nextProbeAt: number): void {
  const { offlineSince } = appState.getState();
  appState.setState({ online: false, offlineSince: offlineSince ?? since, nextProbeAt });
  applyConnectionMode();
}

/** Restores the stored connection mode, which applies until the server responds. Unknown values count as cloud. */
export function restoreConnectionMode(): void {
  const stored = localValues.get(storageKeys.connectionMode);
  const connectionMode = connectionModes.find((mode) => mode === stored) ?? defaultConnectionMode;
  isLegacySession = connectionMode === "legacy";
  appState.setState({ connectionMode });
}

/** Counts of the user's changes that were made offline. */
export type PendingCounts = {
  readonly waiting: number;
  /** Changed elsewhere in the meantime. The user decides which value applies. */
  readonly conflicts: number;
  /** Permanently rejected by the server. */
  readonly rejected: number;
  /** True if the latest change was not accepted, because the maximum number of changes is waiting. */
  readonly isFull: boolean;
};

/** Sets the numbers of changes that the user made offline, by state. */
export function setPendingSyncs({ waiting, conflicts, rejected, isFull }: PendingCounts): void {
  appState.setState({
    pendingSync: waiting > 0,
    pendingSyncCount: waiting,
    syncConflictCount: conflicts,
    syncRejectionCount: rejected,
    isSyncQueueFull: isFull,
  });
}

/** Toggles between dark and light, based on the displayed theme. The theme store persists the choice. */
export function toggleDarkMode(): void {
  setThemeMode(appState.getState().isDarkMode ? "light" : "dark");
}

let clearTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows an application-wide error, replacing the current one. A transient error clears after 5 s. */
export function showGlobalError(text: string, options: Partial<Omit<GlobalError, "text">> = {}): void {
  const { kind = "message", transient = true } = options;
  clearTimeout(clearTimer);
  appState.setState({ globalError: { kind, text, transient } });
  if (transient) clearTimer = setTimeout(clearGlobalError, globalErrorMs);
}

/** Clears the global error. The router calls it after each navigation. */
export function clearGlobalError(): void {
  clearTimeout(clearTimer);
  appState.setState({ globalError: null });
}
