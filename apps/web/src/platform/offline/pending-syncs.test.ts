// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, type ApiErrorCode } from "../api-client/api-error.ts";
import { empty } from "../api-client/testing/fetch-double.ts";
import { appState } from "../app-state/app-state.store.ts";
import { endSession, lockSession } from "../session/clear-session.ts";
import { sessionStore } from "../session/session.store.ts";
import { signOut } from "../session/sign-out.ts";
import { person, praxis } from "../session/testing/session-responses.ts";
import {
  createSessionTestContext,
  otherTab,
  signInForTest,
  type SessionTestContext,
} from "../session/testing/session-world.ts";
import { PendingQueueFullError, pendingStore, queueUpdate } from "./pending-queue.ts";
import type { PendingData } from "./pending-sync.ts";
import { dropPendingSync, keepOwnValue, processPendingSyncs, startPendingSyncs } from "./pending-syncs.ts";
import { askBeforeSignOut } from "./confirm-sign-out.ts";
import { onSent } from "./sent-changes.ts";
import { setSyncActions, type SyncAction } from "./sync-actions.ts";

type Profile = PendingData["profile.save"];

const dayMs = 86_400_000;
const otherId = "0192f000-0000-7000-8000-000000000002";

let context: SessionTestContext;
let stop: () => void;
/** The user's phone number and its version on the server. */
let server: { version: number; phone: string };
const sendProfile = vi.fn<SyncAction<Profile>["send"]>();
const sendMark = vi.fn<SyncAction<unknown>["send"]>();
const show = vi.fn<(value: unknown) => void>();

function apiErrorOf(status: number, code: ApiErrorCode, message = "Nein"): ApiError {
  const problem = status === 0 ? null : ({ message } as never);
  return new ApiError({ status, code, problem, retryAfterMs: null });
}

/** Behaves like PUT /users/me. */
const putPhone: SyncAction<Profile>["send"] = async ({ phone }, { ifMatch }) => {
  if (ifMatch !== server.version) throw apiErrorOf(412, "PRECONDITION_FAILED");
  server = { version: server.version + 1, phone: phone ?? "" };
  return server.version;
};

const fieldOf = (key: string) => (data: unknown) =>
  typeof data === "object" && data !== null && Object.keys(data).join() === key ? (data as never) : null;

beforeEach(async () => {
  context = createSessionTestContext();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  server = { version: 1, phone: "030 1" };
  sendProfile.mockReset().mockImplementation(putPhone);
  sendMark.mockReset().mockResolvedValue(null);
  show.mockReset();
  const unusedAction = { entity: "unused", parse: () => null, send: async () => null };
  setSyncActions({
    "settings.save": unusedAction,
    "preferences.columns": unusedAction,
    "notifications.mark": { entity: "notifications", parse: fieldOf("kind,id"), send: sendMark },
    "profile.save": {
      entity: "users.me",
      parse: fieldOf("phone"),
      send: sendProfile,
      read: async () => ({ version: server.version, value: { phone: server.phone } }),
      show,
    },
  });
  await signInForTest();
  stop = startPendingSyncs();
});
afterEach(() => {
  stop();
  context.end();
});

const storedQueue = () =>
  JSON.parse(localStorage.getItem("pendingSyncs") ?? "[]") as Record<string, unknown>[];
const counts = () => {
  const { pendingSync, pendingSyncCount, syncConflictCount, syncRejectionCount } = appState.getState();
  return { pendingSync, pendingSyncCount, syncConflictCount, syncRejectionCount };
};
const noCounts = { pendingSync: false, pendingSyncCount: 0, syncConflictCount: 0, syncRejectionCount: 0 };
const changePhone = (phone: string, before = server.phone, version = server.version) =>
  queueUpdate("profile.save", { data: { phone }, before: { phone: before }, version });
const mark = (id: string) => queueUpdate("notifications.mark", { data: { kind: "read", id } });
/** Stores items that have been edited or come from an older version. */
const store = (...items: unknown[]) => localStorage.setItem("pendingSyncs", JSON.stringify(items));

