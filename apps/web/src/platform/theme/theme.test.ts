// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { languages } from "@praxisportal/contract/languages";
import { setThemeMode, startTheme, themeStore, toggleDarkMode } from "./theme-store.ts";

const script = readFileSync(`${import.meta.dirname}/../../../public/theme.js`, "utf8");

let systemDark = false;
let listeners: (() => void)[] = [];
let stop: (() => void) | undefined;

beforeEach(() => {
  localStorage.clear();
  systemDark = false;
  listeners = [];
  document.documentElement.className = "";
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return systemDark;
    },
    addEventListener: (_: string, listener: () => void) => listeners.push(listener),
    removeEventListener: (_: string, listener: () => void) => {
      listeners = listeners.filter((other) => other !== listener);
    },
  }));
});

afterEach(() => {
  stop?.();
  stop = undefined;
  vi.unstubAllGlobals();
});

function isDark(): boolean {
  return document.documentElement.classList.contains("dark");
}

describe("theme", () => {
  it("R2.3-09 puts the class dark on the root element while dark mode is on", () => {
    stop = startTheme();
    expect(isDark()).toBe(false);
    setThemeMode("dark");
    expect(isDark()).toBe(true);
    setThemeMode("light");
    expect(isDark()).toBe(false);
  });

  it("R4-71 toggles dark mode, starting from the theme in effect", () => {
    systemDark = true;
    stop = startTheme();
    expect(isDark()).toBe(true);
    toggleDarkMode();
    expect(isDark()).toBe(false);
    expect(themeStore.getState()).toEqual({ mode: "light", dark: false });
    toggleDarkMode();
    expect(isDark()).toBe(true);
  });

  it("R4-72 stores the setting as text", () => {
    stop = startTheme();
    for (const mode of ["dark", "light", "system"] as const) {
      setThemeMode(mode);
      expect(localStorage.getItem("theme")).toBe(mode);
    }
  });

  it("follows the system only in the mode system, and always follows another tab", () => {
    stop = startTheme();
    systemDark = true;
    for (const listener of listeners) listener();
    expect(isDark()).toBe(true);
    setThemeMode("light");
    for (const listener of listeners) listener();
    expect(isDark()).toBe(false);
    localStorage.setItem("theme", "dark");
    window.dispatchEvent(new StorageEvent("storage", { key: "theme" }));
    expect(isDark()).toBe(true);
  });

  it("treats an unknown stored value as system", () => {
    localStorage.setItem("theme", "true");
    stop = startTheme();
    expect(themeStore.getState().mode).toBe("system");
  });

  it.each([
    ["dark", false, true],
    ["light", true, false],
    ["system", true, true],
    ["system", false, false],
    [null, true, true],
  ])("the script before the first paint agrees: stored %s, system dark %s", (stored, system, dark) => {
    systemDark = system;
    if (stored !== null) localStorage.setItem("theme", stored);
    runInNewContext(script, { localStorage, document, matchMedia: window.matchMedia, addEventListener() {} });
    expect(isDark()).toBe(dark);
    stop = startTheme();
    expect(isDark()).toBe(dark);
  });

  it.each([
    ["fr", "/assets/common.fr.json"],
    ["xx", "/assets/common.de.json"],
    ["constructor", "/assets/common.de.json"],
    [null, "/assets/common.de.json"],
  ])("the texts of the stored language are preloaded before the first paint: %s", (locale, href) => {
    if (locale !== null) localStorage.setItem("locale", locale);
    const texts = JSON.stringify({ de: ["/assets/common.de.json"], fr: ["/assets/common.fr.json"] });
    const head = document.createElement("head");
    runInNewContext(script, {
      localStorage,
      matchMedia: window.matchMedia,
      addEventListener() {},
      document: {
        documentElement: document.documentElement,
        createElement: (name: string) => document.createElement(name),
        currentScript: { dataset: { texts } },
        head,
      },
    });
    const links = [...head.querySelectorAll("link")].map((link) => [
      link.rel,
      link.getAttribute("as"),
      link.crossOrigin,
      link.getAttribute("href"),
    ]);
    // Must equal the request of `fetch`, which otherwise downloads the file again.
    expect(links).toEqual([["preload", "fetch", "anonymous", href]]);
  });

  it.each(languages)("the error page of a failed start has the texts of the frame in %s", (language) => {
    localStorage.setItem("locale", language);
    document.body.innerHTML = '<div id="root"></div>';
    let fail = (_event: object): void => undefined;
    runInNewContext(script, {
      localStorage,
      document,
      ErrorEvent,
      HTMLScriptElement,
      matchMedia: window.matchMedia,
      addEventListener: (_: string, listener: typeof fail) => (fail = listener),
    });
    const frame = JSON.parse(
      readFileSync(`${import.meta.dirname}/../../app/texts/frame.${language}.json`, "utf8"),
    ) as Record<string, string>;
    fail({ target: document.createElement("link") });
    expect(document.querySelector("h1")).toBeNull();
    fail({ target: document.createElement("script") });
    expect(document.querySelector("h1")?.textContent).toBe(frame["failedTitle"]);
    expect(document.querySelector("p")?.textContent).toBe(frame["failedText"]);
    expect(document.querySelector("button")?.textContent).toBe(frame["reload"]);
    // A page that is already shown is kept.
    fail(new ErrorEvent("error"));
    expect(document.querySelectorAll("h1")).toHaveLength(1);
  });
});
