// @vitest-environment jsdom
import type { StoredPreferences } from "@praxisportal/contract/preferences/preferences.schema";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { json, networkError, problem } from "../api-client/testing/fetch-double.ts";
import type { SentCall } from "../api-client/testing/fetch-double.ts";
import { appState, initialAppState } from "../app-state/app-state.store.ts";
import { pendingStore } from "../offline/pending-queue.ts";
import { keepOwnValue, processPendingSyncs } from "../offline/pending-syncs.ts";
import { provideTestQueue } from "../offline/testing/test-queue.ts";
import { lockSession } from "../session/clear-session.ts";
import {
  createSessionTestContext,
  signInForTest,
  type SessionTestContext,
} from "../session/testing/session-world.ts";
import { pendingColumns } from "./pending-columns.ts";
import { columnChange, changePreferences, preferencesStore } from "./preferences.store.ts";
import { startPreferences } from "./save-preferences.ts";

let context: SessionTestContext;
let stop: () => void;
/** The preferences on the server, or null if it does not respond. */
let stored: StoredPreferences | null;

function respond({ method, headers, body }: SentCall): Response {
  if (stored === null) throw networkError();
  if (method === "GET") return json(stored);
  if (headers.get("if-match") !== `"${stored.version}"`) return problem(412, "PRECONDITION_FAILED");
  stored = { ...(body as StoredPreferences), version: stored.version + 1 };
  return json(stored);
}

const settle = () => vi.advanceTimersByTimeAsync(10_000);
const columns = [{ key: "email" }];
const waiting = () => JSON.parse(localStorage.getItem("pendingSyncs") ?? "[]") as unknown[];

/** Chooses columns while the server does not respond, and locks the screen. */
async function chooseOffline(): Promise<void> {
  await signInForTest();
  await settle();
  stored = null;
  appState.setState({ online: false });
  changePreferences(columnChange("users", columns), { listId: "users", columns, before: null });
  await settle();
  await vi.waitFor(() => expect(preferencesStore.getState().unsaved).toEqual([]));
  expect(waiting()).toMatchObject([
    { module: "preferences", action: "columns", data: { listId: "users", columns }, version: 2 },
  ]);
  lockSession();
  appState.setState({ online: true });
}

beforeEach(() => {
  stored = { sidebarCollapsed: null, lists: {}, version: 2 };
  context = createSessionTestContext({ "me/preferences": respond });
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  provideTestQueue({ "preferences.columns": pendingColumns });
  stop = startPreferences();
});
afterEach(() => {
  stop();
  appState.setState(initialAppState, true);
  context.end();
});

it("see R0-192 columns chosen offline survive a lock, and are sent after changes of other preferences elsewhere", async () => {
  await chooseOffline();
  stored = { sidebarCollapsed: true, lists: {}, version: 3 };
  await signInForTest();
  await processPendingSyncs();
  const lists = { users: { savedViews: [], columns } };
  expect(stored).toEqual({ sidebarCollapsed: true, lists, version: 4 });
  expect(preferencesStore.getState()).toMatchObject({ preferences: { lists }, version: 4 });
  expect(waiting()).toEqual([]);
});

it("see R0-195 columns chosen on another device meanwhile are a conflict", async () => {
  await chooseOffline();
  const elsewhere = { users: { savedViews: [], columns: [{ key: "role", hidden: true }] } };
  stored = { sidebarCollapsed: null, lists: elsewhere, version: 3 };
  await signInForTest();
  await processPendingSyncs();
  expect(stored.lists).toEqual(elsewhere);
  const [item] = pendingStore.getState().items;
  expect(item).toMatchObject({
    state: "conflict",
    current: { version: 3, value: { listId: "users", columns: [{ key: "role", hidden: true }] } },
  });
  await keepOwnValue(item?.id ?? "");
  expect(stored.lists["users"]?.columns).toEqual(columns);
});