describe("the queue", () => {
  it("R3-69 R3-72 keeps id, timestamp, type, module, action and data, and counts them", () => {
    changePhone("030 2");
    mark("n1");
    const owner = { userId: person().id, organizationId: praxis.id };
    expect(storedQueue()).toEqual([
      {
        id: expect.any(String) as string,
        timestamp: Date.now(),
        type: "update",
        module: "profile",
        action: "save",
        data: { phone: "030 2" },
        ...owner,
        entity: "users.me",
        version: 1,
        before: { phone: "030 1" },
        state: "waiting",
      },
      expect.objectContaining({ module: "notifications", action: "mark", ...owner, version: null }),
    ]);
    expect(new Set(storedQueue().map(({ id }) => id)).size).toBe(2);
    expect(counts()).toEqual({ ...noCounts, pendingSync: true, pendingSyncCount: 2 });
  });

  it("R4-57 R4-60 R4-61 calls the actions in order when the browser goes online, and is then empty", async () => {
    mark("n1");
    changePhone("030 2");
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(storedQueue()).toEqual([]));
    expect(sendMark.mock.calls.map(([data]) => data)).toEqual([{ kind: "read", id: "n1" }]);
    expect(sendProfile.mock.calls.map(([data]) => data)).toEqual([{ phone: "030 2" }]);
    expect(sendMark.mock.invocationCallOrder[0]).toBeLessThan(sendProfile.mock.invocationCallOrder[0] ?? 0);
    expect(counts()).toEqual(noCounts);
    expect(localStorage.getItem("pendingSyncs")).toBeNull();
  });

  it("R4-62 keeps failed items for the next attempt, and sends those of other entities", async () => {
    sendProfile.mockRejectedValueOnce(new Error("no"));
    changePhone("030 2");
    mark("n1");
    await processPendingSyncs();
    expect(sendMark).toHaveBeenCalledOnce();
    expect(storedQueue().map(({ data }) => data)).toEqual([{ phone: "030 2" }]);
    await processPendingSyncs();
    expect(sendProfile).toHaveBeenCalledTimes(2);
    expect(storedQueue()).toEqual([]);
  });

  it("tells how many items were sent, once", async () => {
    const listener = vi.fn<(count: number) => void>();
    const stopListening = onSent(listener);
    sendProfile.mockRejectedValueOnce(new Error("no"));
    changePhone("030 2");
    mark("n1");
    mark("n2");
    await processPendingSyncs();
    await vi.waitFor(() => expect(listener.mock.calls).toEqual([[2]]));
    await processPendingSyncs();
    await processPendingSyncs();
    await vi.waitFor(() => expect(listener.mock.calls).toEqual([[2], [1]]));
    stopListening();
  });

  it("see R4-62 keeps items that are queued while sending", async () => {
    sendMark.mockImplementationOnce(async () => {
      mark("later");
      return null;
    });
    mark("now");
    await processPendingSyncs();
    expect(storedQueue().map(({ data }) => data)).toEqual([{ kind: "read", id: "later" }]);
  });

  it("R4-63 ignores an unknown type and malformed items", async () => {
    changePhone("030 2");
    const [good] = storedQueue();
    store({ ...good, id: "x", type: "carrier-pigeon" }, null, "text", { ...good, id: 7 });
    await processPendingSyncs();
    expect(sendProfile).not.toHaveBeenCalled();
    // Items of a known type are sent although others are beside them.
    store({ ...good, id: "x", type: "carrier-pigeon", data: { phone: "030 9" } }, null, good);
    await processPendingSyncs();
    expect(sendProfile.mock.calls.map(([data]) => data)).toEqual([{ phone: "030 2" }]);
    expect(counts()).toEqual(noCounts);
  });

  it.each([
    ["another person", () => sessionStore.setState({ user: person({ id: crypto.randomUUID() }) })],
    ["another organization", () => sessionStore.setState({ organization: { ...praxis, id: "other" } })],
    ["no user", () => sessionStore.setState({ user: null })],
  ])("R4-64 is not sent for %s", async (_who, change) => {
    changePhone("030 2");
    change();
    await processPendingSyncs();
    expect(sendProfile).not.toHaveBeenCalled();
    expect(storedQueue()).toHaveLength(1);
  });

  it("see R3-69 counts items of other tabs and earlier visits", () => {
    changePhone("030 2");
    const queueText = localStorage.getItem("pendingSyncs") ?? "";
    otherTab(() => localStorage.removeItem("pendingSyncs"), "pendingSyncs");
    expect(counts()).toEqual(noCounts);
    stop();
    localStorage.setItem("pendingSyncs", queueText);
    stop = startPendingSyncs();
    expect(counts().pendingSyncCount).toBe(1);
  });
});

