// @vitest-environment jsdom
import type { StoredPreferences } from "@praxisportal/contract/preferences/preferences.schema";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { appState } from "../app-state/app-state.store.ts";
import { json, networkError, problem } from "../api-client/testing/fetch-double.ts";
import type { SentCall } from "../api-client/testing/fetch-double.ts";
import { endSession, lockSession } from "../session/clear-session.ts";
import { sessionStore } from "../session/session.store.ts";
import { logout } from "../session/sign-out.ts";
import { person } from "../session/testing/session-responses.ts";
import {
  otherTab,
  createSessionTestContext,
  signInForTest,
  type SessionTestContext,
} from "../session/testing/session-world.ts";
import { listChange, changePreferences, preferencesStore } from "./preferences.store.ts";
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

beforeEach(() => {
  stored = { sidebarCollapsed: null, lists: {}, version: 0 };
  context = createSessionTestContext({ "me/preferences": respond });
  stop = startPreferences();
});
afterEach(() => {
  stop();
  context.end();
});

const callsWith = (method: string) => context.calls.filter((call) => call.method === method);
const settle = () => vi.advanceTimersByTimeAsync(10_000);
const collapse = (sidebarCollapsed: boolean) =>
  changePreferences((preferences) => ({ ...preferences, sidebarCollapsed }));
const showColumn = (key: string) => listChange("users", (list) => ({ ...list, columns: [{ key }] }));
const currentPreferences = () => preferencesStore.getState().preferences;

/** Simulates a new page load: the modules lose their state, while storage and session stay. */
async function reload(): Promise<void> {
  stop();
  const { user } = sessionStore.getState();
  const copy = localStorage.getItem("preferences");
  sessionStore.setState({ status: "unknown", authenticated: false, user: null });
  if (copy !== null) localStorage.setItem("preferences", copy);
  stop = startPreferences();
  sessionStore.setState({ status: "signedIn", authenticated: true, user });
  await settle();
}

