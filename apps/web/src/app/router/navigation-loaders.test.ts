// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchDouble, problem, type SentCall } from "../../platform/api-client/testing/fetch-double.ts";
import { emptySession, sessionStore } from "../../platform/session/session.store.ts";
import { queryClient } from "../providers/query-client.ts";
import { createAppRouter } from "./router.tsx";

/**
 * Pages of the legacy practice server. Its data stays in memory only while it is shown, so it is read only when a user
 * opens the page.
 */
const readWhenOpened = ["/legacy", "/patienten", "/tests"];

const pages = Object.values(createAppRouter().routesById).flatMap(({ fullPath, options }) => {
  const { navigation = null } = options.staticData?.definition ?? {};
  const loader = options.loader as ((context: unknown) => Promise<void>) | undefined;
  return navigation === null || readWhenOpened.includes(fullPath) ? [] : [{ path: fullPath, loader }];
});

let calls: readonly SentCall[];
beforeEach(() => {
  calls = fetchDouble(() => problem(403, "FORBIDDEN"));
  sessionStore.setState({
    status: "signedIn",
    user: { id: "u1", role: { type: "super_admin", permissions: ["*"] } } as never,
    organization: { id: "p1", name: "Musterpraxis" },
  });
});
afterEach(() => {
  queryClient.clear();
  sessionStore.setState(emptySession, true);
  vi.unstubAllGlobals();
});

it("there are pages in the navigation", () => {
  expect(pages.length).toBeGreaterThan(20);
});

it.each(pages)(
  "see R0-26 hovering over the navigation entry of $path loads its data in the background",
  async ({ loader }) => {
    await loader?.({ params: {}, location: { search: {} }, preload: true });
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0));
    expect(
      calls.filter(({ method, headers }) => method !== "GET" || headers.get("x-background-read") !== "1"),
    ).toEqual([]);
  },
  60_000,
);
