// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { json, problem } from "../../platform/api-client/testing/fetch-double.ts";
import { appState, initialAppState } from "../../platform/app-state/app-state.store.ts";
import { loadCatalogues } from "../../platform/i18n/load-messages.ts";
import { i18nStore } from "../../platform/i18n/store.ts";
import { processPendingSyncs } from "../../platform/offline/pending-syncs.ts";
import { provideTestQueue } from "../../platform/offline/testing/test-queue.ts";
import { endSession } from "../../platform/session/clear-session.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { person } from "../../platform/session/testing/session-responses.ts";
import { createSessionTestContext, signInForTest } from "../../platform/session/testing/session-world.ts";
import type { SessionTestContext } from "../../platform/session/testing/session-world.ts";
import { setThemeMode, themeStore } from "../../platform/theme/theme-store.ts";
import { pendingProfile, pendingSettings } from "./pending-settings.ts";
import { saveOwnDetails } from "./settings.api.ts";
import { acceptedSettings, loadSettings, saveSettings, settingsStore } from "./settings.store.ts";

vi.mock(import("../../platform/i18n/load-messages.ts"), async (original) => {
  const module = await original();
  return { ...module, loadCatalogues: vi.fn(module.loadCatalogues) };
});

let context: SessionTestContext;
beforeEach(() => {
  context = createSessionTestContext();
  provideTestQueue({ "settings.save": pendingSettings, "profile.save": pendingProfile });
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
});
afterEach(() => {
  appState.setState(initialAppState, true);
  i18nStore.setState({ language: "de" });
  context.end();
});

