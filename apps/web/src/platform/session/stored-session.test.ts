// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { json, problem } from "../api-client/testing/fetch-double.ts";
import { appState, initialAppState } from "../app-state/app-state.store.ts";
import { setServerFound } from "../app-state/app-state.actions.ts";
import { watchConnection } from "../connection/connection-watch.ts";
import { restore } from "./restore.ts";
import { emptySession, sessionStore } from "./session.store.ts";
import { checkAuthResponse, person, praxis } from "./testing/session-responses.ts";
import { createSessionTestContext, signInForTest, type SessionTestContext } from "./testing/session-world.ts";

const noResponse = () => Promise.reject(new TypeError("Failed to fetch"));

let context: SessionTestContext;
let stop: () => void;

/** Simulates a browser that was signed in and opens the page again while the server does not respond. */
beforeEach(async () => {
  context = createSessionTestContext();
  appState.setState(initialAppState, true);
  await signInForTest();
  sessionStore.setState(emptySession, true);
  context.responses = { "check-auth": noResponse };
  stop = watchConnection();
});
afterEach(() => {
  stop();
  context.end();
  appState.setState(initialAppState, true);
});

async function startWithoutServer(): Promise<boolean> {
  const restored = restore();
  await vi.advanceTimersByTimeAsync(4_000);
  return restored;
}

describe("a start without the server", () => {
  it("see R0-190 keeps the session with its name and rights, as unconfirmed", async () => {
    expect(await startWithoutServer()).toBe(true);
    const { status, isUnconfirmed, user, organization } = sessionStore.getState();
    expect([status, isUnconfirmed, organization]).toEqual(["signedIn", true, praxis]);
    expect(user).toMatchObject({ id: person().id, role: person().role, email: null, phone: null });
    expect(context.toLogin).not.toHaveBeenCalled();
  });

  it("is confirmed with the user's current data when the server is found", async () => {
    await startWithoutServer();
    const changedPerson = person({ role: { type: "viewer", permissions: [] } });
    context.responses = { "check-auth": () => json(checkAuthResponse(changedPerson)) };
    setServerFound();
    await vi.advanceTimersByTimeAsync(0);
    expect(sessionStore.getState()).toMatchObject({ isUnconfirmed: false, user: changedPerson });
  });

  it("is checked again if the server is found but fails", async () => {
    await startWithoutServer();
    context.responses = { "check-auth": () => new Response("{}", { status: 500 }) };
    setServerFound();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sessionStore.getState()).toMatchObject({ status: "signedIn", isUnconfirmed: true });
    context.responses = { "check-auth": () => json(checkAuthResponse()) };
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sessionStore.getState().isUnconfirmed).toBe(false);
  });

  it("ends when the session no longer exists on the server", async () => {
    await startWithoutServer();
    context.responses = {
      "check-auth": () => json({ authenticated: false, serverTime: new Date().toISOString() }),
      refresh: () => problem(401, "SESSION_EXPIRED"),
    };
    setServerFound();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sessionStore.getState().status).toBe("signedOut");
  });

  it("see R8-52 does not keep a session that has expired by its stored times", async () => {
    vi.setSystemTime(Date.now() + 31 * 60_000);
    expect(await startWithoutServer()).toBe(false);
    expect(sessionStore.getState()).toMatchObject({ status: "signedOut", signedOutReason: "expired" });
    expect(localStorage.getItem("accessToken")).toBeNull();
  });

  it("waits for a slow server at most 3 s", async () => {
    context.responses = { "check-auth": () => new Promise<Response>(() => undefined) };
    const restored = restore();
    await vi.advanceTimersByTimeAsync(2_900);
    expect(sessionStore.getState().status).toBe("unknown");
    await vi.advanceTimersByTimeAsync(200);
    expect(await restored).toBe(true);
    expect(sessionStore.getState().isUnconfirmed).toBe(true);
  });
});
