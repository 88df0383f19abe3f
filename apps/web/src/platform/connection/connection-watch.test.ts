// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serverContact } from "../api-client/contact.ts";
import { appState, initialAppState } from "../app-state/app-state.store.ts";
import { realtimeStore } from "../realtime/realtime-events.ts";
import { watchConnection } from "./connection-watch.ts";

const respond = () => Promise.resolve(new Response("{}"));
const refuse = () => Promise.reject(new TypeError("Failed to fetch"));
/** Never responds, and rejects when the call is aborted. */
const hang = (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

let server: (url: string, init: RequestInit) => Promise<Response>;
const requests: string[] = [];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  requests.length = 0;
  server = respond;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    requests.push(url);
    return server(url, init);
  });
  appState.setState(initialAppState, true);
  realtimeStore.setState({ state: "disconnected", hasGivenUp: false });
  stop = watchConnection();
});
afterEach(() => {
  stop();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const goOffline = () => window.dispatchEvent(new Event("offline"));
const mode = () => appState.getState().connectionMode;

describe("the connection watch", () => {
  it("R7s-02 R7s-04 sends the cookies and the device label with its check", async () => {
    const inits: RequestInit[] = [];
    server = (_url, init) => {
      inits.push(init);
      return respond();
    };
    goOffline();
    await vi.advanceTimersByTimeAsync(0);
    expect(inits).toHaveLength(1);
    // "same-origin" is the browser's default.
    expect(inits[0]?.credentials ?? "same-origin").toBe("same-origin");
    const label = new Headers(inits[0]?.headers).get("X-Device-Fingerprint");
    expect(label).toMatch(/^[0-9a-f-]{36}$/);
    expect(label).toBe(localStorage.getItem("deviceFingerprint"));
  });

  it.each([
    ["closed", "connected", () => realtimeStore.setState({ state: "disconnected" })],
    // The socket never connects, so another event triggers the check.
    ["switched off", "disconnected", () => serverContact.emit(false)],
  ] as const)(
    "R0-203 is offline when the socket is %s and check-auth gets no response within 3 s",
    async (...socket) => {
      const [, before, change] = socket;
      server = hang;
      realtimeStore.setState({ state: before });
      await vi.advanceTimersByTimeAsync(10_000);
      expect(requests).toEqual([]);
      change();
      await vi.advanceTimersByTimeAsync(2_999);
      expect(mode()).toBe("cloud");
      await vi.advanceTimersByTimeAsync(1);
      expect(appState.getState()).toMatchObject({
        connectionMode: "offline",
        online: false,
        offlineSince: 10_000,
      });
      expect(new Set(requests)).toEqual(new Set(["/api/v1/auth/check-auth"]));
    },
  );

  it("R0-203 stays online while the socket is open or the server responds, even if the browser reports offline", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    goOffline();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([mode(), requests.length]).toEqual(["cloud", 1]);
    server = refuse;
    realtimeStore.setState({ state: "connected" });
    goOffline();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(mode()).toBe("cloud");
  });

  it("retries a refused connection once, and does not accept the page of a proxy as a response", async () => {
    server = () => (requests.length === 1 ? refuse() : respond());
    serverContact.emit(false);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([mode(), requests.length]).toEqual(["cloud", 2]);
    server = () => Promise.resolve(new Response("<title>Bad gateway</title>"));
    serverContact.emit(false);
    await vi.advanceTimersByTimeAsync(600);
    expect(mode()).toBe("offline");
  });

  it("keeps checking a lost server with increasing pauses of at most 30 s", async () => {
    server = refuse;
    goOffline();
    await vi.advanceTimersByTimeAsync(500);
    const pauses: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const { nextProbeAt } = appState.getState();
      const pause = (nextProbeAt ?? 0) - Date.now();
      pauses.push(pause);
      await vi.advanceTimersByTimeAsync(pause + 500);
    }
    expect(pauses.map((ms) => ms / 1_000)).toEqual([1, 2, 4, 8, 16, 30, 30]);
    server = respond;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(appState.getState()).toMatchObject({ online: true, offlineSince: null, connectionMode: "cloud" });
    requests.length = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toEqual([]);
  });

  it.each([
    ["the socket connects", () => realtimeStore.setState({ state: "connected" })],
    ["a call gets a response", () => serverContact.emit(true)],
    ["the browser comes online and the server responds", () => window.dispatchEvent(new Event("online"))],
    ["the tab becomes visible", () => document.dispatchEvent(new Event("visibilitychange"))],
  ])("R4-65 finds the server when %s", async (_name, trigger) => {
    server = refuse;
    goOffline();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(mode()).toBe("offline");
    server = respond;
    trigger();
    await vi.advanceTimersByTimeAsync(0);
    expect(mode()).toBe("cloud");
  });
});
