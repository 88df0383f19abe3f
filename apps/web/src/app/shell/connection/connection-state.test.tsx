// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { appState, initialAppState } from "../../../platform/app-state/app-state.store.ts";
import { I18nProvider } from "../../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { realtimeStore } from "../../../platform/realtime/realtime-events.ts";
import { ConnectionDetails } from "./connection-details.tsx";
import { ConnectionState } from "./connection-state.tsx";

const reconnect = vi.hoisted(() => vi.fn());
vi.mock("../../../platform/realtime/realtime.ts", () => ({ reconnect }));
vi.mock(import("./pending-summary.tsx"), () => ({ PendingSummary: () => null }));

beforeEach(async () => {
  await ensureMessages("common", "shell");
  realtimeStore.setState({ state: "disconnected", hasGivenUp: false });
  render(
    <I18nProvider>
      <ConnectionState />
    </I18nProvider>,
  );
});
afterEach(() => {
  cleanup();
  appState.setState(initialAppState, true);
});

it("R4-86 shows the reconnect button only after automatic reconnection has stopped", () => {
  const button = () => screen.queryByRole("button", { name: "Neu verbinden" });
  expect(button()).toBeNull();
  act(() => realtimeStore.setState({ hasGivenUp: true }));
  fireEvent.click(screen.getByRole("button", { name: "Neu verbinden" }));
  expect(reconnect).toHaveBeenCalledOnce();
  act(() => realtimeStore.setState({ state: "connecting", hasGivenUp: false }));
  expect(button()).toBeNull();
  expect(screen.getByRole("status", { name: "Verbindung: Verbindet …" })).toBeTruthy();
});

it("see R0-204 the details show when the portal went offline, with and without waiting changes", async () => {
  await ensureMessages("connection");
  const offlineSince = new Date(2026, 10, 23, 6, 41).getTime();
  appState.setState({ online: false, offlineSince, nextProbeAt: Date.now(), connectionMode: "offline" });
  render(
    <I18nProvider>
      <ConnectionDetails />
    </I18nProvider>,
  );
  const title = () => screen.getByRole("heading", { level: 2 }).textContent;
  expect(title()).toBe("Offline seit 06:41");
  act(() => appState.setState({ pendingSyncCount: 2 }));
  expect(title()).toBe("Offline seit 06:41 – 2 Änderungen warten");
});
