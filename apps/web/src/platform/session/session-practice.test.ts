// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { json, problem } from "../api-client/testing/fetch-double.ts";
import {
  forgetPractice,
  rememberedPractices,
  rememberedPracticesMax,
  rememberPractice,
} from "./remembered-practices.ts";
import { onOrganizationChanged, selectOrganization } from "./select-organization.ts";
import { sessionAllows, sessionHasRole } from "./session-access.ts";
import { sessionStore } from "./session.store.ts";
import { person, praxis } from "./testing/session-answers.ts";
import { sessionWorld, signInForTest } from "./testing/session-world.ts";
import type { SessionWorld } from "./testing/session-world.ts";

const branch = { id: "0192f000-0000-7000-8000-00000000000b", name: "Zweigpraxis" };

let world: SessionWorld;
beforeEach(() => {
  world = sessionWorld();
});
afterEach(() => world.end());

describe("practice of the tab", () => {
  it("takes role and permissions from the chosen practice before anything shows", async () => {
    const viewer = person({ role: { type: "viewer", permissions: ["users:view"] } });
    world.answers = { "users/me": () => json(viewer) };
    await signInForTest();
    const changed = vi.fn();
    const stop = onOrganizationChanged(changed);
    await selectOrganization(branch);
    stop();
    expect(world.calls[0]?.headers.get("X-Organization-Id")).toBe(branch.id);
    expect(sessionStore.getState()).toMatchObject({
      organization: branch,
      user: { role: { type: "viewer" } },
    });
    expect(changed).toHaveBeenCalledExactlyOnceWith(branch);
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toMatchObject({ role: "viewer" });
  });

  it("R8-30 R8-31 stays where it was when the choice is refused, and throws on", async () => {
    world.answers = { "users/me": () => problem(404, "NOT_FOUND", "Nicht gefunden") };
    await signInForTest();
    await expect(selectOrganization(branch)).rejects.toMatchObject({ status: 404 });
    expect(sessionStore.getState()).toMatchObject({ organization: praxis, error: "Nicht gefunden" });
    expect(JSON.parse(sessionStorage.getItem("selectedOrganization") ?? "")).toEqual(praxis);
  });
});

describe("remembered practices", () => {
  it("come last used first, each once, with their present name", () => {
    rememberPractice({ organizationId: "a", name: "Alt" });
    rememberPractice({ organizationId: "b", name: "B" });
    rememberPractice({ organizationId: "a", name: "Neu" });
    expect(rememberedPractices()).toEqual([
      { organizationId: "a", name: "Neu" },
      { organizationId: "b", name: "B" },
    ]);
  });

  it("are at most ten", () => {
    for (let n = 0; n <= rememberedPracticesMax; n += 1)
      rememberPractice({ organizationId: `${n}`, name: `${n}` });
    const ids = rememberedPractices().map((each) => each.organizationId);
    expect(ids).toHaveLength(10);
    expect(ids).not.toContain("0");
  });

  it("can be forgotten, and unusable entries do not count", () => {
    localStorage.setItem(
      "rememberedPractices",
      JSON.stringify([
        { organizationId: "a", name: "A" },
        { name: "B" },
        null,
        { organizationId: "c", name: "C" },
      ]),
    );
    forgetPractice("a");
    expect(rememberedPractices()).toEqual([{ organizationId: "c", name: "C" }]);
  });
});

describe("what the person may do", () => {
  const session = (type: "viewer" | "super_admin" | "org_admin", permissions: string[]) => ({
    user: person({ role: { type, permissions } }),
  });

  it("R2.2-20 follows the rules of the shared permission module", () => {
    expect(sessionAllows(session("viewer", ["organizations:read"]), "organization.read")).toBe(true);
    expect(sessionAllows(session("viewer", ["users:view"]), "users:write")).toBe(false);
    expect(sessionAllows(session("super_admin", []), "billing:write")).toBe(true);
    expect(sessionAllows({ user: null }, "users:read")).toBe(false);
  });

  it("knows the role; super_admin passes every list", () => {
    expect(sessionHasRole(session("org_admin", []), ["org_admin", "super_admin"])).toBe(true);
    expect(sessionHasRole(session("viewer", []), ["org_admin"])).toBe(false);
    expect(sessionHasRole(session("super_admin", []), ["org_admin"])).toBe(true);
    expect(sessionHasRole({ user: null }, ["viewer"])).toBe(false);
  });
});
