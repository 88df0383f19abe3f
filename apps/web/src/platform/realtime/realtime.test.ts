// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { appState } from "../app-state/app-state.store.ts";
import { empty, json } from "../api-client/testing/fetch-double.ts";
import { endSession } from "../session/clear-session.ts";
import { clearRestriction } from "../session/session.actions.ts";
import { refresh } from "../session/times/renew.ts";
import { logout } from "../session/sign-out.ts";
import { sessionWarningStore } from "../session/times/session-warning.ts";
import { sessionStore } from "../session/session.store.ts";
import { refreshResponse } from "../session/testing/session-responses.ts";
import { countOf, createSessionTestContext, signInForTest } from "../session/testing/session-world.ts";
import type { SessionTestContext } from "../session/testing/session-world.ts";
import { onRealtime, realtimeStore } from "./realtime-events.ts";
import { reconnect, startRealtime } from "./realtime.ts";
import { SocketDouble } from "./testing/socket-double.ts";

let context: SessionTestContext;
let sockets: SocketDouble[];
let stop: () => void;

beforeEach(() => {
  context = createSessionTestContext({
    "ws-ticket": () => json({ ticket: "a b", expiresAt: new Date().toISOString() }, 201),
    refresh: () => json(refreshResponse()),
    logout: () => empty(),
  });
  sockets = [];
  class Socket extends SocketDouble {
    static readonly CLOSED = 3;
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  }
  vi.stubGlobal("WebSocket", Socket);
});

afterEach(() => {
  stop();
  document.head.replaceChildren();
  context.end();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

async function live(): Promise<SocketDouble> {
  await signInForTest();
  stop = startRealtime();
  await settle();
  const socket = sockets[0];
  if (!socket) throw new Error("no socket was opened");
  socket.accept();
  return socket;
}

describe("live connection of the session", () => {
  it("R7w-01 R7w-02 sends a ticket in the URL, and the ticket call does not extend the session", async () => {
    const socket = await live();
    expect(socket.ticket).toBe(`ws://${window.location.host}/ws?token=a%20b`);
    expect(context.calls[0]?.headers.get("X-Background-Read")).toBe("1");
    expect(realtimeStore.getState().state).toBe("connected");
  });

  it("waits for a sign-in and ends with the session", async () => {
    stop = startRealtime();
    await settle();
    expect(sockets).toHaveLength(0);
    await signInForTest();
    await settle();
    sockets[0]?.accept();
    endSession("logout");
    expect(sockets[0]?.closedWith).toBe(1000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
  });

  it("waits until a session that is restricted to one task has finished it", async () => {
    await signInForTest();
    sessionStore.setState({ restriction: "password_change" });
    stop = startRealtime();
    document.dispatchEvent(new Event("keydown"));
    await settle();
    expect(context.calls).toHaveLength(0);
    clearRestriction();
    await settle();
    expect(context.calls.map(({ url }) => url)).toEqual([expect.stringMatching(/ws-ticket$/)]);
    expect(sockets).toHaveLength(1);
  });

  it("does nothing while the feature is off", async () => {
    const meta = document.createElement("meta");
    meta.name = "portal-config";
    meta.content = JSON.stringify({ features: { websocket: false } });
    document.head.append(meta);
    await signInForTest();
    stop = startRealtime();
    await settle();
    expect(context.calls).toHaveLength(0);
  });

  it("R4-86 R9-05 shows that it has given up, and reconnects on a click", async () => {
    (await live()).end(1006);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(realtimeStore.getState().hasGivenUp).toBe(false);
      await vi.advanceTimersByTimeAsync(16_000);
      sockets.at(-1)?.end(1006);
    }
    expect(realtimeStore.getState()).toEqual({ state: "disconnected", hasGivenUp: true });
    reconnect();
    await settle();
    expect(realtimeStore.getState()).toEqual({ state: "connecting", hasGivenUp: false });
    sockets.at(-1)?.accept();
    expect(realtimeStore.getState().state).toBe("connected");
    expect(sockets).toHaveLength(7);
  });

  it("R7w-15 forceLogout ends the session at once with its reason", async () => {
    const socket = await live();
    socket.deliver({ type: "event", event: "forceLogout", data: { message: "Ihr Konto wurde blockiert" } });
    expect(sessionStore.getState()).toMatchObject({
      status: "signedOut",
      signedOutReason: "forced",
      signedOutDetail: "Ihr Konto wurde blockiert",
    });
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("forced");
  });

  it("forceLogout after the user's own sign-out in this tab keeps its reason", async () => {
    const socket = await live();
    const done = logout();
    socket.deliver({ type: "event", event: "forceLogout", data: { reason: "signed_out" } });
    await done;
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("logout");
  });

  it("forceLogout after the user's own sign-out elsewhere is a sign-out, and any other is forced", async () => {
    const socket = await live();
    socket.deliver({ type: "event", event: "forceLogout", data: { reason: "signed_out" } });
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("logout");
    await signInForTest();
    await settle();
    sockets.at(-1)?.accept();
    sockets.at(-1)?.deliver({ type: "event", event: "forceLogout", data: { reason: "password_changed" } });
    expect(sessionStore.getState()).toMatchObject({
      signedOutReason: "forced",
      signedOutCause: "password_changed",
      signedOutDetail: null,
    });
  });

  it("R7w-16 sessionExpiryWarning opens the warning dialog with the remaining time, at most 300 s", async () => {
    const socket = await live();
    socket.deliver({ type: "event", event: "sessionExpiryWarning", data: { remainingMs: 90_000 } });
    expect(sessionWarningStore.getState()).toMatchObject({ open: true, secondsLeft: 90 });
  });

  it.each([{}, { remainingMs: 0 }, { remainingMs: -5_000 }, { remainingMs: "90000" }])(
    "see R7w-16 R4-28 sessionExpiryWarning with %j opens the dialog with the remaining time of the session",
    async (data) => {
      const socket = await live();
      socket.deliver({ type: "event", event: "sessionExpiryWarning", data });
      expect(sessionWarningStore.getState()).toMatchObject({ open: true, secondsLeft: 300 });
    },
  );

  it("R7w-11 passes userUpdate to subscribers until they unsubscribe", async () => {
    const socket = await live();
    const listener = vi.fn();
    const stopListening = onRealtime("userUpdate", listener);
    socket.deliver({ type: "event", event: "userUpdate", data: { userId: "u1" } });
    stopListening();
    socket.deliver({ type: "event", event: "userUpdate", data: { userId: "u2" } });
    expect(listener).toHaveBeenCalledExactlyOnceWith({ userId: "u1" });
  });

  it("R7w-05 re-authenticates when the token was refreshed", async () => {
    const socket = await live();
    await refresh();
    await settle();
    expect(socket.sent).toEqual([{ type: "auth", token: "a b" }]);
    expect(countOf(context.calls, "ws-ticket")).toBe(2);
  });

  it.each([
    [
      "the server is found again",
      () => {
        appState.setState({ online: false });
        appState.setState({ online: true });
      },
    ],
    ["the browser comes online", () => window.dispatchEvent(new Event("online"))],
    ["the user is active", () => document.body.dispatchEvent(new Event("keydown", { bubbles: true }))],
  ])("starts again after giving up when %s", async (_when, trigger) => {
    const socket = await live();
    socket.end(1001);
    trigger();
    await settle();
    expect(sockets).toHaveLength(2);
  });
});
