// @vitest-environment jsdom
import type { login, verifyPassword } from "@praxisportal/contract/auth/auth.endpoints";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import type { listOrganizationUsers } from "@praxisportal/contract/organizations/organizations.endpoints";
import type { getMe, updateMe } from "@praxisportal/contract/users/users.endpoints";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { i18nStore } from "../i18n/store.ts";
import { ApiError } from "./api-error.ts";
import { call } from "./call.ts";
import { route } from "./route.ts";
import { sessionSignals, setTabUserId } from "./session-signals.ts";
import {
  empty,
  fetchDouble,
  hangingResponse,
  json,
  type MockResponder,
  networkError,
  problem,
} from "./testing/fetch-double.ts";
import { refreshRoute } from "./token-refresh.ts";

const loginRoute = route<typeof login>()("auth.login", "POST", "/api/v1/auth/login");
const verifyRoute = route<typeof verifyPassword>()("auth.verify", "GET", "/api/v1/auth/verify");
const getMeRoute = route<typeof getMe>()("users.getMe", "GET", "/api/v1/users/me");
const updateMeRoute = route<typeof updateMe>()("users.updateMe", "PUT", "/api/v1/users/me");
const listUsersRoute = route<typeof listOrganizationUsers>()(
  "organizations.listUsers",
  "GET",
  "/api/v1/organizations/{id}/users",
);

const credentials = { username: "inhaberin", password: "p" };
const refreshed = {
  accessToken: "new",
  accessTokenExpiresAt: "2026-11-23T08:10:00Z",
  refreshToken: "handle",
  userId: "u1",
  sessionId: "s1",
  idleExpiresAt: "2026-11-23T08:30:00Z",
  absoluteExpiresAt: "2026-11-24T08:00:00Z",
  serverTime: "2026-11-23T08:00:00Z",
};

function signIn(token = "old"): void {
  localStorage.setItem("accessToken", token);
  localStorage.setItem("user", JSON.stringify({ id: "u1" }));
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  setTabUserId(null);
  i18nStore.setState({ language: "de" });
});

describe("request headers and body", () => {
  it("R7s-02 R7s-04 sends cookies and the device label with every call", async () => {
    const calls = fetchDouble(({ url, headers }) => {
      if (url === refreshRoute.path) return json(refreshed);
      return headers.get("Authorization") === "Bearer old" ? problem(401, "NOT_AUTHENTICATED") : json({});
    });
    await call(loginRoute, { body: credentials });
    await call(verifyRoute, { background: true });
    // A rejected call, the refresh, and the repeated call.
    signIn();
    await call(updateMeRoute, { body: {} });
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /api/v1/auth/login",
      "GET /api/v1/auth/verify",
      "PUT /api/v1/users/me",
      `POST ${refreshRoute.path}`,
      "PUT /api/v1/users/me",
    ]);
    expect(new Set(calls.map((request) => request.credentials))).toEqual(new Set(["same-origin"]));
    const [label, ...others] = new Set(calls.map((request) => request.headers.get("X-Device-Fingerprint")));
    expect(label).toMatch(/^[0-9a-f-]{36}$/);
    expect(others).toEqual([]);
    expect(localStorage.getItem("deviceFingerprint")).toBe(label);
  });

  it("sends the access token, the tab's organization, the language and a fresh request id", async () => {
    signIn();
    sessionStorage.setItem("selectedOrganization", JSON.stringify({ id: "o1", name: "Praxis" }));
    i18nStore.setState({ language: "fr" });
    const calls = fetchDouble(() => json({}));
    await call(getMeRoute);
    await call(getMeRoute, { background: true });
    const [first, second] = calls.map((request) => request.headers);
    expect(first?.get("Authorization")).toBe("Bearer old");
    expect(first?.get("X-Organization-Id")).toBe("o1");
    expect(first?.get("Accept-Language")).toBe("fr");
    expect(first?.has("X-Background-Read")).toBe(false);
    expect(second?.get("X-Background-Read")).toBe("1");
    expect(first?.get("X-Request-Id")).not.toBe(second?.get("X-Request-Id"));
  });

  it("puts parameters into the path, the query after it and the body as JSON", async () => {
    const calls = fetchDouble(() => json({}));
    await call(listUsersRoute, { params: { id: "a/b" }, query: { search: "Müller & Co", page: 2 } });
    await call(updateMeRoute, { body: { phone: null }, ifMatch: 7, idempotencyKey: "k" });
    expect(calls[0]?.url).toBe("/api/v1/organizations/a%2Fb/users?search=M%C3%BCller+%26+Co&page=2");
    expect(calls[0]?.headers.has("Content-Type")).toBe(false);
    expect(calls[1]?.body).toEqual({ phone: null });
    expect(calls[1]?.headers.get("If-Match")).toBe('"7"');
    expect(calls[1]?.headers.get("Idempotency-Key")).toBe("k");
  });

  it("returns undefined for an empty response", async () => {
    fetchDouble(() => empty());
    await expect(call(verifyRoute)).resolves.toBeUndefined();
  });
});

