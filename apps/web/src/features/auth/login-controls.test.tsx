// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { setThemeMode, startTheme } from "../../platform/theme/theme-store.ts";
import { LoginControls } from "./login-controls.tsx";

let stop: () => void;
beforeEach(async () => {
  const media = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => media);
  await ensureMessages("common");
  setThemeMode("light");
  stop = startTheme();
});
afterEach(() => {
  stop();
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const isDark = () => document.documentElement.classList.contains("dark");

it("see R4-71 dark mode can be selected before signing in, with a single button on narrow screens", () => {
  render(
    <I18nProvider>
      <LoginControls />
    </I18nProvider>,
  );
  fireEvent.click(screen.getByRole("radio", { name: "Dunkel" }));
  expect(isDark()).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: "Hell" }));
  expect(isDark()).toBe(false);
  const toggle = screen.getByRole("button", { name: "Dunkel" });
  for (const expected of [true, false, true]) {
    fireEvent.click(toggle);
    expect([isDark(), toggle.getAttribute("aria-pressed")]).toEqual([expected, String(expected)]);
  }
});