describe("what may be queued", () => {
  it("see R0-192 rejects an action that is not on the list and fields that the action does not allow", () => {
    expect(() => queueUpdate("users.delete" as "profile.save", { data: { phone: "030 2" } })).toThrow(
      "users.delete cannot be changed offline",
    );
    const withEmail = { phone: "030 2", email: "neu@example.org" };
    expect(() => queueUpdate("profile.save", { data: withEmail })).toThrow("cannot be changed offline");
    expect(storedQueue()).toEqual([]);
  });

  it("R0-192 discards stored changes that are not on the list and logs this without values", async () => {
    changePhone("030 2");
    const [good] = storedQueue();
    store(
      { ...good, id: "a", module: "users", action: "delete" },
      { ...good, id: "b", data: { email: "neu@example.org" } },
      { ...good, id: "c", module: "constructor", action: "name" },
    );
    await processPendingSyncs();
    stop();
    stop = startPendingSyncs();
    expect(sendProfile).not.toHaveBeenCalled();
    expect(localStorage.getItem("pendingSyncs")).toBeNull();
    expect(vi.mocked(console.warn).mock.calls.flat()).toEqual(
      Array.from({ length: 3 }, () => "A change made offline was discarded: unknown"),
    );
  });

  it("compares items of an earlier version, which have no version, with the current value", async () => {
    const old = {
      id: "old",
      timestamp: Date.now(),
      type: "update",
      module: "profile",
      action: "save",
      data: { phone: "030 2" },
      userId: person().id,
      organizationId: praxis.id,
    };
    store(old, { ...old, id: "refused", rejection: "Nicht erlaubt" });
    await processPendingSyncs();
    expect(sendProfile).not.toHaveBeenCalled();
    expect(storedQueue()).toMatchObject([
      { id: "old", state: "conflict", current: { version: 1, value: { phone: "030 1" } } },
      { id: "refused", state: "rejected", reason: "Nicht erlaubt" },
    ]);
  });

  it("R0-193 rejects a user's 51st change and keeps the first 50, separately for each user", async () => {
    for (let index = 0; index < 50; index += 1) mark(`n${index}`);
    expect(() => mark("one too many")).toThrow(PendingQueueFullError);
    expect(storedQueue()).toHaveLength(50);
    expect(appState.getState().isSyncQueueFull).toBe(true);
    dropPendingSync(pendingStore.getState().items[0]?.id ?? "");
    expect(appState.getState().isSyncQueueFull).toBe(false);
    mark("again");
    endSession("expired");
    await signInForTest(person({ id: otherId }));
    mark("of the other user");
    expect(storedQueue()).toHaveLength(51);
  });

  it("R0-193 discards a change after 24 hours, even if its user does not return, and does not send it", async () => {
    changePhone("030 2");
    endSession("expired");
    vi.setSystemTime(Date.now() + dayMs - 1);
    await signInForTest(person({ id: otherId }));
    expect(storedQueue()).toHaveLength(1);
    endSession("logout");
    vi.setSystemTime(Date.now() + 1);
    await signInForTest();
    await processPendingSyncs();
    expect(sendProfile).not.toHaveBeenCalled();
    expect(localStorage.getItem("pendingSyncs")).toBeNull();
  });
});