describe("timeout and retries", () => {
  /** Returns a response whose body never arrives. */
  const stalledResponse: MockResponder = ({ signal }) => {
    const body = new ReadableStream({
      start: (stream) => signal.addEventListener("abort", () => stream.error(signal.reason), { once: true }),
    });
    return new Response(body, { headers: { "Content-Type": "application/json" } });
  };

  it.each([
    ["there is no response", hangingResponse],
    ["its body does not arrive", stalledResponse],
  ])("R9-01 times out after 30000 ms if %s", async (_how, respond) => {
    const calls = fetchDouble(respond);
    const result = call(loginRoute, { body: credentials }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(calls[0]?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toMatchObject({ status: 0, code: "TIMEOUT" });
  });

  it("R9-02 retries a read 3 times, 1000 ms apart", async () => {
    const calls = fetchDouble(() => {
      throw networkError();
    });
    const result = call(getMeRoute).catch((error: unknown) => error);
    const counts: number[] = [];
    for (const ms of [0, 999, 1, 1000, 1000, 5000]) {
      await vi.advanceTimersByTimeAsync(ms);
      counts.push(calls.length);
    }
    expect(counts).toEqual([1, 1, 2, 3, 4, 4]);
    expect(await result).toMatchObject({ status: 0, code: "NETWORK_ERROR" });
    const ids = new Set(calls.map((request) => request.headers.get("X-Request-Id")));
    expect(ids.size).toBe(1);
  });

  it.each([502, 503, 504])("see R9-02 retries after %i and returns the later success", async (status) => {
    const calls = fetchDouble((_call, index) =>
      index === 0 ? problem(status, "SERVICE_UNAVAILABLE") : json({ id: "u1" }),
    );
    const result = call(getMeRoute);
    await vi.advanceTimersByTimeAsync(1000);
    await expect(result).resolves.toEqual({ id: "u1" });
    expect(calls).toHaveLength(2);
  });

  it.each([400, 403, 404, 409, 429, 500])("does not retry after %i", async (status) => {
    const calls = fetchDouble(() => problem(status, "FORBIDDEN"));
    await expect(call(getMeRoute)).rejects.toMatchObject({ status });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls).toHaveLength(1);
  });

  it("see R9-02 retries a changing call only with an Idempotency-Key", async () => {
    const calls = fetchDouble((_call, index) => {
      if (index < 2) throw networkError();
      return json({});
    });
    await expect(call(updateMeRoute, { body: {} })).rejects.toBeInstanceOf(ApiError);
    const keyed = call(updateMeRoute, { body: {}, idempotencyKey: "k1" });
    await vi.advanceTimersByTimeAsync(1000);
    await keyed;
    expect(calls).toHaveLength(3);
    expect(calls[2]?.headers.get("Idempotency-Key")).toBe("k1");
  });

  it("rejects with the caller's reason and stops retrying on abort", async () => {
    const calls = fetchDouble(() => {
      throw networkError();
    });
    const abort = new AbortController();
    const result = call(getMeRoute, { signal: abort.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(500);
    abort.abort(new Error("left the page"));
    expect(await result).toMatchObject({ message: "left the page" });
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls).toHaveLength(1);
  });
});

describe("rejected calls", () => {
  it("return status, code, message, request id and retry delay", async () => {
    fetchDouble(() => {
      const response = problem(429, "TOO_MANY_ATTEMPTS", "Zu viele Versuche");
      response.headers.set("Retry-After", "90");
      return response;
    });
    const error = await call(loginRoute, { body: credentials }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      status: 429,
      code: "TOO_MANY_ATTEMPTS",
      message: "Zu viele Versuche",
      requestId: "r-1",
      retryAfterMs: 90_000,
    });
  });

  it("treats a successful non-JSON response as an error", async () => {
    fetchDouble(() => new Response("<html>Hotel-WLAN</html>"));
    await expect(call(getMeRoute)).rejects.toMatchObject({ code: "UNKNOWN" });
  });
});

describe("a 401", () => {
  it("R7s-21 triggers exactly one refresh and one retry with the new token", async () => {
    signIn();
    const calls = fetchDouble((request) => {
      if (request.url === refreshRoute.path) return json(refreshed);
      return request.headers.get("Authorization") === "Bearer new"
        ? json({ id: "u1" })
        : problem(401, "NOT_AUTHENTICATED");
    });
    await expect(call(getMeRoute)).resolves.toEqual({ id: "u1" });
    expect(calls.map((request) => request.url)).toEqual([
      "/api/v1/users/me",
      refreshRoute.path,
      "/api/v1/users/me",
    ]);
    expect(localStorage.getItem("accessToken")).toBe("new");
    // If the new token is also rejected, the call fails with that error.
    signIn();
    const rejectedCalls = fetchDouble(({ url }) =>
      url === refreshRoute.path ? json(refreshed) : problem(401, "NOT_AUTHENTICATED"),
    );
    await expect(call(updateMeRoute, { body: {} })).rejects.toMatchObject({ status: 401 });
    expect(rejectedCalls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "PUT /api/v1/users/me",
      `POST ${refreshRoute.path}`,
      "PUT /api/v1/users/me",
    ]);
  });

  it("see R7s-21 R7s-22 leads to one refresh and one retry of every call except the sign-in and the refresh", async () => {
    const signInPaths = ["login", "verify-2fa", "workstation", "unlock", "unlock/options"];
    signInPaths.push("passkey-login", "passkey-login/options");
    const excepted = new Set([refreshRoute.path, ...signInPaths.map((name) => `/api/v1/auth/${name}`)]);
    const targets = allEndpoints.filter(({ path }) => !excepted.has(path));
    expect(allEndpoints.length - targets.length).toBe(excepted.size);
    for (const { name, method, path } of targets) {
      signIn();
      const calls = fetchDouble(({ url, headers }) => {
        if (url === refreshRoute.path) return json(refreshed);
        return headers.get("Authorization") === "Bearer new" ? json({}) : problem(401, "NOT_AUTHENTICATED");
      });
      const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => [part, "1"]));
      await call({ name, method, path } as typeof verifyRoute, { params });
      const requestLine = `${method} ${path.replaceAll(/\{\w+\}/g, "1")}`;
      const expected = [requestLine, `POST ${refreshRoute.path}`, requestLine];
      expect(calls.map((request) => `${request.method} ${request.url}`)).toEqual(expected);
    }
  });

  it("R7s-22 shares one refresh among concurrent 401 responses", async () => {
    signIn();
    const calls = fetchDouble((request) => {
      if (request.url === refreshRoute.path) return json(refreshed);
      return request.headers.get("Authorization") === "Bearer new"
        ? json({})
        : problem(401, "NOT_AUTHENTICATED");
    });
    await Promise.all([call(getMeRoute), call(verifyRoute), call(updateMeRoute, { body: {} })]);
    expect(calls.filter((request) => request.url === refreshRoute.path)).toHaveLength(1);
    expect(calls).toHaveLength(7);
  });

  it("R7s-22 does not refresh again for a 401 that arrives after the token was renewed", async () => {
    signIn();
    const calls = fetchDouble(async (request) => {
      if (request.url === refreshRoute.path) return json(refreshed);
      if (request.headers.get("Authorization") === "Bearer new") return json({});
      if (request.url.endsWith("verify")) await new Promise((resolve) => setTimeout(resolve, 200));
      return problem(401, "NOT_AUTHENTICATED");
    });
    const late = call(verifyRoute);
    await call(getMeRoute);
    await vi.advanceTimersByTimeAsync(200);
    await late;
    expect(calls.filter((request) => request.url === refreshRoute.path)).toHaveLength(1);
  });

  it("R7s-21 never refreshes for the login or the refresh itself, and keeps the session (R8-01 R8-02)", async () => {
    signIn();
    const calls = fetchDouble(() => problem(401, "INVALID_CREDENTIALS"));
    const onLost = vi.fn();
    const stop = sessionSignals.lost.on(onLost);
    await expect(call(loginRoute, { body: credentials })).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
    await expect(call(refreshRoute, { body: {} })).rejects.toMatchObject({ status: 401 });
    stop();
    expect(calls).toHaveLength(2);
    expect(onLost).not.toHaveBeenCalled();
  });

  it("is returned unchanged if the call had no token", async () => {
    const calls = fetchDouble(() => problem(401, "NOT_AUTHENTICATED"));
    await expect(call(verifyRoute)).rejects.toMatchObject({ status: 401 });
    expect(calls).toHaveLength(1);
  });

  it("R8-01 R8-02 reports the session lost once when the shared refresh is rejected", async () => {
    signIn();
    fetchDouble(() => problem(401, "SESSION_EXPIRED"));
    const onLost = vi.fn();
    const stop = sessionSignals.lost.on(onLost);
    const results = await Promise.allSettled([call(getMeRoute), call(verifyRoute)]);
    stop();
    expect(results.map((result) => result.status)).toEqual(["rejected", "rejected"]);
    expect(onLost).toHaveBeenCalledOnce();
    expect(onLost.mock.calls[0]?.[0]).toMatchObject({ code: "SESSION_EXPIRED" });
  });

  it("keeps the session if the refresh gets no response", async () => {
    signIn();
    fetchDouble((request) => {
      if (request.url === refreshRoute.path) throw networkError();
      return problem(401, "NOT_AUTHENTICATED");
    });
    const onLost = vi.fn();
    const stop = sessionSignals.lost.on(onLost);
    const result = call(getMeRoute).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3000);
    stop();
    expect(await result).toMatchObject({ code: "NETWORK_ERROR" });
    expect(onLost).not.toHaveBeenCalled();
    expect(localStorage.getItem("accessToken")).toBe("old");
  });

  it.each([
    [426, "UPGRADE_REQUIRED"],
    [429, "TOO_MANY_ATTEMPTS"],
    [500, "INTERNAL_ERROR"],
    [503, "MAINTENANCE"],
  ])("keeps the session when the refresh fails with %i %s", async (status, code) => {
    signIn();
    fetchDouble((request) =>
      request.url === refreshRoute.path ? problem(status, code) : problem(401, "NOT_AUTHENTICATED"),
    );
    const onLost = vi.fn();
    const stop = sessionSignals.lost.on(onLost);
    const result = call(getMeRoute).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3000);
    stop();
    expect(await result).toMatchObject({ status, code });
    expect(onLost).not.toHaveBeenCalled();
    expect(localStorage.getItem("accessToken")).toBe("old");
  });

  it("R2.1-39 see R7s-21 reports the session lost if the refreshed token is also rejected", async () => {
    signIn();
    const calls = fetchDouble((request) =>
      request.url === refreshRoute.path ? json(refreshed) : problem(401, "NOT_AUTHENTICATED"),
    );
    const onLost = vi.fn();
    const stop = sessionSignals.lost.on(onLost);
    await expect(call(getMeRoute)).rejects.toMatchObject({ status: 401 });
    stop();
    expect(onLost).toHaveBeenCalledOnce();
    expect(calls).toHaveLength(3);
  });

  it("sends the time since the last activity in any tab with the refresh", async () => {
    signIn();
    localStorage.setItem("lastActivity", String(Date.now() - 4321));
    const calls = fetchDouble((request) => {
      if (request.url === refreshRoute.path) return json(refreshed);
      return request.headers.get("Authorization") === "Bearer new"
        ? json({})
        : problem(401, "NOT_AUTHENTICATED");
    });
    await call(getMeRoute);
    expect(calls[1]?.body).toEqual({ lastActivityAgoMs: 4321 });
  });
});

