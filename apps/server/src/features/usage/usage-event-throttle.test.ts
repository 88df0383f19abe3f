import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { quietLog } from "../../../test/background-database.ts";
import { LiveEvents } from "../../platform/realtime/live-events.ts";
import { openBus } from "../../platform/realtime/bus/open-bus.ts";
import { UsageEventThrottle, usageEventIntervalMs } from "./usage-event-throttle.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Simulates processes on one bus and collects the events that open pages receive. */
function processes(count: number) {
  const live = new LiveEvents(openBus({ url: "postgres://nowhere", log: quietLog() }));
  const received: string[] = [];
  live.subscribe(({ event, organizationId }) => received.push(`${event} ${organizationId}`));
  const record = async (organizationId: string) =>
    live.publish({ event: "usageUpdate", organizationId, data: { kind: "used" } });
  return {
    events: received,
    throttles: Array.from({ length: count }, () => new UsageEventThrottle({ live, record })),
  };
}

it("see R7w-09 publishes a call at once, and a thousand more within the second as one event that covers the last", () => {
  const {
    events,
    throttles: [throttles],
  } = processes(1);
  throttles?.recordUse("a");
  expect(events).toEqual(["usageUpdate a"]);
  for (let call = 0; call < 1_000; call += 1) throttles?.recordUse("a");
  expect(events).toHaveLength(1);
  vi.advanceTimersByTime(usageEventIntervalMs);
  expect(events).toEqual(["usageUpdate a", "usageUpdate a"]);
  vi.advanceTimersByTime(10 * usageEventIntervalMs);
  expect(events).toHaveLength(2);
  throttles?.recordUse("a");
  expect(events).toHaveLength(3);
  throttles?.close();
});

it("see R7w-09 throttles each organization on its own, and publishes nothing after it is closed", () => {
  const {
    events,
    throttles: [throttles],
  } = processes(1);
  for (const organization of ["a", "b", "a"]) throttles?.recordUse(organization);
  expect(events).toEqual(["usageUpdate a", "usageUpdate b"]);
  throttles?.close();
  vi.advanceTimersByTime(10 * usageEventIntervalMs);
  expect(events).toHaveLength(2);
});

it("see R7w-09 publishes about one event per second across many processes", () => {
  const { events, throttles } = processes(8);
  const seconds = 20;
  for (let second = 0; second < seconds; second += 1) {
    for (const throttle of throttles) for (let call = 0; call < 10; call += 1) throttle.recordUse("a");
    vi.advanceTimersByTime(usageEventIntervalMs);
  }
  expect(events.length).toBeGreaterThanOrEqual(seconds / 2);
  expect(events.length).toBeLessThanOrEqual(seconds + 1);
  for (const throttle of throttles) throttle.close();
});
