// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hangingResponse, json } from "../../platform/api-client/testing/fetch-double.ts";
import { i18nStore } from "../../platform/i18n/store.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { praxis } from "../../platform/session/testing/session-responses.ts";
import {
  createSessionTestContext,
  signInForTest,
  type SessionTestContext,
} from "../../platform/session/testing/session-world.ts";
import { applyOrganizationRegion, useOrganizationRegion } from "./organization-region.ts";
import { queryClient } from "./query-client.ts";

let context: SessionTestContext;
beforeEach(() => {
  context = createSessionTestContext();
});
afterEach(() => {
  cleanup();
  context.end();
});

function Provider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

const settle = () => act(() => vi.advanceTimersByTimeAsync(100));
const currentRegion = () => {
  const { region, timeZone } = i18nStore.getState();
  return { region, timeZone };
};

it("the first page waits at most 2 s for the region of the organization", async () => {
  context.responses = { "me/start": hangingResponse };
  await signInForTest();
  const onOpen = vi.fn();
  void applyOrganizationRegion().then(onOpen);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(context.calls).toHaveLength(1);
  expect(onOpen).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onOpen).toHaveBeenCalledOnce();
});

it("country and time zone are reset on a switch to an organization that cannot be read", async () => {
  const browser = currentRegion();
  const settings = { id: praxis.id, country: "CH", timezone: "Europe/Zurich" };
  context.responses = { [`organizations/${praxis.id}`]: () => json(settings) };
  await signInForTest();
  renderHook(useOrganizationRegion, { wrapper: Provider });
  await settle();
  expect(currentRegion()).toEqual({ region: "CH", timeZone: "Europe/Zurich" });
  act(() =>
    sessionStore.setState({ organization: { id: "0192f000-0000-7000-8000-00000000000b", name: "Andere" } }),
  );
  await settle();
  expect(currentRegion()).toEqual(browser);
});
