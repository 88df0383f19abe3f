// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call } from "../api-client/call.ts";
import { empty, json, networkError, problem, hangingResponse } from "../api-client/testing/fetch-double.ts";
import { onPersonDataCleared } from "../storage/person-data.ts";
import { endSession } from "./clear-session.ts";
import { getMeRoute } from "./session.routes.ts";
import { sessionStore } from "./session.store.ts";
import { logout } from "./sign-out.ts";
import { checkAuthResponse, person } from "./testing/session-responses.ts";
import { countOf, otherTab, createSessionTestContext, signInForTest } from "./testing/session-world.ts";
import type { SessionTestContext } from "./testing/session-world.ts";

let context: SessionTestContext;
beforeEach(() => {
  context = createSessionTestContext();
});
afterEach(() => context.end());

describe("sign-out", () => {
  it("R2.1-37 see R4-04 ends the session on the server and redirects to /login", async () => {
    context.responses = { logout: () => empty() };
    await signInForTest();
    await expect(logout()).resolves.toEqual({ confirmed: true });
    expect(context.calls[0]?.headers.get("Authorization")).toBe(`Bearer token-of-${person().id}`);
    expect(sessionStore.getState()).toMatchObject({
      status: "signedOut",
      user: null,
      signedOutReason: "logout",
    });
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("logout");
  });

  it("R3-95 clears all data of the person and keeps data of the device", async () => {
    context.responses = { logout: () => empty() };
    const device = { theme: "dark", locale: "fr", deviceFingerprint: "label" };
    for (const [key, value] of Object.entries(device)) localStorage.setItem(key, value);
    await signInForTest();
    for (const key of [
      "notifications",
      "preferences",
      "settings",
      "lastActivity",
      "applicationId",
      "applicationType",
      "connectionMode",
      "a-key-of-a-later-feature",
    ])
      localStorage.setItem(key, "[]");
    for (const key of [
      "draft",
      "refusedCalls",
      "bulkWork",
      "assistantModel",
      "legacySession",
      "a-key-of-a-later-feature",
    ])
      sessionStorage.setItem(key, "Müller");
    for (const key of ["accessToken", "refreshToken", "user", "organization", "praxis", "sessionTimes"])
      expect(localStorage.getItem(key), key).not.toBeNull();
    expect(sessionStorage.getItem("selectedOrganization")).not.toBeNull();
    const memory = vi.fn();
    const forget = onPersonDataCleared(memory);
    await logout();
    forget();
    expect(Object.keys(localStorage).toSorted()).toEqual(
      [...Object.keys(device), "rememberedPractices"].toSorted(),
    );
    expect({ ...localStorage }).toMatchObject(device);
    expect(Object.keys(sessionStorage)).toEqual([]);
    expect(memory).toHaveBeenCalledOnce();
  });

  it("see R3-95 deletes only caches and databases of the person", async () => {
    await signInForTest();
    const caches = {
      keys: async () => ["portal-person-files", "workbox-precache"],
      delete: vi.fn(async () => true),
    };
    const deletedNames: string[] = [];
    vi.stubGlobal("caches", caches);
    vi.stubGlobal("indexedDB", {
      databases: async () => [{ name: "portal-person-queue" }, { name: "other" }],
      deleteDatabase: (name: string) => {
        deletedNames.push(name);
        const request = new EventTarget();
        queueMicrotask(() => request.dispatchEvent(new Event("success")));
        return request;
      },
    });
    endSession("forced");
    await vi.advanceTimersByTimeAsync(0);
    expect(caches.delete.mock.calls).toEqual([["portal-person-files"]]);
    expect(deletedNames).toEqual(["portal-person-queue"]);
  });

  it.each([
    [
      "the server is unreachable",
      () => {
        throw networkError();
      },
    ],
    ["the server fails", () => problem(500, "INTERNAL_ERROR")],
  ])("see R8-21 R8-22 ends in this browser although %s", async (_why, response) => {
    context.responses = { logout: response };
    await signInForTest();
    await expect(logout()).resolves.toEqual({ confirmed: false });
    expect(localStorage.getItem("accessToken")).toBeNull();
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("logout");
  });

  it("does not wait longer than 5 s for a silent server", async () => {
    context.responses = { logout: hangingResponse };
    await signInForTest();
    const done = logout();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(sessionStore.getState().status).toBe("signedIn");
    await vi.advanceTimersByTimeAsync(1);
    await expect(done).resolves.toEqual({ confirmed: false });
  });

  it("keeps the user's own sign-out as the reason even if the session has already ended", async () => {
    context.responses = { logout: () => problem(401, "X"), refresh: () => problem(401, "SESSION_EXPIRED") };
    await signInForTest();
    await logout();
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("logout");
  });
});

