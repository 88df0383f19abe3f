// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../api-client/api-error.ts";
import { json, problem } from "../api-client/testing/fetch-double.ts";
import {
  forgetOrganization,
  rememberedOrganizations,
  rememberedOrganizationsMax,
  rememberOrganization,
} from "./remembered-organizations.ts";
import { onOrganizationChanged, selectOrganization } from "./select-organization.ts";
import { sessionAllows, sessionHasRole } from "./session-access.ts";
import { sessionStore } from "./session.store.ts";
import { person, praxis } from "./testing/session-responses.ts";
import { createSessionTestContext, signInForTest } from "./testing/session-world.ts";
import type { SessionTestContext } from "./testing/session-world.ts";

const branch = { id: "0192f000-0000-7000-8000-00000000000b", name: "Zweigpraxis" };

let context: SessionTestContext;
beforeEach(() => {
  context = createSessionTestContext();
});
afterEach(() => context.end());

describe("organization of the tab", () => {
  it("see R3-90 stores the selected organization and uses its role and permissions before the first render", async () => {
    const viewer = person({ role: { type: "viewer", permissions: ["users:view"] } });
    context.responses = { "users/me": () => json(viewer) };
    await signInForTest();
    const onChange = vi.fn();
    const stop = onOrganizationChanged(onChange);
    await selectOrganization(branch);
    stop();
    expect(context.calls[0]?.headers.get("X-Organization-Id")).toBe(branch.id);
    expect(sessionStore.getState()).toMatchObject({
      organization: branch,
      user: { role: { type: "viewer" } },
    });
    expect(onChange).toHaveBeenCalledExactlyOnceWith(branch);
    expect(localStorage.getItem("praxis")).toBe(branch.id);
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toMatchObject({ role: "viewer" });
  });

  it("R8-30 R8-31 keeps the organization when the selection is rejected, and rethrows the error", async () => {
    context.responses = { "users/me": () => problem(404, "NOT_FOUND", "Nicht gefunden") };
    await signInForTest();
    await expect(selectOrganization(branch)).rejects.toMatchObject({ status: 404 });
    expect(sessionStore.getState()).toMatchObject({ organization: praxis, error: "Nicht gefunden" });
    expect(JSON.parse(sessionStorage.getItem("selectedOrganization") ?? "")).toEqual(praxis);
  });

  it("see R8-20 records 'Organization switch failed' when the server sends no message", async () => {
    await signInForTest();
    for (const [status, body] of [
      [500, ""],
      [404, "{}"],
    ] as const) {
      context.responses = { "users/me": () => new Response(body, { status }) };
      sessionStore.setState({ error: null });
      await expect(selectOrganization(branch)).rejects.toThrow(ApiError);
      expect(sessionStore.getState()).toMatchObject({
        organization: praxis,
        error: "Organization switch failed",
      });
    }
  });
});

describe("remembered organizations", () => {
  it("are sorted by last use, unique, with their current name", () => {
    rememberOrganization({ organizationId: "a", name: "Alt" });
    rememberOrganization({ organizationId: "b", name: "B" });
    rememberOrganization({ organizationId: "a", name: "Neu" });
    expect(rememberedOrganizations()).toEqual([
      { organizationId: "a", name: "Neu" },
      { organizationId: "b", name: "B" },
    ]);
  });

  it("are at most ten", () => {
    for (let n = 0; n <= rememberedOrganizationsMax; n += 1)
      rememberOrganization({ organizationId: `${n}`, name: `${n}` });
    const ids = rememberedOrganizations().map((item) => item.organizationId);
    expect(ids).toHaveLength(10);
    expect(ids).not.toContain("0");
  });

  it("can be removed, and invalid entries are ignored", () => {
    localStorage.setItem(
      "rememberedPractices",
      JSON.stringify([
        { organizationId: "a", name: "A" },
        { name: "B" },
        null,
        { organizationId: "c", name: "C" },
      ]),
    );
    forgetOrganization("a");
    expect(rememberedOrganizations()).toEqual([{ organizationId: "c", name: "C" }]);
  });
});

describe("permissions", () => {
  const session = (type: "viewer" | "super_admin" | "org_admin", permissions: string[]) => ({
    user: person({ role: { type, permissions } }),
  });

  it("R2.2-20 follow the rules of the shared permission module", () => {
    expect(sessionAllows(session("viewer", ["organizations:read"]), "organization.read")).toBe(true);
    expect(sessionAllows(session("viewer", ["users:view"]), "users:write")).toBe(false);
    expect(sessionAllows(session("super_admin", []), "billing:write")).toBe(true);
    expect(sessionAllows({ user: null }, "users:read")).toBe(false);
  });

  it("check the role; super_admin passes every list", () => {
    expect(sessionHasRole(session("org_admin", []), ["org_admin", "super_admin"])).toBe(true);
    expect(sessionHasRole(session("viewer", []), ["org_admin"])).toBe(false);
    expect(sessionHasRole(session("super_admin", []), ["org_admin"])).toBe(true);
    expect(sessionHasRole({ user: null }, ["viewer"])).toBe(false);
  });
});
