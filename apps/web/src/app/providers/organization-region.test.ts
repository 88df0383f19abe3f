// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hangingResponse } from "../../platform/api-client/testing/fetch-double.ts";
import { praxis } from "../../platform/session/testing/session-answers.ts";
import {
  createSessionTestContext,
  signInForTest,
  type SessionTestContext,
} from "../../platform/session/testing/session-world.ts";
import { applyOrganizationRegion } from "./organization-region.ts";

let context: SessionTestContext;
beforeEach(() => {
  context = createSessionTestContext();
});
afterEach(() => context.end());

it("the first page waits at most 2 s for the region of the organization", async () => {
  context.answers = { [`organizations/${praxis.id}`]: hangingResponse };
  await signInForTest();
  const opened = vi.fn();
  void applyOrganizationRegion().then(opened);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(context.calls).toHaveLength(1);
  expect(opened).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toHaveBeenCalledOnce();
});
