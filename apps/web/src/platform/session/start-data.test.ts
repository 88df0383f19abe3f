// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { json, problem } from "../api-client/testing/fetch-double.ts";
import { endSession } from "./clear-session.ts";
import { sessionStore } from "./session.store.ts";
import { discardOutdatedStart, takeStart } from "./start-data.ts";
import { person, praxis } from "./testing/session-responses.ts";
import {
  countOf,
  createSessionTestContext,
  signInForTest,
  type SessionTestContext,
} from "./testing/session-world.ts";

const start = {
  preferences: { sidebarCollapsed: null, lists: {}, version: 3 },
  notifications: { data: [], nextCursor: null },
  organizations: null,
  organization: null,
  userStatistics: { totalUsers: 7 },
};

let context: SessionTestContext;
beforeEach(async () => {
  context = createSessionTestContext({ "me/start": () => json(start) });
  await signInForTest();
});
afterEach(() => context.end());

describe("the start data sent by the server", () => {
  it("is loaded in one call, in the background", async () => {
    const parts = await Promise.all([takeStart("preferences"), takeStart("notifications")]);
    expect(parts).toEqual([start.preferences, start.notifications]);
    expect(countOf(context.calls, "me/start")).toBe(1);
    expect(context.calls[0]?.headers.get("x-background-read")).not.toBeNull();
  });

  it("is used once and only while it is fresh", async () => {
    await takeStart("preferences");
    expect(await takeStart("preferences")).toBeNull();
    await vi.advanceTimersByTimeAsync(15_001);
    expect(await takeStart("notifications")).toBeNull();
    expect(countOf(context.calls, "me/start")).toBe(1);
  });

  it("discards the parts that a change elsewhere makes outdated, even while they are loading", async () => {
    const pending = takeStart("userStatistics");
    discardOutdatedStart();
    expect(await pending).toBeNull();
    expect(await takeStart("preferences")).toEqual(start.preferences);
  });

  it("is not used for another organization", async () => {
    expect(await takeStart("userStatistics", "0192f000-0000-7000-8000-00000000000b")).toBeNull();
    expect(await takeStart("userStatistics", praxis.id)).toEqual(start.userStatistics);
  });

  it("is discarded when the session ends and is not used for another user", async () => {
    const pending = takeStart("preferences");
    endSession("inactive");
    expect(await pending).toBeNull();
    expect(await takeStart("notifications")).toBeNull();
    await signInForTest(person({ id: "0192f000-0000-7000-8000-000000000002" }));
    expect(await takeStart("notifications")).toEqual(start.notifications);
    expect(countOf(context.calls, "me/start")).toBe(2);
  });

  it("is not requested in a restricted session", async () => {
    sessionStore.setState({ restriction: "password_change" });
    expect(await takeStart("preferences")).toBeNull();
    expect(context.calls).toEqual([]);
  });

  it("is loaded by separate calls after a failure", async () => {
    context.responses = { "me/start": () => problem(403, "ORGANIZATION_SUSPENDED") };
    expect(await takeStart("preferences")).toBeNull();
    expect(await takeStart("notifications")).toBeNull();
    expect(countOf(context.calls, "me/start")).toBe(1);
  });
});
