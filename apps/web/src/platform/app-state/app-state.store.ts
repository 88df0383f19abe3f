import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { themeStore } from "../theme/theme-store.ts";

/** Where the portal works: with the server, without it, or with the classic practice server. */
export const connectionModes = ["cloud", "offline", "legacy"] as const;
export type ConnectionMode = (typeof connectionModes)[number];

/** Connection mode when none is stored. */
export const defaultConnectionMode: ConnectionMode = "cloud";

export type GlobalError = {
  /** `unexpected` shows its translated text; `message` shows `text` as it is. */
  readonly kind: "unexpected" | "message";
  /** Text as the specification words it, or the server's message. */
  readonly text: string;
  /** Clears by itself after 5 s; any other stays until the next navigation. */
  readonly transient: boolean;
};

export type AppState = {
  /** Shows the full-screen overlay. */
  readonly loading: boolean;
  readonly online: boolean;
  /** True while changes made offline wait to be sent. */
  readonly pendingSync: boolean;
  readonly pendingSyncCount: number;
  readonly connectionMode: ConnectionMode;
  /** Follows the theme store, which stays authoritative. */
  readonly isDarkMode: boolean;
  readonly globalError: GlobalError | null;
};

export const initialAppState: AppState = {
  loading: false,
  online: true,
  pendingSync: false,
  pendingSyncCount: 0,
  connectionMode: defaultConnectionMode,
  isDarkMode: false,
  globalError: null,
};

/** State of the whole application. Only the actions beside this file change it. */
export const appState = createStore<AppState>()(() => ({
  ...initialAppState,
  isDarkMode: themeStore.getState().dark,
}));

themeStore.subscribe(({ dark }) => appState.setState({ isDarkMode: dark }));

/** The application state, or a part of it, for components. */
export function useAppState<T>(select: (state: AppState) => T): T {
  return useStore(appState, select);
}
