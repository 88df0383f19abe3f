// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from "vitest";
import { networkError } from "../../platform/api-client/testing/fetch-double.ts";
import { appState, initialAppState } from "../../platform/app-state/app-state.store.ts";
import { provideTestQueue } from "../../platform/offline/testing/test-queue.ts";
import { lockSession } from "../../platform/session/clear-session.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { person, praxis } from "../../platform/session/testing/session-responses.ts";
import {
  createSessionTestContext,
  signInForTest,
  type SessionTestContext,
} from "../../platform/session/testing/session-world.ts";
import { sendMark } from "./notifications.api.ts";
import { pendingMarks } from "./pending-marks.ts";

let context: SessionTestContext;
beforeEach(() => {
  context = createSessionTestContext();
  appState.setState({ online: false });
  provideTestQueue({ "notifications.mark": pendingMarks });
});
afterEach(() => {
  context.end();
  appState.setState(initialAppState, true);
});

it.each([
  ["kept for the user who made it", person(), praxis, 1],
  ["not kept for another user", person({ id: "0192f000-0000-7000-8000-000000000002" }), praxis, 0],
  ["kept for the organization it was made in", person(), { ...praxis, id: "other" }, 1],
])("see R4-64 a mark whose call fails after an unlock is %s", async (_for, next, organization, kept) => {
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
  context.responses = {
    "notifications/n1": async () => {
      await failed;
      throw networkError();
    },
  };
  await signInForTest();
  const sending = sendMark({ kind: "read", id: "n1" });
  lockSession();
  await signInForTest(next);
  sessionStore.setState({ organization });
  fail();
  await sending;
  const pendingSyncs = JSON.parse(localStorage.getItem("pendingSyncs") ?? "[]") as object[];
  const own = { userId: person().id, organizationId: praxis.id };
  expect(pendingSyncs).toEqual(Array.from({ length: kept }, () => expect.objectContaining(own) as object));
});

it("see R0-192 a notification that was closed offline is later marked as read", async () => {
  context.responses = {
    "notifications/n1": () => {
      throw networkError();
    },
  };
  await signInForTest();
  await sendMark({ kind: "delete", id: "n1" });
  const pendingSyncs = JSON.parse(localStorage.getItem("pendingSyncs") ?? "[]") as { data: unknown }[];
  expect(pendingSyncs.map(({ data }) => data)).toEqual([{ kind: "read", id: "n1" }]);
  expect(pendingMarks.parse({ kind: "delete", id: "n1" })).toBeNull();
});