describe("several tabs and users", () => {
  it("see R3-96 does not repeat a call in the session of a user who has signed in meanwhile", async () => {
    signIn();
    setTabUserId("u1");
    const calls = fetchDouble((request) => {
      if (request.headers.get("Authorization") !== "Bearer old") return json({});
      // The screen was locked, and a colleague has unlocked it.
      signIn("colleague");
      localStorage.setItem("user", JSON.stringify({ id: "u2" }));
      setTabUserId("u2");
      return problem(401, "NOT_AUTHENTICATED");
    });
    await expect(call(updateMeRoute, { body: {} })).rejects.toMatchObject({ status: 401 });
    expect(calls).toHaveLength(1);
  });

  it("uses the token that another tab obtained while this one waited", async () => {
    signIn();
    vi.stubGlobal("navigator", {
      ...navigator,
      locks: {
        request: (_name: string, action: () => unknown) => {
          localStorage.setItem("accessToken", "new");
          return Promise.resolve().then(action);
        },
      },
    });
    const calls = fetchDouble((request) =>
      request.headers.get("Authorization") === "Bearer new"
        ? json({ id: "u1" })
        : problem(401, "NOT_AUTHENTICATED"),
    );
    await expect(call(getMeRoute)).resolves.toEqual({ id: "u1" });
    expect(calls.map((request) => request.url)).toEqual(["/api/v1/users/me", "/api/v1/users/me"]);
  });

  it("see R3-96 sends nothing once another user is signed in", async () => {
    signIn();
    setTabUserId("u1");
    localStorage.setItem("user", JSON.stringify({ id: "u2" }));
    const calls = fetchDouble(() => json({}));
    const onOtherPerson = vi.fn();
    const stop = sessionSignals.otherPerson.on(onOtherPerson);
    await expect(call(getMeRoute)).rejects.toMatchObject({ code: "NOT_AUTHENTICATED" });
    stop();
    expect(onOtherPerson).toHaveBeenCalledOnce();
    expect(calls).toHaveLength(0);
  });

  it("see R3-96 discards the token of a refresh for another user", async () => {
    signIn();
    setTabUserId("u1");
    fetchDouble((request) =>
      request.url === refreshRoute.path
        ? json({ ...refreshed, userId: "u2" })
        : problem(401, "NOT_AUTHENTICATED"),
    );
    const onOtherPerson = vi.fn();
    const onLost = vi.fn();
    const stops = [sessionSignals.otherPerson.on(onOtherPerson), sessionSignals.lost.on(onLost)];
    await expect(call(getMeRoute)).rejects.toMatchObject({ status: 401 });
    for (const stop of stops) stop();
    expect(onOtherPerson).toHaveBeenCalledOnce();
    expect(onLost).not.toHaveBeenCalled();
    expect(localStorage.getItem("accessToken")).toBe("old");
  });

  it.each(["accessToken", "refreshToken"])(
    "see R3-95 discards the token of a refresh that completes after %s was cleared",
    async (cleared) => {
      signIn();
      localStorage.setItem("refreshToken", "handle");
      fetchDouble((request) => {
        if (request.url !== refreshRoute.path) return problem(401, "NOT_AUTHENTICATED");
        localStorage.removeItem(cleared);
        return json(refreshed);
      });
      const onLost = vi.fn();
      const stop = sessionSignals.lost.on(onLost);
      await expect(call(getMeRoute)).rejects.toMatchObject({ status: 401 });
      stop();
      expect(onLost).not.toHaveBeenCalled();
      expect(localStorage.getItem(cleared)).toBeNull();
    },
  );
});