describe("end by the server", () => {
  it("R4-06 R8-01 R8-02 R2.1-38 a rejected refresh clears storage and redirects to /login once", async () => {
    context.responses = {
      "users/me": () => problem(401, "NOT_AUTHENTICATED"),
      refresh: () => problem(401, "SESSION_EXPIRED"),
    };
    await signInForTest();
    await Promise.allSettled([call(getMeRoute), call(getMeRoute)]);
    expect(localStorage.getItem("accessToken")).toBeNull();
    expect(localStorage.getItem("user")).toBeNull();
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("expired");
    expect(countOf(context.calls, "refresh")).toBe(1);
  });

  it.each([
    ["NOT_AUTHENTICATED", "its time is not over", 1, "invalid"],
    ["NOT_AUTHENTICATED", "its time is over", 0, "expired"],
    ["SESSION_EXPIRED", "the server found it past its end", 1, "expired"],
  ] as const)(
    "tells an ended session from an expired one: %s, %s",
    async (code, _case, remaining, reason) => {
      context.responses = {
        "users/me": () => problem(401, "NOT_AUTHENTICATED"),
        refresh: () => problem(401, code),
      };
      await signInForTest(person(), { idleMin: remaining });
      await Promise.allSettled([call(getMeRoute)]);
      expect(context.toLogin).toHaveBeenCalledExactlyOnceWith(reason);
    },
  );

  it("see R4-05 a forced sign-out shows its reason", async () => {
    await signInForTest();
    endSession("forced", { message: "Ihr Konto wurde blockiert", cause: "blocked" });
    expect(sessionStore.getState()).toMatchObject({
      signedOutReason: "forced",
      signedOutDetail: "Ihr Konto wurde blockiert",
      signedOutCause: "blocked",
    });
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("forced");
  });
});

describe("other tabs", () => {
  it("see R4-04 R2.1-37 a sign-out there ends this tab and leaves shared storage to the next session", async () => {
    await signInForTest();
    otherTab(() => {
      localStorage.clear();
      localStorage.setItem("draft-of-the-next-person", "1");
    }, "accessToken");
    expect(sessionStore.getState()).toMatchObject({ status: "signedOut", user: null });
    expect(Object.keys(sessionStorage)).toEqual([]);
    expect(localStorage.getItem("draft-of-the-next-person")).toBe("1");
  });

  it("see R3-96 another user there clears and reloads this tab at once", async () => {
    await signInForTest();
    const memory = vi.fn();
    const forget = onPersonDataCleared(memory);
    otherTab(() => {
      localStorage.setItem("user", JSON.stringify({ id: "another" }));
      localStorage.setItem("accessToken", "other-token");
    }, "user");
    forget();
    expect(context.reload).toHaveBeenCalledOnce();
    expect(memory).toHaveBeenCalledOnce();
    expect(sessionStore.getState()).toMatchObject({ status: "unknown", user: null });
    expect(sessionStorage.getItem("selectedOrganization")).toBeNull();
    expect(localStorage.getItem("accessToken")).toBe("other-token");
  });

  it("see R3-96 a sign-out after another user has signed in there leaves their session", async () => {
    context.responses = { logout: () => empty() };
    await signInForTest();
    localStorage.setItem("user", JSON.stringify({ id: "another" }));
    localStorage.setItem("accessToken", "other-token");
    await logout();
    expect(localStorage.getItem("accessToken")).toBe("other-token");
    expect(context.calls).toEqual([]);
    expect(context.reload).toHaveBeenCalledOnce();
    expect(context.toLogin).not.toHaveBeenCalled();
  });

  it("see R3-96 a refresh for another user reloads and clears none of their data", async () => {
    context.responses = {
      "users/me": () => problem(401, "NOT_AUTHENTICATED"),
      refresh: () => json({ accessToken: "other-token", refreshToken: "h", userId: "another" }),
    };
    await signInForTest();
    const before = localStorage.getItem("accessToken");
    await expect(call(getMeRoute)).rejects.toMatchObject({ status: 401 });
    expect(context.reload).toHaveBeenCalledOnce();
    expect(context.toLogin).not.toHaveBeenCalled();
    expect(localStorage.getItem("accessToken")).toBe(before);
  });

  it("a new session of the same person there is kept when this session ends", async () => {
    await signInForTest();
    localStorage.setItem("refreshToken", "handle-of-the-new-session");
    localStorage.setItem("accessToken", "other-token");
    endSession("forced");
    expect(localStorage.getItem("accessToken")).toBe("other-token");
    expect(context.reload).toHaveBeenCalledOnce();
    expect(context.toLogin).not.toHaveBeenCalled();
    expect(sessionStore.getState().user).toBeNull();
  });

  it("a refresh there updates the times of this tab", async () => {
    await signInForTest(person(), { idleMin: 4 });
    await vi.advanceTimersByTimeAsync(1_000);
    const received = Date.now();
    const timeAfter = (min: number) => new Date(received + min * 60_000).toISOString();
    const times = {
      idleExpiresAt: timeAfter(30),
      absoluteExpiresAt: timeAfter(600),
      serverTime: timeAfter(0),
      accessTokenExpiresAt: timeAfter(10),
      receivedAtMs: received,
    };
    otherTab(() => localStorage.setItem("sessionTimes", JSON.stringify(times)), "sessionTimes");
    expect(sessionStore.getState().remainingMs).toBe(30 * 60_000);
  });

  it("a sign-in there signs this tab in as well", async () => {
    context.responses = { "check-auth": () => json(checkAuthResponse()) };
    await signInForTest();
    endSession("logout");
    otherTab(() => {
      localStorage.setItem("user", JSON.stringify({ id: person().id }));
      localStorage.setItem("accessToken", "other-token");
    }, "accessToken");
    await vi.advanceTimersByTimeAsync(0);
    expect(sessionStore.getState().status).toBe("signedIn");
  });
});
