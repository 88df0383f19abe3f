// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { appState } from "../app-state/app-state.store.ts";
import { endSession, lockSession } from "../session/clear-session.ts";
import { sessionStore } from "../session/session.store.ts";
import { person, praxis } from "../session/testing/session-answers.ts";
import {
  otherTab,
  createSessionTestContext,
  signInForTest,
  type SessionTestContext,
} from "../session/testing/session-world.ts";
import { ApiError, type ApiErrorCode } from "../api-client/api-error.ts";
import { signOut } from "../session/sign-out.ts";
import { empty } from "../api-client/testing/fetch-double.ts";
import { maySignOut } from "./may-sign-out.ts";
import {
  dismissRejectedSyncs,
  processPendingSyncs,
  queueUpdate,
  registerSyncAction,
  startPendingSyncs,
  type SyncAction,
} from "./pending-syncs.ts";

let context: SessionTestContext;
let stop: () => void;
const send = vi.fn<SyncAction>();
const other = vi.fn<SyncAction>();

beforeEach(async () => {
  context = createSessionTestContext();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  send.mockReset().mockResolvedValue();
  other.mockReset().mockResolvedValue();
  registerSyncAction("probe", "save", send);
  registerSyncAction("probe", "other", other);
  await signInForTest();
  stop = startPendingSyncs();
});
afterEach(() => {
  stop();
  context.end();
});

function apiErrorOf(status: number, code: ApiErrorCode, message = "Nein"): ApiError {
  const problem = status === 0 ? null : ({ message } as never);
  return new ApiError({ status, code, problem, retryAfterMs: null });
}

const dayMs = 86_400_000;
const otherId = "0192f000-0000-7000-8000-000000000002";
const stored = () => JSON.parse(localStorage.getItem("pendingSyncs") ?? "[]") as Record<string, unknown>[];
const pending = () => {
  const { pendingSync, pendingSyncCount } = appState.getState();
  return { pendingSync, pendingSyncCount };
};

