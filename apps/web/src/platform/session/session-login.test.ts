// @vitest-environment jsdom
import { ApiError } from "../api-client/api-error.ts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { json, networkError, problem } from "../api-client/testing/fetch-double.ts";
import { rememberedOrganizations } from "./remembered-organizations.ts";
import { restore } from "./restore.ts";
import { clearRestriction, login } from "./session.actions.ts";
import { sessionStore } from "./session.store.ts";
import {
  checkAuthResponse,
  person,
  praxis,
  refreshResponse,
  signedInResponse,
} from "./testing/session-responses.ts";
import { countOf, createSessionTestContext, signInForTest } from "./testing/session-world.ts";
import type { SessionTestContext } from "./testing/session-world.ts";

let context: SessionTestContext;
afterEach(() => context.end());

const credentials = { name: "inhaberin", password: "Demo-Praxis-2026!" };

describe("login", () => {
  it("R5-01 sends a name with @ as email and any other name as username", async () => {
    context = createSessionTestContext({ login: () => json(signedInResponse()) });
    await login({ ...credentials, name: " inhaberin@example.org " });
    await login(credentials);
    expect(context.calls[0]?.body).toMatchObject({ email: "inhaberin@example.org" });
    expect(context.calls[0]?.body).not.toHaveProperty("username");
    expect(context.calls[1]?.body).toEqual({
      username: "inhaberin",
      password: "Demo-Praxis-2026!",
      mode: "cloud",
      organizationId: null,
      rememberMe: false,
    });
  });

  it("R3-67 sets the authenticated flag and the remaining time in ms", async () => {
    context = createSessionTestContext({ login: () => json(signedInResponse()) });
    expect(sessionStore.getState()).toMatchObject({ authenticated: false, remainingMs: 0 });
    await expect(login(credentials)).resolves.toBe("signedIn");
    expect(sessionStore.getState()).toMatchObject({
      status: "signedIn",
      authenticated: true,
      remainingMs: 30 * 60_000,
      organization: praxis,
    });
  });

  it("R3-88 R3-89 R3-90 R3-93 R3-94 stores tokens, reduced person and organization, application and selection", async () => {
    context = createSessionTestContext({ login: () => json(signedInResponse()) });
    await login(credentials);
    expect(localStorage.getItem("accessToken")).toBe(`token-of-${person().id}`);
    expect(localStorage.getItem("refreshToken")).toBe("handle");
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toEqual({
      id: person().id,
      displayName: "Ina Musterfrau",
      role: "org_admin",
      permissions: ["organizations:*", "users:*"],
    });
    expect(JSON.parse(localStorage.getItem("organization") ?? "")).toEqual({
      id: praxis.id,
      displayName: praxis.name,
    });
    expect(localStorage.getItem("praxis")).toBe(praxis.id);
    expect(localStorage.getItem("applicationId")).toBe("web-portal");
    expect(localStorage.getItem("applicationType")).toBe("web");
    expect(JSON.parse(sessionStorage.getItem("selectedOrganization") ?? "")).toEqual(praxis);
  });

  it("stores neither password nor personal details of the person", async () => {
    context = createSessionTestContext({ login: () => json(signedInResponse()) });
    await login(credentials);
    const everything = JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage });
    for (const secret of [credentials.password, "+49 30 1234", "inhaberin@example.org"]) {
      expect(everything).not.toContain(secret);
    }
  });

  it("waits for the second step without creating a session", async () => {
    const secondStep = {
      requires2FA: true,
      tempToken: "t",
      tempTokenExpiresAt: "2026-11-23T07:47:00Z",
      methods: ["code"],
    };
    context = createSessionTestContext({ login: () => json(secondStep) });
    await expect(login(credentials)).resolves.toBe("secondStep");
    expect(sessionStore.getState()).toMatchObject({ authenticated: false, secondStep: { tempToken: "t" } });
    expect(localStorage.getItem("accessToken")).toBeNull();
  });

  it("R8-03 R8-30 R8-31 stores the server's message and rethrows", async () => {
    context = createSessionTestContext({
      login: () => problem(401, "INVALID_CREDENTIALS", "Ungültige Anmeldedaten"),
    });
    await expect(login(credentials)).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect(sessionStore.getState()).toMatchObject({
      error: "Ungültige Anmeldedaten",
      errorCode: "INVALID_CREDENTIALS",
    });
  });

  it("R8-04 stores 'Login failed' when the server sent no message", async () => {
    let respond: () => Response = () => {
      throw networkError();
    };
    context = createSessionTestContext({ login: () => respond() });
    await expect(login(credentials)).rejects.toMatchObject({ code: "NETWORK_ERROR" });
    expect(sessionStore.getState()).toMatchObject({ error: "Login failed", errorCode: "NETWORK_ERROR" });
    for (const [status, body] of [
      [418, ""],
      [500, "<html>Fehler</html>"],
      [404, "{}"],
      [200, "keine Antwort des Portals"],
    ] as const) {
      respond = () => new Response(body, { status });
      sessionStore.setState({ error: null });
      await expect(login(credentials), String(status)).rejects.toThrow(ApiError);
      expect(sessionStore.getState().error, String(status)).toBe("Login failed");
    }
  });

  it("clears data of another person before the new session starts", async () => {
    context = createSessionTestContext({ login: () => json(signedInResponse()) });
    localStorage.setItem("user", JSON.stringify({ id: "somebody-else" }));
    localStorage.setItem("notifications", "[]");
    await login(credentials);
    expect(localStorage.getItem("notifications")).toBeNull();
  });

  it("remembers the organization on this device", async () => {
    context = createSessionTestContext({ login: () => json(signedInResponse()) });
    await login(credentials);
    expect(rememberedOrganizations()).toEqual([{ organizationId: praxis.id, name: praxis.name }]);
  });
});