describe("preferences of the user", () => {
  it("are loaded in the background after the sign-in", async () => {
    stored = { sidebarCollapsed: true, lists: {}, version: 3 };
    await signInForTest();
    await settle();
    expect(currentPreferences().sidebarCollapsed).toBe(true);
    expect(context.calls.map(({ url }) => url.replace(/^.*\/users\//, ""))).toEqual([
      "me/start",
      "me/preferences",
    ]);
    for (const { headers } of context.calls) expect(headers.has("x-background-read")).toBe(true);
  });

  it("are loaded with all other start data of the page", async () => {
    const preferences = { sidebarCollapsed: true, lists: {}, version: 3 };
    context.responses = { "me/start": () => json({ preferences }) };
    await signInForTest();
    await settle();
    expect(currentPreferences().sidebarCollapsed).toBe(true);
    expect(context.calls).toHaveLength(1);
  });

  it("apply at once and are saved together after a short pause", async () => {
    await signInForTest();
    await settle();
    collapse(true);
    changePreferences(showColumn("email"));
    expect(currentPreferences()).toMatchObject({
      sidebarCollapsed: true,
      lists: { users: { columns: [{ key: "email" }] } },
    });
    expect(callsWith("PUT")).toHaveLength(0);
    await settle();
    expect(callsWith("PUT")).toHaveLength(1);
    expect(callsWith("PUT")[0]?.headers.has("x-background-read")).toBe(true);
    expect(stored).toMatchObject({ sidebarCollapsed: true, version: 1 });
    collapse(false);
    await settle();
    expect(stored).toMatchObject({ sidebarCollapsed: false, version: 2 });
  });

  it("are merged with the changes of another device by applying local changes to its version", async () => {
    await signInForTest();
    await settle();
    stored = {
      sidebarCollapsed: null,
      lists: { users: { savedViews: [], columns: [{ key: "role" }] } },
      version: 7,
    };
    collapse(true);
    await settle();
    expect(stored).toMatchObject({
      sidebarCollapsed: true,
      lists: { users: { columns: [{ key: "role" }] } },
      version: 8,
    });
    expect(currentPreferences().lists["users"]?.columns).toEqual([{ key: "role" }]);
  });

  it("are saved later if the server does not respond, and survive a reload", async () => {
    await signInForTest();
    await settle();
    const server = stored;
    stored = null;
    vi.spyOn(console, "warn").mockReturnValue();
    collapse(true);
    await settle();
    expect(currentPreferences().sidebarCollapsed).toBe(true);
    await reload();
    expect(currentPreferences().sidebarCollapsed).toBe(true);
    stored = server;
    appState.setState({ online: false });
    appState.setState({ online: true });
    await settle();
    expect(stored).toMatchObject({ sidebarCollapsed: true, version: 1 });
  });

  it("keep a change made while an earlier save was running if the page is reloaded before its response", async () => {
    await signInForTest();
    await settle();
    const { promise, reject } = Promise.withResolvers<Response>();
    const send = globalThis.fetch;
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      const response = await send(url, init);
      return init.method === "PUT" && stored?.version === 1 ? promise : response;
    });
    collapse(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored).toMatchObject({ sidebarCollapsed: true, version: 1 });
    changePreferences(showColumn("email"));
    vi.spyOn(console, "warn").mockReturnValue();
    const reloaded = reload();
    reject(networkError());
    await reloaded;
    expect(stored).toMatchObject({
      sidebarCollapsed: true,
      lists: { users: { columns: [{ key: "email" }] } },
      version: 2,
    });
  });

  it("keep a change whose save fails as the page is reloaded, although an earlier save reached the server", async () => {
    await signInForTest();
    await settle();
    const { promise, reject } = Promise.withResolvers<Response>();
    const send = globalThis.fetch;
    let isLeaving = false;
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      if (init.method === "PUT" && isLeaving) throw new TypeError("Failed to fetch");
      const response = await send(url, init);
      return init.method === "PUT" && stored?.version === 1 ? promise : response;
    });
    collapse(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored).toMatchObject({ sidebarCollapsed: true, version: 1 });
    collapse(false);
    vi.spyOn(console, "warn").mockReturnValue();
    // The browser aborts the running save. The next one does not get through either.
    isLeaving = true;
    window.dispatchEvent(new Event("pagehide"));
    reject(networkError());
    await vi.advanceTimersByTimeAsync(0);
    isLeaving = false;
    await reload();
    expect(stored).toMatchObject({ sidebarCollapsed: false, version: 2 });
    expect(currentPreferences().sidebarCollapsed).toBe(false);
  });

  it("drop a change left by a reload if the server has a newer version", async () => {
    await signInForTest();
    await settle();
    collapse(true);
    stored = { sidebarCollapsed: false, lists: {}, version: 4 };
    await reload();
    expect(currentPreferences().sidebarCollapsed).toBe(false);
    expect(stored.version).toBe(4);
  });

  it("drop a change that the server rejects as invalid", async () => {
    await signInForTest();
    await settle();
    changePreferences(showColumn("email"));
    context.responses = {
      "me/preferences": (call) => (call.method === "GET" ? respond(call) : problem(400, "VALIDATION_FAILED")),
    };
    await settle();
    expect(currentPreferences()).toEqual({ sidebarCollapsed: null, lists: {} });
    expect(callsWith("PUT")).toHaveLength(1);
  });

  it("reject a change beyond 16 KB", async () => {
    await signInForTest();
    await settle();
    const filler = { key: "x".repeat(17_000) };
    expect(changePreferences(listChange("users", (list) => ({ ...list, columns: [filler] })))).toBe(false);
    expect(currentPreferences().lists).toEqual({});
  });

  it("include values stored on the device by an earlier version, once, if the user has chosen nothing yet", async () => {
    await signInForTest();
    await settle();
    stored = { sidebarCollapsed: false, lists: {}, version: 2 };
    localStorage.setItem("sidebar", "collapsed");
    localStorage.setItem("users-columns", "email,role");
    await reload();
    expect(stored).toEqual({
      sidebarCollapsed: false,
      lists: { users: { savedViews: [], columns: [{ key: "email" }, { key: "role" }] } },
      version: 3,
    });
    expect([localStorage.getItem("sidebar"), localStorage.getItem("users-columns")]).toEqual([null, null]);
  });

  it.each([
    ["sign-out", () => endSession("logout")],
    ["lock", () => lockSession()],
  ])("leave nothing for the next user after a %s", async (_way, leave) => {
    stored = { sidebarCollapsed: true, lists: {}, version: 1 };
    await signInForTest();
    await settle();
    changePreferences(showColumn("email"));
    leave();
    expect(localStorage.getItem("preferences")).toBeNull();
    expect(currentPreferences()).toEqual({ sidebarCollapsed: null, lists: {} });
    stored = { sidebarCollapsed: null, lists: {}, version: 0 };
    await signInForTest(person({ id: "0192f000-0000-7000-8000-000000000002" }));
    await settle();
    expect(currentPreferences()).toEqual({ sidebarCollapsed: null, lists: {} });
    expect(callsWith("PUT")).toHaveLength(0);
  });

  it("are saved before the session ends if they change right before the sign-out", async () => {
    await signInForTest();
    await settle();
    collapse(true);
    const signedOut = logout();
    await vi.advanceTimersByTimeAsync(100);
    await signedOut;
    expect(stored?.sidebarCollapsed).toBe(true);
    const paths = context.calls.slice(-2).map(({ method, url }) => `${method} ${url}`);
    expect(paths).toEqual(["PUT /api/v1/users/me/preferences", "POST /api/v1/auth/logout"]);
  });

  it("do not delay a sign-out if the server does not respond", async () => {
    await signInForTest();
    await settle();
    context.responses = { "me/preferences": () => new Promise(() => undefined) };
    collapse(true);
    const signedOut = logout();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await signedOut).toEqual({ confirmed: false });
    expect(sessionStore.getState().status).toBe("signedOut");
    // The pending request ends with its timeout. The next user's preferences wait for it.
    await vi.advanceTimersByTimeAsync(60_000);
  });

  it("are sent in a request that outlives the page if they change right before the user leaves", async () => {
    await signInForTest();
    await settle();
    const keepalive: unknown[] = [];
    const send = globalThis.fetch;
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
      keepalive.push(init.keepalive);
      return send(url, init);
    });
    collapse(true);
    window.dispatchEvent(new Event("pagehide"));
    // Timers no longer run once the page is left.
    await vi.advanceTimersByTimeAsync(0);
    expect(stored?.sidebarCollapsed).toBe(true);
    expect(keepalive).toEqual([true]);
  });

  it("drop a response that arrives after the sign-out", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    context.responses = { "me/preferences": () => promise };
    await signInForTest();
    endSession("logout");
    resolve(json({ sidebarCollapsed: true, lists: {}, version: 1 }));
    await settle();
    expect(currentPreferences().sidebarCollapsed).toBeNull();
    expect(localStorage.getItem("preferences")).toBeNull();
  });

  it("do not show a copy of another user or a damaged copy", async () => {
    stored = null;
    vi.spyOn(console, "warn").mockReturnValue();
    const preferences = { sidebarCollapsed: true, lists: {} };
    for (const copy of [
      JSON.stringify({ userId: "someone else", preferences, version: 1, isSaved: true }),
      JSON.stringify({ userId: person().id, preferences: { lists: 7 }, version: 1, isSaved: true }),
      "{",
    ]) {
      localStorage.setItem("preferences", copy);
      await signInForTest();
      expect(currentPreferences().sidebarCollapsed).toBeNull();
      endSession("logout");
    }
  });

  it("follow the other tabs of the user", async () => {
    await signInForTest();
    await settle();
    const copy = {
      userId: person().id,
      preferences: { sidebarCollapsed: true, lists: {} },
      version: 5,
      isSaved: true,
    };
    otherTab(() => {
      localStorage.setItem("preferences", JSON.stringify(copy));
      window.dispatchEvent(
        new StorageEvent("storage", { key: "preferences", newValue: JSON.stringify(copy) }),
      );
    }, null);
    expect(preferencesStore.getState()).toMatchObject({ preferences: copy.preferences, version: 5 });
  });
});