describe("settings", () => {
  it("R3-73 contain isDarkMode and language", () => {
    expect(acceptedSettings({ isDarkMode: true, language: "en" })).toEqual({
      isDarkMode: true,
      language: "en",
    });
    const bright = { isDarkMode: false, language: "de" };
    expect(acceptedSettings(bright)).toEqual(bright);
    expect(acceptedSettings({ isDarkMode: "yes", language: "de", theme: "x" })).toEqual(bright);
  });

  it.each(["fr", "it", "es", "", null, 7, undefined])(
    "R1-32 R1-33 R9-26 see R3-73 language %s falls back to de",
    (language) => {
      expect(acceptedSettings({ language }).language).toBe("de");
    },
  );

  it.each([
    ["it", "de"],
    ["fr", "de"],
    ["DE", "de"],
    ["en", "en"],
    ["de", "de"],
  ])("R1-33 see R1-32 loads the stored language %s as %s", async (stored, language) => {
    localStorage.setItem("settings", JSON.stringify({ isDarkMode: false, language: stored }));
    settingsStore.setState({ language: language === "de" ? "en" : "de" });
    await loadSettings();
    expect(settingsStore.getState().language).toBe(language);
  });

  it.each([
    ["fr", "de"],
    ["en", "en"],
  ])("see R1-32 starts with the locale %s of this browser as %s", async (locale, language) => {
    localStorage.setItem("locale", locale);
    vi.resetModules();
    const started = await import("./settings.store.ts");
    expect(started.settingsStore.getState().language).toBe(language);
  });

  it("see R4-69 loads the user's settings and applies them unless the browser has its own", async () => {
    await signInForTest(person({ settings: { isDarkMode: true, language: "en" } }));
    await loadSettings();
    expect(settingsStore.getState()).toMatchObject({ isDarkMode: true, language: "en" });
    expect(themeStore.getState().dark).toBe(true);
    expect(i18nStore.getState().language).toBe("en");
  });

  it("a locale and theme chosen in this browser take precedence", async () => {
    localStorage.setItem("locale", "de");
    localStorage.setItem("theme", "light");
    await signInForTest(person({ settings: { isDarkMode: true, language: "en" } }));
    await loadSettings();
    expect(i18nStore.getState().language).toBe("de");
    expect(localStorage.getItem("theme")).toBe("light");
  });

  it("remove the user's language from the device at sign-out", async () => {
    await signInForTest(person({ settings: { isDarkMode: false, language: "en" } }));
    await loadSettings();
    expect(localStorage.getItem("locale")).toBe("en");
    await loadSettings();
    endSession("logout");
    expect(localStorage.getItem("locale")).toBeNull();
  });

  it("keep a language chosen in this browser at sign-out", async () => {
    context.responses = { "users/me": () => json(person()) };
    await signInForTest(person({ settings: { isDarkMode: false, language: "en" } }));
    await loadSettings();
    await saveSettings({ language: "en" });
    endSession("logout");
    expect(localStorage.getItem("locale")).toBe("en");
  });

  it("follow a theme changed elsewhere", () => {
    setThemeMode("dark");
    expect(settingsStore.getState().isDarkMode).toBe(true);
    setThemeMode("light");
    expect(settingsStore.getState().isDarkMode).toBe(false);
  });

  it("are applied, stored and saved for the signed-in user", async () => {
    const saved = person({ settings: { isDarkMode: true, language: "en" }, version: 2 });
    context.responses = { "users/me": () => json(saved) };
    await signInForTest();
    await saveSettings({ isDarkMode: true, language: "en" });
    expect(context.calls[0]).toMatchObject({
      method: "PUT",
      body: { settings: { isDarkMode: true, language: "en" } },
    });
    expect(sessionStore.getState().user?.version).toBe(2);
    expect(localStorage.getItem("theme")).toBe("dark");
    expect(localStorage.getItem("locale")).toBe("en");
    expect(JSON.parse(localStorage.getItem("settings") ?? "")).toEqual({ isDarkMode: true, language: "en" });
    expect(settingsStore.getState()).toMatchObject({ saving: false, error: null });
  });

  it("are stored only in this browser while the user is signed out", async () => {
    await saveSettings({ isDarkMode: false });
    expect(context.calls).toHaveLength(0);
    expect(localStorage.getItem("theme")).toBe("light");
  });

  it("R2.3-05 offline changes apply at once and are queued without an error", async () => {
    await signInForTest();
    appState.setState({ online: false });
    context.responses = {
      "users/me": () => {
        throw new TypeError("Failed to fetch");
      },
    };
    await saveSettings({ isDarkMode: true });
    expect(settingsStore.getState()).toMatchObject({ isDarkMode: true, saving: false, error: null });
    expect(appState.getState()).toMatchObject({ pendingSync: true, pendingSyncCount: 1 });
    context.responses = { "users/me": () => json(person({ version: 3 })) };
    await processPendingSyncs();
    expect(context.calls.at(-1)).toMatchObject({ method: "PUT", body: { settings: { isDarkMode: true } } });
    expect(context.calls.at(-1)?.headers.get("if-match")).toBe('"1"');
    expect(sessionStore.getState().user?.version).toBe(3);
    expect(appState.getState().pendingSyncCount).toBe(0);
  });

  it("see R2.3-05 a language whose texts cannot be downloaded offline is queued as well", async () => {
    await signInForTest();
    appState.setState({ online: false });
    context.responses = { "users/me": () => Promise.reject(new TypeError("Failed to fetch")) };
    vi.mocked(loadCatalogues).mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await saveSettings({ language: "en" });
    expect(settingsStore.getState()).toMatchObject({ language: "en", error: null });
    expect(appState.getState().pendingSyncCount).toBe(1);
    // While online, this is an error, and nothing is saved.
    appState.setState({ ...initialAppState, online: true });
    context.calls.length = 0;
    vi.mocked(loadCatalogues).mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await expect(saveSettings({ language: "en" })).rejects.toThrow("Failed to fetch");
    expect(context.calls).toEqual([]);
  });

  it("see R0-194 a change made while another one waits is sent after it", async () => {
    await signInForTest();
    appState.setState({ online: false });
    let version = 1;
    context.responses = { "users/me": () => Promise.reject(new TypeError("Failed to fetch")) };
    await saveSettings({ isDarkMode: true });
    appState.setState({ online: true });
    context.calls.length = 0;
    context.responses = { "users/me": () => json(person({ version: (version += 1) })) };
    await saveSettings({ isDarkMode: false });
    expect(context.calls.map(({ body, headers }) => [body, headers.get("if-match")])).toEqual([
      [{ settings: { isDarkMode: true } }, '"1"'],
      [{ settings: { isDarkMode: false } }, '"2"'],
    ]);
  });

  it("see R0-192 details changed offline are queued by field, without the e-mail address", async () => {
    await signInForTest();
    appState.setState({ online: false });
    context.responses = { "users/me": () => Promise.reject(new TypeError("Failed to fetch")) };
    const details = { firstName: "Ida", lastName: "Musterfrau", phone: null };
    const { isQueued } = await saveOwnDetails(details, person());
    expect(isQueued).toBe(true);
    const queued = JSON.parse(localStorage.getItem("pendingSyncs") ?? "[]") as Record<string, unknown>[];
    expect(queued.map(({ data, before }) => [data, before])).toEqual([
      [{ firstName: "Ida" }, { firstName: "Ina" }],
      [{ phone: null }, { phone: "+49 30 1234" }],
    ]);
    expect(sessionStore.getState().user?.personalInfo.firstName).toBe("Ida");
    const email = { email: "neu@example.org" };
    expect([pendingProfile.parse(email), pendingSettings.parse({ ...email, isDarkMode: true })]).toEqual([
      null,
      null,
    ]);
  });

  it("R8-32 a save without a response fails while the browser is online", async () => {
    await signInForTest();
    context.responses = {
      "users/me": () => {
        throw new TypeError("Failed to fetch");
      },
    };
    await expect(saveSettings({ isDarkMode: true })).rejects.toMatchObject({ code: "NETWORK_ERROR" });
    expect(settingsStore.getState().error).toBe("Could not save settings");
    expect(appState.getState().pendingSync).toBe(false);
  });

  it("R8-30 R8-31 R8-32 a failed save records 'Could not save settings' and rethrows the error", async () => {
    context.responses = { "users/me": () => problem(500, "INTERNAL_ERROR", "Interner Serverfehler") };
    await signInForTest();
    await expect(saveSettings({ isDarkMode: true })).rejects.toMatchObject({ status: 500 });
    expect(settingsStore.getState()).toMatchObject({
      saving: false,
      error: "Could not save settings",
      unsaved: "isDarkMode",
    });
    // Each setting's card shows its own failure.
    await expect(saveSettings({ language: "en" })).rejects.toMatchObject({ status: 500 });
    expect(settingsStore.getState()).toMatchObject({ error: "Could not save settings", unsaved: "language" });
  });
});
