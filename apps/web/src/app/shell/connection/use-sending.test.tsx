// @vitest-environment jsdom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { appState } from "../../../platform/app-state/app-state.store.ts";
import { I18nProvider } from "../../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { notificationStore } from "../../../platform/notifications/notifications.store.ts";
import { announceSent } from "../../../platform/offline/sent-changes.ts";
import { realtimeStore } from "../../../platform/realtime/realtime-events.ts";
import { sendPendingChanges } from "./send-pending-changes.ts";
import { useSending } from "./use-sending.ts";

vi.mock("./send-pending-changes.ts", () => ({ sendPendingChanges: vi.fn(async () => undefined) }));

function Sending() {
  useSending();
  return null;
}

beforeAll(() => ensureMessages("common", "connection"));
beforeEach(() => {
  vi.mocked(sendPendingChanges).mockClear().mockResolvedValue(undefined);
  notificationStore.setState({ items: [] });
  appState.setState({ online: false, pendingSyncCount: 1 });
  render(<Sending />, { wrapper: I18nProvider });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  appState.setState({ online: true, pendingSyncCount: 0 });
  realtimeStore.setState({ state: "disconnected" });
});

const titles = () => notificationStore.getState().items.map(({ title }) => title);

it("confirms in the visible tab that another tab sent a change while this one was still offline", async () => {
  act(() => appState.setState({ pendingSyncCount: 0 }));
  announceSent(1);
  await vi.waitFor(() => expect(titles()).toEqual(["1 Änderung gesendet"]));
  act(() => appState.setState({ online: true }));
  expect(titles()).toEqual(["1 Änderung gesendet"]);
});

it("leaves the confirmation to the visible tab while it is hidden", async () => {
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  announceSent(2);
  await vi.waitFor(() => expect(state).toHaveBeenCalled());
  expect(titles()).toEqual([]);
});

it.each([
  ["the page is opened", () => undefined, 1],
  ["the browser comes online", () => window.dispatchEvent(new Event("online")), 2],
  ["the tab becomes visible", () => document.dispatchEvent(new Event("visibilitychange")), 2],
  ["the server responds again", () => appState.setState({ online: true }), 2],
  ["the socket is connected again", () => realtimeStore.setState({ state: "connected" }), 2],
])("see R0-202 sends the pending changes when %s", (_when, happen, attempts) => {
  act(() => {
    happen();
  });
  expect(sendPendingChanges).toHaveBeenCalledTimes(attempts);
});

it("see R0-202 sends nothing while no change is pending or the tab is hidden", () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  act(() => appState.setState({ pendingSyncCount: 0 }));
  act(() => realtimeStore.setState({ state: "connected" }));
  expect(sendPendingChanges).toHaveBeenCalledOnce();
});
