// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { I18nProvider } from "../../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { realtimeStore } from "../../../platform/realtime/realtime-events.ts";
import { ConnectionState } from "./connection-state.tsx";

const reconnect = vi.hoisted(() => vi.fn());
vi.mock("../../../platform/realtime/realtime.ts", () => ({ reconnect }));

beforeEach(async () => {
  await ensureMessages("common", "shell");
  realtimeStore.setState({ state: "disconnected", hasGivenUp: false });
  render(
    <I18nProvider>
      <ConnectionState />
    </I18nProvider>,
  );
});
afterEach(cleanup);

it("R4-86 has a reconnect button only after reconnecting was given up", () => {
  const button = () => screen.queryByRole("button", { name: "Neu verbinden" });
  expect(button()).toBeNull();
  act(() => realtimeStore.setState({ hasGivenUp: true }));
  fireEvent.click(screen.getByRole("button", { name: "Neu verbinden" }));
  expect(reconnect).toHaveBeenCalledOnce();
  act(() => realtimeStore.setState({ state: "connecting", hasGivenUp: false }));
  expect(button()).toBeNull();
  expect(screen.getByRole("status", { name: "Verbindung: Verbindet …" })).toBeTruthy();
});
