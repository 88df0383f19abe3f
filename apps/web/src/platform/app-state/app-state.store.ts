import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { themeStore } from "../theme/theme-store.ts";

/** Ways in which the portal works: with its server, without it, or in classic mode. */
export const connectionModes = ["cloud", "offline", "legacy"] as const;
export type ConnectionMode = (typeof connectionModes)[number];

/** Connection mode if none is stored. */
export const defaultConnectionMode: ConnectionMode = "cloud";

export type GlobalError = {
  /** `unexpected` shows its translated text. `message` shows `text` unchanged. */
  readonly kind: "unexpected" | "message";
  /** Text fixed by the specification, or the server's message. */
  readonly text: string;
  /** True if the error disappears after 5 s. Other errors stay until the next navigation. */
  readonly transient: boolean;
};

export type AppState = {
  /** Shows the full-screen overlay. */
  readonly loading: boolean;
  /** True if the server can be reached, according to the connection watch. */
  readonly online: boolean;
  /** Time of the first check without a response, in ms, or null while the server can be reached. */
  readonly offlineSince: number | null;
  /** Time of the next check, in ms, or null while the server can be reached. */
  readonly nextProbeAt: number | null;
  /** True while offline changes are pending. */
  readonly pendingSync: boolean;
  readonly pendingSyncCount: number;
  /** Number of offline changes that conflict with a later value on the server. */
  readonly syncConflictCount: number;
  /** Number of offline changes that the server rejected. */
  readonly syncRejectionCount: number;
  /** True while no further offline change is accepted, after one was rejected. */
  readonly isSyncQueueFull: boolean;
  readonly connectionMode: ConnectionMode;
  /** Mirrors the theme store, which is authoritative. */
  readonly isDarkMode: boolean;
  readonly globalError: GlobalError | null;
};

export const initialAppState: AppState = {
  loading: false,
  online: true,
  offlineSince: null,
  nextProbeAt: null,
  pendingSync: false,
  pendingSyncCount: 0,
  syncConflictCount: 0,
  syncRejectionCount: 0,
  isSyncQueueFull: false,
  connectionMode: defaultConnectionMode,
  isDarkMode: false,
  globalError: null,
};

/** Application-wide state. Change it only through the actions in this folder. */
export const appState = createStore<AppState>()(() => ({
  ...initialAppState,
  isDarkMode: themeStore.getState().dark,
}));

themeStore.subscribe(({ dark }) => appState.setState({ isDarkMode: dark }));

/** Returns the application state, or a part of it, for components. */
export function useAppState<T>(select: (state: AppState) => T): T {
  return useStore(appState, select);
}
