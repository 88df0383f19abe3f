// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from "vitest";
import { networkError } from "../../platform/api-client/testing/fetch-double.ts";
import { lockSession } from "../../platform/session/clear-session.ts";
import { person } from "../../platform/session/testing/session-answers.ts";
import {
  createSessionTestContext,
  signInForTest,
  type SessionTestContext,
} from "../../platform/session/testing/session-world.ts";
import { sendMark } from "./notifications.api.ts";

let context: SessionTestContext;
beforeEach(() => {
  context = createSessionTestContext();
});
afterEach(() => context.end());

it.each([
  ["kept for the user who made it", person(), 1],
  ["not kept for another user", person({ id: "0192f000-0000-7000-8000-000000000002" }), 0],
])("see R4-64 a mark whose call fails after an unlock is %s", async (_for, next, kept) => {
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
  context.answers = {
    "notifications/n1": async () => {
      await failed;
      throw networkError();
    },
  };
  await signInForTest();
  const sent = sendMark({ kind: "delete", id: "n1" });
  lockSession();
  await signInForTest(next);
  fail();
  await sent;
  const stored = JSON.parse(localStorage.getItem("pendingSyncs") ?? "[]") as { userId: string }[];
  expect(stored.map(({ userId }) => userId)).toEqual(kept === 1 ? [person().id] : []);
});
