// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { I18nProvider } from "../../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { DemoBanner } from "./demo-banner.tsx";

beforeEach(async () => {
  await ensureMessages("common", "demo-notice");
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const banner = (done: number) => (
  <I18nProvider>
    <DemoBanner progress={{ type: "demo.season_progressed", done, total: 90 }} />
  </I18nProvider>
);

it("shows the progress of the demonstration's history and disappears when it is complete", () => {
  const { rerender } = render(banner(27));
  expect(screen.getByRole("status").textContent).toContain("Fertig: 30\u202F%");
  rerender(banner(54));
  expect(screen.getByRole("status").textContent).toContain("Fertig: 60\u202F%");
  rerender(banner(90));
  expect(screen.queryByRole("status")).toBeNull();
});

it("disappears if there is no update for 15 seconds, and returns with the next update", () => {
  const { rerender } = render(banner(27));
  act(() => void vi.advanceTimersByTime(14_000));
  expect(screen.queryByRole("status")).not.toBeNull();
  act(() => void vi.advanceTimersByTime(2_000));
  expect(screen.queryByRole("status")).toBeNull();
  rerender(banner(30));
  expect(screen.queryByRole("status")).not.toBeNull();
});
