// @vitest-environment jsdom
import { isRedirect } from "@tanstack/react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { json, networkError, problem } from "../../platform/api-client/testing/fetch-double.ts";
import { appState, initialAppState } from "../../platform/app-state/app-state.store.ts";
import { emptySession, sessionStore } from "../../platform/session/session.store.ts";
import { checkAuthResponse, person } from "../../platform/session/testing/session-responses.ts";
import {
  countOf,
  createSessionTestContext,
  signInForTest,
  type SessionTestContext,
} from "../../platform/session/testing/session-world.ts";
import { createGuard } from "./guards.ts";
import { routeTable } from "./route-table.ts";

let context: SessionTestContext;
let health: () => Response;
beforeEach(() => {
  context = createSessionTestContext({ "/api/health": () => health() });
});
afterEach(() => {
  appState.setState(initialAppState, true);
  context.end();
});

const rows = Object.values(routeTable);
const rowOf = (path: string) => {
  const row = rows.find((candidate) => candidate.path === path);
  if (row === undefined) throw new Error(`${path} is no route`);
  return row;
};
const state = (available: boolean) => json({ available, checkedAt: new Date().toISOString() });

/** Returns "pass" or where the guard redirects. */
async function open(path: string): Promise<unknown> {
  try {
    await createGuard(rowOf(path))({ location: { href: path } });
    return "pass";
  } catch (error) {
    if (!isRedirect(error)) throw error;
    const { to, search } = error.options;
    return { to, search };
  }
}

describe("the guard of a route of the legacy practice server", () => {
  const paths = ["/legacy", "/patienten", "/tests"];
  const unreachable = { to: "/dashboard", search: { classic: "unreachable" } };

  it.each(paths)("R2.1-29 R2.1-30 R2.1-31 R2.2-09 R2.2-10 R2.2-11 R8-34 opens %s", async (path) => {
    sessionStore.setState({ status: "signedOut" });
    expect(await open(path)).toMatchObject({ to: "/login" });
    await signInForTest(person({ role: { type: "viewer", permissions: [] } }));
    health = () => state(true);
    expect(await open(path)).toBe("pass");
    health = () => state(false);
    expect(await open(path)).toEqual(unreachable);
    health = () => problem(500, "INTERNAL_ERROR");
    expect(await open(path)).toEqual(unreachable);
    appState.setState({ connectionMode: "offline", online: false });
    health = () => {
      throw networkError();
    };
    expect(await open(path)).toEqual(unreachable);
    // In legacy mode it opens without a check.
    const checks = countOf(context.calls, "/api/health");
    appState.setState({ connectionMode: "legacy" });
    expect(await open(path)).toBe("pass");
    sessionStore.setState({ status: "legacy" });
    expect(await open(path)).toBe("pass");
    expect(countOf(context.calls, "/api/health")).toBe(checks);
  });

  it("see R2.2-11 does not apply to any other route", async () => {
    await signInForTest(person({ role: { type: "super_admin", permissions: ["*"] } }));
    const others = rows.filter(({ path }) => !paths.includes(path));
    for (const { path } of others) expect(await open(path), path).toBe("pass");
    expect(countOf(context.calls, "/api/health")).toBe(0);
  });
});

describe("the guard of a page that is loaded again", () => {
  const closedPaths = rows.filter(({ access }) => access.kind !== "public").map(({ path }) => path);

  it("R2.2-05 restores the stored session before it decides, on every route", async () => {
    const user = person({ role: { type: "super_admin", permissions: ["*"] } });
    health = () => state(true);
    expect(closedPaths.length).toBeGreaterThan(20);
    for (const path of closedPaths) {
      const response = Promise.withResolvers<Response>();
      context.responses = { "check-auth": () => response.promise, "/api/health": () => health() };
      sessionStore.setState(emptySession, true);
      localStorage.setItem("accessToken", "stored");
      let decision: unknown;
      const opening = open(path).then((result) => (decision = result));
      await vi.advanceTimersByTimeAsync(1_000);
      expect([path, decision]).toEqual([path, undefined]);
      response.resolve(json(checkAuthResponse(user)));
      await opening;
      expect([path, decision]).toEqual([path, "pass"]);
    }
  });
});

describe("the guard while a second factor is required", () => {
  const setup = "/profile/2fa-setup";

  it.each([
    ["/users", { redirect: "/users" }],
    ["/dashboard", {}],
    // The page of the required password change came first. The user did not request it.
    ["/change-password", {}],
  ])("redirects %s to the setup, which returns to %j", async (path, search) => {
    await signInForTest(person());
    sessionStore.setState({ restriction: "two_factor_setup" });
    expect(await open(path)).toEqual({ to: setup, search });
    expect(await open(setup)).toBe("pass");
  });
});
