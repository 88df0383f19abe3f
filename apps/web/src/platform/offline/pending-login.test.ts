// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { json, networkError, problem } from "../api-client/testing/fetch-double.ts";
import { sessionStore } from "../session/session.store.ts";
import { signedInResponse } from "../session/testing/session-responses.ts";
import {
  countOf,
  createSessionTestContext,
  type SessionTestContext,
} from "../session/testing/session-world.ts";
import { pendingLogin, retryLogin } from "./pending-login.ts";

const credentials = { name: "erika@example.org", password: "Canary-Passwort-1" };
const minuteMs = 60_000;

let context: SessionTestContext;
let cancel: AbortController;
let respond: () => Response;
beforeEach(() => {
  context = createSessionTestContext({ "auth/login": () => respond() });
  cancel = new AbortController();
  respond = () => {
    throw networkError();
  };
});
afterEach(() => context.end());

const attempts = () => countOf(context.calls, "auth/login");

describe("a login attempt while the portal cannot be reached", () => {
  it("R4-58 is repeated until the portal responds", async () => {
    const next = retryLogin(credentials, cancel.signal);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(attempts()).toBe(2);
    expect(pendingLogin()).not.toBeNull();
    respond = () => json(signedInResponse());
    window.dispatchEvent(new Event("online"));
    await expect(next).resolves.toBe("signedIn");
    expect(sessionStore.getState().status).toBe("signedIn");
    expect(context.calls.at(-1)?.body).toMatchObject({
      email: credentials.name,
      password: credentials.password,
    });
    expect(pendingLogin()).toBeNull();
  });

  it("R3-72 has an id, the time, the type auth, and the module and action of a login", () => {
    void retryLogin(credentials, cancel.signal);
    expect(pendingLogin()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      timestamp: Date.now(),
      type: "auth",
      module: "session",
      action: "login",
    });
    cancel.abort();
  });

  it("R4-59 keeps the password in memory only, so that no storage or store contains it and a reload loses it", async () => {
    void retryLogin(credentials, cancel.signal);
    await vi.advanceTimersByTimeAsync(3_000);
    const persisted = JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      sessionStore.getState(),
      history.state,
      document.cookie,
      pendingLogin(),
    ]);
    expect(persisted).not.toContain(credentials.password);
    vi.resetModules();
    const afterReload = await import("./pending-login.ts");
    expect(afterReload.pendingLogin()).toBeNull();
    cancel.abort();
  });

  it("R0-201 is dropped after 2 minutes", async () => {
    const next = retryLogin(credentials, cancel.signal);
    await vi.advanceTimersByTimeAsync(2 * minuteMs - 1);
    expect(pendingLogin()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(pendingLogin()).toBeNull();
    await expect(next).resolves.toBeNull();
    const before = attempts();
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(attempts()).toBe(before);
  });

  it("see R4-58 is dropped when the portal rejects it", async () => {
    const next = retryLogin(credentials, cancel.signal);
    respond = () => problem(401, "INVALID_CREDENTIALS", "Ungültige Anmeldedaten");
    await Promise.all([
      expect(next).rejects.toMatchObject({ status: 401, message: "Ungültige Anmeldedaten" }),
      vi.advanceTimersByTimeAsync(1_000),
    ]);
    expect(pendingLogin()).toBeNull();
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(attempts()).toBe(1);
  });

  it("see R4-58 is dropped when the user cancels", async () => {
    const next = retryLogin(credentials, cancel.signal);
    cancel.abort();
    await expect(next).resolves.toBeNull();
    expect(pendingLogin()).toBeNull();
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(attempts()).toBe(0);
  });
});
