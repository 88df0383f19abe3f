import { expect, it } from "vitest";
import { quietLog } from "../../../test/background-database.ts";
import { type LiveEvent, LiveEvents } from "./live-events.ts";
import { openBus } from "./bus/open-bus.ts";

it("splits an event for many sessions into messages that fit a notification", () => {
  const live = new LiveEvents(openBus({ url: "postgres://nowhere", log: quietLog() }));
  const receivedEvents: LiveEvent[] = [];
  const stop = live.subscribe((event) => receivedEvents.push(event));
  const sessionIds = Array.from({ length: 250 }, () => crypto.randomUUID());
  live.publish({ event: "forceLogout", sessionIds, data: { reason: "revoked" } });
  stop();
  live.publish({ event: "systemAlert", data: {} });
  expect(receivedEvents.map((event) => event.sessionIds?.length)).toEqual([100, 100, 50]);
  expect(receivedEvents.flatMap((event) => event.sessionIds)).toEqual(sessionIds);
  expect(
    receivedEvents.every((event) => event.event === "forceLogout" && event.data["reason"] === "revoked"),
  ).toBe(true);
});