describe("versions", () => {
  it("R0-194 the second change to an entity is based on the result of the first, with its own key", async () => {
    changePhone("030 2");
    changePhone("030 3", "030 2");
    const ids = storedQueue().map(({ id }) => id);
    await processPendingSyncs();
    expect(sendProfile.mock.calls).toEqual([
      [{ phone: "030 2" }, { idempotencyKey: ids[0], ifMatch: 1 }],
      [{ phone: "030 3" }, { idempotencyKey: ids[1], ifMatch: 2 }],
    ]);
    expect(server).toEqual({ version: 3, phone: "030 3" });
  });

  it("see R0-194 a change of another field elsewhere causes no conflict and is not overwritten", async () => {
    changePhone("030 2");
    server = { ...server, version: 7 };
    await processPendingSyncs();
    expect(sendProfile.mock.calls.map(([, { ifMatch }]) => ifMatch)).toEqual([1, 7]);
    expect(server.phone).toBe("030 2");
    expect(storedQueue()).toEqual([]);
  });

  it("see R0-194 a repeated change whose response was lost is recognized and causes no conflict", async () => {
    sendProfile.mockImplementationOnce(async (...call) => {
      await putPhone(...call);
      throw apiErrorOf(0, "NETWORK_ERROR");
    });
    changePhone("030 2");
    await processPendingSyncs();
    expect(storedQueue()).toHaveLength(1);
    await processPendingSyncs();
    expect(storedQueue()).toEqual([]);
    expect(server).toEqual({ version: 2, phone: "030 2" });
    expect(new Set(sendProfile.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey)).size).toBe(1);
  });

  async function conflict(): Promise<string> {
    changePhone("030 2");
    server = { version: 4, phone: "030 9" };
    await processPendingSyncs();
    expect(storedQueue()).toMatchObject([
      { state: "conflict", current: { version: 4, value: { phone: "030 9" } } },
    ]);
    return String(storedQueue()[0]?.["id"]);
  }

  it("see R0-195 keeping the user's value sends it with the version that the user saw", async () => {
    const id = await conflict();
    expect(counts()).toEqual({ ...noCounts, syncConflictCount: 1 });
    await keepOwnValue(id);
    expect(sendProfile).toHaveBeenLastCalledWith({ phone: "030 2" }, { idempotencyKey: id, ifMatch: 4 });
    expect(server).toEqual({ version: 5, phone: "030 2" });
    expect(storedQueue()).toEqual([]);
  });

  it("see R0-195 keeping the server's value drops the change and shows that value", async () => {
    const id = await conflict();
    sendProfile.mockClear();
    dropPendingSync(id);
    await processPendingSyncs();
    expect(sendProfile).not.toHaveBeenCalled();
    expect(show).toHaveBeenCalledExactlyOnceWith({ phone: "030 9" });
    expect(counts()).toEqual(noCounts);
  });

  it("see R0-195 a value that changes again while the user decides is a new conflict", async () => {
    const id = await conflict();
    server = { version: 5, phone: "030 10" };
    await keepOwnValue(id);
    expect(server.phone).toBe("030 10");
    expect(storedQueue()).toMatchObject([
      { state: "conflict", current: { version: 5, value: { phone: "030 10" } } },
    ]);
  });

  it("see R0-195 later changes of the entity wait for the decision, and other changes do not", async () => {
    const id = await conflict();
    sendProfile.mockClear();
    changePhone("030 3", "030 2", 1);
    mark("n1");
    await processPendingSyncs();
    expect(sendProfile).not.toHaveBeenCalled();
    expect(sendMark).toHaveBeenCalledOnce();
    await keepOwnValue(id);
    expect(server.phone).toBe("030 3");
  });

  it("R0-194 never sends a later change to an entity before an earlier change that could not be sent", async () => {
    sendProfile.mockRejectedValueOnce(apiErrorOf(503, "OVERLOADED"));
    changePhone("030 2");
    changePhone("030 3", "030 2");
    await processPendingSyncs();
    expect(sendProfile).toHaveBeenCalledOnce();
    await processPendingSyncs();
    expect(server.phone).toBe("030 3");
  });
});

describe("failures", () => {
  it.each([
    [400, "VALIDATION_FAILED"],
    [403, "FORBIDDEN"],
    [404, "NOT_FOUND"],
  ] as const)(
    "see R0-196 marks an item that the server rejects with %i as rejected, with the reason",
    async (status, code) => {
      sendProfile.mockRejectedValueOnce(apiErrorOf(status, code, "Nicht erlaubt"));
      changePhone("zu kurz");
      changePhone("030 3");
      await processPendingSyncs();
      await processPendingSyncs();
      expect(sendProfile).toHaveBeenCalledTimes(2);
      expect(storedQueue()).toMatchObject([{ state: "rejected", reason: "Nicht erlaubt" }]);
      expect(counts()).toEqual({ ...noCounts, syncRejectionCount: 1 });
      dropPendingSync(String(storedQueue()[0]?.["id"]));
      expect(storedQueue()).toEqual([]);
      expect(counts()).toEqual(noCounts);
    },
  );

  it.each([
    [0, "NETWORK_ERROR"],
    [0, "TIMEOUT"],
    [401, "NOT_AUTHENTICATED"],
    [403, "PASSWORD_CHANGE_REQUIRED"],
    [403, "TWO_FACTOR_SETUP_REQUIRED"],
    [403, "STEP_UP_REQUIRED"],
    [408, "UNKNOWN"],
    [409, "REQUEST_IN_PROGRESS"],
    [425, "UNKNOWN"],
    [426, "UNKNOWN"],
    [429, "TOO_MANY_ATTEMPTS"],
    [500, "INTERNAL_ERROR"],
    [502, "UNKNOWN"],
    [503, "OVERLOADED"],
  ] as const)("see R4-62 keeps the item and tries again after %i %s", async (status, code) => {
    sendMark.mockRejectedValueOnce(apiErrorOf(status, code));
    sendProfile.mockRejectedValueOnce(apiErrorOf(status, code));
    mark("n1");
    changePhone("030 2");
    await processPendingSyncs();
    expect(storedQueue().map(({ action, state }) => [action, state])).toEqual([
      ["mark", "waiting"],
      ["save", "waiting"],
    ]);
    expect(counts()).toEqual({ ...noCounts, pendingSync: true, pendingSyncCount: 2 });
    await processPendingSyncs();
    expect(storedQueue()).toEqual([]);
    expect(server.phone).toBe("030 2");
  });
});

