// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setThemeMode } from "../theme/theme-store.ts";
import {
  clearGlobalError,
  restoreConnectionMode,
  setLegacySession,
  setLoading,
  setPendingSyncs,
  setServerFound,
  setServerLost,
  showGlobalError,
  toggleDarkMode,
  whileLoading,
} from "./app-state.actions.ts";
import { appState, initialAppState } from "./app-state.store.ts";
import { listenForUncaughtErrors } from "./global-errors.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  setThemeMode("light");
  appState.setState(initialAppState, true);
});

afterEach(() => {
  clearGlobalError();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("application state", () => {
  it("R3-68 R3-70 starts online in connection mode cloud, without loading or pending changes", () => {
    expect(appState.getState()).toEqual({
      loading: false,
      online: true,
      offlineSince: null,
      nextProbeAt: null,
      pendingSync: false,
      pendingSyncCount: 0,
      syncConflictCount: 0,
      syncRejectionCount: 0,
      isSyncQueueFull: false,
      connectionMode: "cloud",
      isDarkMode: false,
      globalError: null,
    });
  });

  it("R3-68 R3-69 follows loading and pending syncs", () => {
    setLoading(true);
    setPendingSyncs({ waiting: 2, conflicts: 1, rejected: 3, isFull: true });
    expect(appState.getState()).toMatchObject({
      loading: true,
      pendingSync: true,
      pendingSyncCount: 2,
      syncConflictCount: 1,
      syncRejectionCount: 3,
      isSyncQueueFull: true,
    });
    setPendingSyncs({ waiting: 0, conflicts: 0, rejected: 0, isFull: false });
    expect(appState.getState()).toMatchObject({
      pendingSync: false,
      pendingSyncCount: 0,
      syncConflictCount: 0,
      syncRejectionCount: 0,
      isSyncQueueFull: false,
    });
    setLoading(false);
    setServerLost(1_000, 2_000);
    expect(appState.getState()).toMatchObject({ loading: false, online: false });
    setServerFound();
    expect(appState.getState().online).toBe(true);
  });

  it("R3-68 is loading until the last of several tasks has settled", async () => {
    const first = Promise.withResolvers<string>();
    const second = Promise.withResolvers<void>();
    const firstTask = whileLoading(() => first.promise);
    const secondTask = whileLoading(() => second.promise);
    expect(appState.getState().loading).toBe(true);
    second.reject(new Error("no"));
    await expect(secondTask).rejects.toThrow("no");
    expect(appState.getState().loading).toBe(true);
    first.resolve("done");
    expect(await firstTask).toBe("done");
    expect(appState.getState().loading).toBe(false);
  });

  it("see R3-68 is offline from the first check without a response until the server is found", () => {
    setServerLost(1_000, 2_000);
    setServerLost(5_000, 9_000);
    const offlineState = {
      online: false,
      offlineSince: 1_000,
      nextProbeAt: 9_000,
      connectionMode: "offline",
    };
    expect(appState.getState()).toMatchObject(offlineState);
    setServerFound();
    const online = { online: true, offlineSince: null, nextProbeAt: null, connectionMode: "cloud" };
    expect(appState.getState()).toMatchObject(online);
  });

  it("R3-70 is in legacy mode during a legacy session, and offline without a server", () => {
    setLegacySession(true);
    expect(appState.getState().connectionMode).toBe("legacy");
    setServerLost(1_000, 2_000);
    expect(appState.getState().connectionMode).toBe("offline");
    setServerFound();
    expect(appState.getState().connectionMode).toBe("legacy");
    setLegacySession(false);
    expect(appState.getState().connectionMode).toBe("cloud");
  });

  it("R4-66 restores the stored connection mode, and cloud for unknown values", () => {
    setLegacySession(true);
    appState.setState(initialAppState, true);
    restoreConnectionMode();
    expect(appState.getState().connectionMode).toBe("legacy");
    localStorage.setItem("connectionMode", "carrier-pigeon");
    restoreConnectionMode();
    expect(appState.getState().connectionMode).toBe("cloud");
  });

  it("R3-71 R4-71 R4-72 has the dark-mode setting, toggles it and stores it as text", () => {
    toggleDarkMode();
    expect(appState.getState().isDarkMode).toBe(true);
    expect(localStorage.getItem("theme")).toBe("dark");
    toggleDarkMode();
    expect(appState.getState().isDarkMode).toBe(false);
    expect(localStorage.getItem("theme")).toBe("light");
  });

  it("R3-71 starts with the theme that the page already shows", async () => {
    for (const theme of ["dark", "light"] as const) {
      vi.resetModules();
      const started = await import("../theme/theme-store.ts");
      started.setThemeMode(theme);
      const { appState: created } = await import("./app-state.store.ts");
      expect([theme, created.getState().isDarkMode]).toEqual([theme, theme === "dark"]);
    }
  });
});

describe("global error", () => {
  it("R4-54 R9-21 clears a transient error after 5 s", () => {
    showGlobalError("Etwas ging schief");
    vi.advanceTimersByTime(4_999);
    expect(appState.getState().globalError?.text).toBe("Etwas ging schief");
    vi.advanceTimersByTime(1);
    expect(appState.getState().globalError).toBeNull();
  });

  it("restarts the 5 s for a newer error", () => {
    showGlobalError("erster");
    vi.advanceTimersByTime(4_000);
    showGlobalError("zweiter");
    vi.advanceTimersByTime(4_000);
    expect(appState.getState().globalError?.text).toBe("zweiter");
  });

  it("R2.2-15 keeps any other error until navigation clears it", () => {
    showGlobalError("bleibt", { transient: false });
    vi.advanceTimersByTime(60_000);
    expect(appState.getState().globalError?.text).toBe("bleibt");
    clearGlobalError();
    expect(appState.getState().globalError).toBeNull();
  });
});

describe("uncaught errors", () => {
  const text = "Ein unerwarteter Fehler ist aufgetreten";

  it("R8-29 an uncaught error is shown and logged with its cause", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const stop = listenForUncaughtErrors();
    const cause = new Error("boom");
    window.dispatchEvent(new ErrorEvent("error", { error: cause, message: "boom" }));
    stop();
    expect(appState.getState().globalError).toEqual({ kind: "unexpected", text, transient: true });
    expect(log).toHaveBeenCalledExactlyOnceWith(text, cause);
  });

  it("R8-28 R8-29 an unhandled rejection is shown and logged with its reason", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const stop = listenForUncaughtErrors();
    const reason = new Error("unhandled");
    window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason }));
    stop();
    expect(appState.getState().globalError?.text).toBe(text);
    expect(log).toHaveBeenCalledExactlyOnceWith(text, reason);
  });

  it("see R8-27 ignores only ResizeObserver loop notices", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const stop = listenForUncaughtErrors();
    const note = "ResizeObserver loop completed with undelivered notifications.";
    window.dispatchEvent(new ErrorEvent("error", { message: note }));
    expect(appState.getState().globalError).toBeNull();
    window.dispatchEvent(new ErrorEvent("error", { message: "Script error." }));
    expect(appState.getState().globalError?.text).toBe(text);
    expect(log).toHaveBeenCalledExactlyOnceWith(text, "Script error.");
    stop();
  });

  it("an aborted call is not reported as an error", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const stop = listenForUncaughtErrors();
    const reason = new DOMException("left", "AbortError");
    window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason }));
    stop();
    expect(appState.getState().globalError).toBeNull();
    expect(log).not.toHaveBeenCalled();
  });
});