describe("the queue", () => {
  it("R3-69 keeps id, timestamp, type, module, action and data, and counts them", () => {
    queueUpdate("probe", "save", { value: 1 });
    queueUpdate("probe", "other", { value: 2 });
    expect(stored()).toMatchObject([
      { timestamp: Date.now(), type: "update", module: "probe", action: "save", data: { value: 1 } },
      { type: "update", module: "probe", action: "other", data: { value: 2 } },
    ]);
    expect(new Set(stored().map(({ id }) => id)).size).toBe(2);
    expect(pending()).toEqual({ pendingSync: true, pendingSyncCount: 2 });
  });

  it("R4-57 R4-60 R4-61 is sent in order when the browser goes online, and is then empty", async () => {
    const order: unknown[] = [];
    send.mockImplementation(async (data) => void order.push(["save", data]));
    other.mockImplementation(async (data) => void order.push(["other", data]));
    queueUpdate("probe", "other", 1);
    queueUpdate("probe", "save", 2);
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(stored()).toEqual([]));
    expect(order).toEqual([
      ["other", 1],
      ["save", 2],
    ]);
    expect(pending()).toEqual({ pendingSync: false, pendingSyncCount: 0 });
    expect(localStorage.getItem("pendingSyncs")).toBeNull();
  });

  it("R4-62 keeps failed items and sends the rest; they are retried next time", async () => {
    send.mockRejectedValueOnce(new Error("no"));
    queueUpdate("probe", "save", "a");
    queueUpdate("probe", "other", "b");
    await processPendingSyncs();
    expect(other).toHaveBeenCalledExactlyOnceWith("b", { idempotencyKey: expect.any(String) as string });
    expect(stored().map(({ data }) => data)).toEqual(["a"]);
    expect(pending().pendingSyncCount).toBe(1);
    await processPendingSyncs();
    expect(send).toHaveBeenCalledTimes(2);
    expect(stored()).toEqual([]);
  });

  it("see R4-62 keeps items that are queued while sending", async () => {
    send.mockImplementationOnce(async () => queueUpdate("probe", "other", "later"));
    queueUpdate("probe", "save", "now");
    await processPendingSyncs();
    expect(stored().map(({ data }) => data)).toEqual(["later"]);
  });

  it("R4-63 ignores an unknown type, an unknown action and malformed items", async () => {
    queueUpdate("probe", "save", 1);
    const [good] = stored();
    const odd = [{ ...good, id: "x", type: "carrier-pigeon" }, null, "text", { ...good, id: 7 }];
    localStorage.setItem("pendingSyncs", JSON.stringify([...odd, { ...good, id: "y", action: "gone" }]));
    await processPendingSyncs();
    expect(send).not.toHaveBeenCalled();
  });

  it.each([
    ["another person", () => sessionStore.setState({ user: person({ id: crypto.randomUUID() }) })],
    ["another organization", () => sessionStore.setState({ organization: { ...praxis, id: "other" } })],
    ["no user", () => sessionStore.setState({ user: null })],
  ])("R4-64 is not sent for %s", async (_who, change) => {
    queueUpdate("probe", "save", 1);
    change();
    await processPendingSyncs();
    expect(send).not.toHaveBeenCalled();
    expect(stored()).toHaveLength(1);
  });

  it("see R3-95 is cleared with the person's data", () => {
    queueUpdate("probe", "save", 1);
    endSession("logout");
    expect(localStorage.getItem("pendingSyncs")).toBeNull();
    expect(pending()).toEqual({ pendingSync: false, pendingSyncCount: 0 });
  });

  it.each([
    ["a lock", lockSession],
    ["an expired session", () => endSession("expired")],
    ["idle time", () => endSession("inactive")],
    ["a forced sign-out", () => endSession("forced")],
  ])("R4-64 survives %s and is sent once the same user is back, but not before", async (_end, end) => {
    queueUpdate("probe", "save", 1);
    end();
    expect(stored()).toHaveLength(1);
    expect(pending()).toEqual({ pendingSync: false, pendingSyncCount: 0 });
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);

    await signInForTest(person({ id: otherId }));
    await processPendingSyncs();
    expect(send).not.toHaveBeenCalled();
    expect(pending()).toEqual({ pendingSync: false, pendingSyncCount: 0 });
    endSession("logout");
    expect(stored()).toHaveLength(1);

    await signInForTest();
    await vi.waitFor(() => expect(stored()).toEqual([]));
    expect(send).toHaveBeenCalledOnce();
  });

  it("see R3-95 is sent before a sign-out ends the session", async () => {
    queueUpdate("probe", "save", 1);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    send.mockImplementation(async () => expect(sessionStore.getState().status).toBe("signedIn"));
    await signOut("logout");
    expect(send).toHaveBeenCalledOnce();
    expect(localStorage.getItem("pendingSyncs")).toBeNull();
  });

  it("see R3-95 signing out waits at most 3 s for changes that cannot be sent", async () => {
    queueUpdate("probe", "save", 1);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    send.mockReturnValue(new Promise(() => undefined));
    const mayLeave = vi.fn();
    void maySignOut().then(mayLeave);
    await vi.waitFor(() => expect(send).toHaveBeenCalled());
    expect(appState.getState().loading).toBe(true);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(mayLeave).toHaveBeenCalledExactlyOnceWith(true);
    expect(appState.getState().loading).toBe(false);
  });

  it("R2.1-37 a change that cannot be sent leaves time to end the session on the server", async () => {
    context.answers = { logout: () => empty() };
    queueUpdate("probe", "save", 1);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    send.mockReturnValue(new Promise(() => undefined));
    const signedOut = signOut("logout");
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(signedOut).resolves.toEqual({ confirmed: true });
  });

  it("see R4-62 repeats an item with its key until the response is known", async () => {
    send.mockRejectedValueOnce(apiErrorOf(0, "NETWORK_ERROR"));
    queueUpdate("probe", "save", 1);
    const [{ id } = {}] = stored();
    await processPendingSyncs();
    await processPendingSyncs();
    const attempt = [1, { idempotencyKey: id }];
    expect(send.mock.calls).toEqual([attempt, attempt]);
    expect(stored()).toEqual([]);
  });

  it("R4-61 never sends a later change of the same data before one that could not be sent", async () => {
    send.mockRejectedValueOnce(apiErrorOf(503, "OVERLOADED"));
    queueUpdate("probe", "save", "first");
    queueUpdate("probe", "other", "independent");
    queueUpdate("probe", "save", "second");
    await processPendingSyncs();
    expect(stored().map(({ data }) => data)).toEqual(["first", "second"]);
    await processPendingSyncs();
    expect(send.mock.calls.map(([data]) => data)).toEqual(["first", "first", "second"]);
  });

  it.each([
    [400, "VALIDATION_FAILED"],
    [403, "FORBIDDEN"],
    [404, "NOT_FOUND"],
    [412, "PRECONDITION_FAILED"],
  ] as const)(
    "see R4-62 sets an item aside that the server permanently rejects with %i",
    async (status, code) => {
      send.mockRejectedValueOnce(apiErrorOf(status, code, "Nicht erlaubt"));
      queueUpdate("probe", "save", "refused");
      queueUpdate("probe", "save", "later");
      await processPendingSyncs();
      await processPendingSyncs();
      expect(send.mock.calls.map(([data]) => data)).toEqual(["refused", "later"]);
      expect(stored()).toMatchObject([{ data: "refused", rejection: "Nicht erlaubt" }]);
      expect(appState.getState()).toMatchObject({ pendingSyncCount: 0, syncRejections: ["Nicht erlaubt"] });
      dismissRejectedSyncs();
      expect(stored()).toEqual([]);
      expect(appState.getState().syncRejections).toEqual([]);
    },
  );

  it.each([
    [401, "NOT_AUTHENTICATED"],
    [403, "PASSWORD_CHANGE_REQUIRED"],
    [429, "TOO_MANY_ATTEMPTS"],
    [503, "OVERLOADED"],
  ] as const)("see R4-62 tries again after %i %s", async (status, code) => {
    send.mockRejectedValueOnce(apiErrorOf(status, code));
    queueUpdate("probe", "save", 1);
    await processPendingSyncs();
    expect(pending().pendingSyncCount).toBe(1);
    await processPendingSyncs();
    expect(stored()).toEqual([]);
  });

  it("discards changes after 24 hours if their user does not return", async () => {
    queueUpdate("probe", "save", "of the first user");
    endSession("expired");
    vi.setSystemTime(Date.now() + dayMs - 1);
    await signInForTest(person({ id: otherId }));
    expect(stored()).toHaveLength(1);
    endSession("logout");
    vi.setSystemTime(Date.now() + 1);
    await signInForTest(person({ id: otherId }));
    expect(localStorage.getItem("pendingSyncs")).toBeNull();
  });

  it("is not sent once the server no longer recognizes a repeated attempt", async () => {
    queueUpdate("probe", "save", 1);
    vi.setSystemTime(Date.now() + dayMs);
    await processPendingSyncs();
    expect(send).not.toHaveBeenCalled();
  });

  it("see R3-69 counts items of other tabs and earlier visits", () => {
    queueUpdate("probe", "save", 1);
    const left = localStorage.getItem("pendingSyncs") ?? "";
    otherTab(() => localStorage.removeItem("pendingSyncs"), "pendingSyncs");
    expect(pending().pendingSync).toBe(false);
    stop();
    localStorage.setItem("pendingSyncs", left);
    stop = startPendingSyncs();
    expect(pending()).toEqual({ pendingSync: true, pendingSyncCount: 1 });
  });
});