describe("a shared workstation", () => {
  beforeEach(() => localStorage.setItem("desk", JSON.stringify({ shared: true })));

  it("see R0-197 keeps changes only in the memory of the tab, sends them, and discards them at sign-out", async () => {
    changePhone("030 2");
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain(
      "030 2",
    );
    expect(counts().pendingSyncCount).toBe(1);
    lockSession();
    await signInForTest(person({ id: otherId }));
    expect(pendingStore.getState().items).toEqual([]);
    await processPendingSyncs();
    expect(sendProfile).not.toHaveBeenCalled();
    lockSession();
    await signInForTest();
    await processPendingSyncs();
    expect(server.phone).toBe("030 2");
    changePhone("030 3");
    endSession("logout");
    await signInForTest();
    expect(pendingStore.getState().items).toEqual([]);
  });

  it.each([
    ["an expired session", "expired"],
    ["idle time", "inactive"],
    ["a forced sign-out", "forced"],
  ] as const)("see R0-198 %s keeps the changes for the same user only", async (_end, reason) => {
    changePhone("030 2");
    endSession(reason);
    await signInForTest(person({ id: otherId }));
    await processPendingSyncs();
    expect([pendingStore.getState().items, sendProfile.mock.calls]).toEqual([[], []]);
    lockSession();
    await signInForTest();
    await processPendingSyncs();
    expect(server.phone).toBe("030 2");
  });

  it("see R0-197 the browser asks before unsent changes are lost with the page", () => {
    const leave = () => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    changePhone("030 2");
    expect(leave()).toBe(true);
    endSession("logout");
    expect(leave()).toBe(false);
  });

  it("see R0-197 a device that becomes a shared workstation moves its changes out of the storage", () => {
    localStorage.removeItem("desk");
    changePhone("030 2");
    localStorage.setItem("desk", JSON.stringify({ shared: true }));
    mark("n1");
    expect(localStorage.getItem("pendingSyncs")).toBeNull();
    expect(counts().pendingSyncCount).toBe(2);
  });
});

describe("the end of a session", () => {
  it("see R3-95 a sign-out removes the changes of its user", () => {
    changePhone("030 2");
    endSession("logout");
    expect(localStorage.getItem("pendingSyncs")).toBeNull();
    expect(counts()).toEqual(noCounts);
  });

  it.each([
    ["a lock", lockSession],
    ["an expired session", () => endSession("expired")],
    ["idle time", () => endSession("inactive")],
    ["a forced sign-out", () => endSession("forced")],
  ])("see R0-198, R0-199 %s keeps the changes for the same user, and no one else", async (_end, end) => {
    changePhone("030 2");
    end();
    expect(storedQueue()).toHaveLength(1);
    expect(counts()).toEqual(noCounts);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);

    await signInForTest(person({ id: otherId }));
    await processPendingSyncs();
    expect(sendProfile).not.toHaveBeenCalled();
    expect(counts()).toEqual(noCounts);
    endSession("logout");
    expect(storedQueue()).toHaveLength(1);

    await signInForTest();
    await vi.waitFor(() => expect(storedQueue()).toEqual([]));
    expect(sendProfile).toHaveBeenCalledOnce();
  });

  it("see R0-200 signing out sends what can be sent, without a confirmation", async () => {
    changePhone("030 2");
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    await expect(askBeforeSignOut()).resolves.toBe(true);
    expect(server.phone).toBe("030 2");
  });

  it("see R0-200 signing out waits at most 3 s for changes that cannot be sent", async () => {
    changePhone("030 2");
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    sendProfile.mockReturnValue(new Promise(() => undefined));
    const mayLeave = vi.fn();
    void askBeforeSignOut().then(mayLeave);
    await vi.waitFor(() => expect(sendProfile).toHaveBeenCalled());
    expect(appState.getState().loading).toBe(true);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(mayLeave).toHaveBeenCalledOnce();
    expect(appState.getState().loading).toBe(false);
  });

  it("R2.1-37 a change that cannot be sent leaves time to end the session on the server", async () => {
    context.responses = { logout: () => empty() };
    changePhone("030 2");
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    sendProfile.mockReturnValue(new Promise(() => undefined));
    const signedOut = signOut("logout");
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(signedOut).resolves.toEqual({ confirmed: true });
  });
});