describe("restore", () => {
  it("R2.2-05 restores a stored session by check-auth, without moving the idle clock", async () => {
    context = createSessionTestContext({ "check-auth": () => json(checkAuthResponse()) });
    localStorage.setItem("accessToken", "stored");
    await expect(restore()).resolves.toBe(true);
    expect(sessionStore.getState()).toMatchObject({ status: "signedIn", organization: praxis });
    expect(context.calls[0]?.headers.get("X-Background-Read")).toBe("1");
  });

  it("calls nothing when no token is stored", async () => {
    context = createSessionTestContext();
    await expect(restore()).resolves.toBe(false);
    expect(context.calls).toHaveLength(0);
    expect(sessionStore.getState().status).toBe("signedOut");
  });

  it("shares one attempt among concurrent guards", async () => {
    context = createSessionTestContext({ "check-auth": () => json(checkAuthResponse()) });
    localStorage.setItem("accessToken", "stored");
    await Promise.all([restore(), restore()]);
    await restore();
    expect(context.calls).toHaveLength(1);
  });

  it("refreshes an expired access token of a valid session", async () => {
    context = createSessionTestContext({
      "check-auth": (call) =>
        call.headers.get("Authorization") === "Bearer renewed"
          ? json(checkAuthResponse())
          : json({ authenticated: false, serverTime: new Date().toISOString() }),
      refresh: () => json(refreshResponse()),
    });
    localStorage.setItem("accessToken", "ended");
    await expect(restore()).resolves.toBe(true);
    expect(countOf(context.calls, "refresh")).toBe(1);
  });

  it("R2.1-39 R2.2-06 see R8-52 ends at /login when the session is no longer valid", async () => {
    context = createSessionTestContext({
      "check-auth": () => json({ authenticated: false, serverTime: new Date().toISOString() }),
      refresh: () => problem(401, "SESSION_EXPIRED"),
    });
    localStorage.setItem("accessToken", "ended");
    await expect(restore()).resolves.toBe(false);
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("expired");
    expect(localStorage.getItem("accessToken")).toBeNull();
    expect(sessionStore.getState()).toMatchObject({ status: "signedOut", signedOutReason: "expired" });
  });

  it("keeps the stored session for a later attempt when the server fails", async () => {
    context = createSessionTestContext({
      "check-auth": () => problem(500, "INTERNAL_ERROR", "Interner Serverfehler"),
    });
    localStorage.setItem("accessToken", "stored");
    await expect(restore()).resolves.toBe(false);
    expect(sessionStore.getState()).toMatchObject({ status: "signedOut", error: "Interner Serverfehler" });
    expect(localStorage.getItem("accessToken")).toBe("stored");
    expect(context.toLogin).not.toHaveBeenCalled();
  });

  it("drops the tab's organization when the person is no longer a member", async () => {
    context = createSessionTestContext({
      "check-auth": () => json(checkAuthResponse()),
      "users/me": () => problem(404, "NOT_FOUND"),
    });
    localStorage.setItem("accessToken", "stored");
    sessionStorage.setItem("selectedOrganization", JSON.stringify({ id: "gone", name: "Alt" }));
    await expect(restore()).resolves.toBe(true);
    expect(sessionStore.getState().organization).toEqual(praxis);
    expect(JSON.parse(sessionStorage.getItem("selectedOrganization") ?? "")).toEqual(praxis);
  });

  it("keeps the organization selected in this tab, with the user's role there", async () => {
    const viewer = person({ role: { type: "viewer", permissions: ["users:read"] } });
    context = createSessionTestContext({
      "check-auth": () => json(checkAuthResponse()),
      "users/me": (call) =>
        call.headers.get("X-Organization-Id") === "other" ? json(viewer) : problem(404, "NOT_FOUND"),
    });
    localStorage.setItem("accessToken", "stored");
    sessionStorage.setItem("selectedOrganization", JSON.stringify({ id: "other", name: "Zweigpraxis" }));
    await restore();
    expect(sessionStore.getState()).toMatchObject({
      organization: { id: "other", name: "Zweigpraxis" },
      user: { role: { type: "viewer" } },
    });
  });
});

describe("restriction", () => {
  it("is set when a call is rejected until the password is changed", async () => {
    context = createSessionTestContext({ "users/me": () => problem(403, "PASSWORD_CHANGE_REQUIRED") });
    await signInForTest();
    const { call } = await import("../api-client/call.ts");
    const { getMeRoute } = await import("./session.routes.ts");
    await expect(call(getMeRoute)).rejects.toMatchObject({ status: 403 });
    expect(sessionStore.getState()).toMatchObject({ status: "signedIn", restriction: "password_change" });
  });

  it("is not set again by a call that was sent before the password was changed", async () => {
    let refuse: () => void = () => undefined;
    context = createSessionTestContext({
      "users/me": () =>
        new Promise((resolve) => (refuse = () => resolve(problem(403, "PASSWORD_CHANGE_REQUIRED")))),
    });
    await signInForTest();
    sessionStore.setState({ restriction: "password_change" });
    const { call } = await import("../api-client/call.ts");
    const { getMeRoute } = await import("./session.routes.ts");
    const settled = Promise.allSettled([call(getMeRoute)]);
    await vi.waitFor(() => expect(context.calls).toHaveLength(1));
    clearRestriction();
    refuse();
    expect(await settled).toMatchObject([{ reason: { code: "PASSWORD_CHANGE_REQUIRED" } }]);
    expect(sessionStore.getState().restriction).toBeNull();
  });
});
