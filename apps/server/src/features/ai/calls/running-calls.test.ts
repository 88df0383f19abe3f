import { afterEach, expect, it, vi } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { RunningCalls } from "./running-calls.ts";

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

function runningCalls(findStopped: (ids: readonly string[]) => Promise<readonly string[]>) {
  const calls = new RunningCalls({
    renew: async () => [],
    findStopped,
    beatMs: 5,
    limits: { perPerson: 100, perOrganization: 100, perProcess: 100 },
  });
  const stop = vi.fn<() => void>();
  const usageOwner = { organizationId: "o", personId: "p", provider: "x", startedAtMs: performance.now() };
  const entry = calls.add({ id: "a", ...usageOwner, receivedTokens: () => 0, stop });
  endings.push(() => calls.remove(entry));
  return { calls, stop };
}

it("see R7b-08 reads the switches until it succeeds if a stop may have been missed", async () => {
  let tries = 0;
  const { calls, stop } = runningCalls(async (ids) => {
    tries += 1;
    if (tries < 3) throw new Error("the database is unavailable");
    return ids;
  });
  await calls.recheck();
  expect(stop).not.toHaveBeenCalled();
  await eventually(() => expect(stop).toHaveBeenCalledTimes(1));
  expect(tries).toBe(3);
});

it("see R7b-08 does not read the switches while no stop can have been missed", async () => {
  const readStopped = vi.fn<(ids: readonly string[]) => Promise<readonly string[]>>(async () => []);
  const beatCount = vi.fn<() => void>();
  const { calls } = runningCalls(readStopped);
  const usageOwner = { organizationId: "o", personId: "p", provider: "x", startedAtMs: performance.now() };
  const entry = calls.add({
    id: "b",
    ...usageOwner,
    receivedTokens: () => 0,
    stop: () => undefined,
    heartbeat: beatCount,
  });
  await eventually(() => expect(beatCount.mock.calls.length).toBeGreaterThan(2));
  expect(readStopped).not.toHaveBeenCalled();
  calls.remove(entry);
});

it("see R7b-08 a stop between the hold and the call ends the call; an earlier stop does not", () => {
  const { calls } = runningCalls(async () => []);
  const addCall = (id: string, startedAtMs: number, personId: string) => {
    const stop = vi.fn<() => void>();
    const call = {
      id,
      organizationId: "o",
      personId,
      provider: "x",
      startedAtMs,
      receivedTokens: () => 0,
      stop,
    };
    calls.remove(calls.add(call));
    return stop;
  };
  const before = performance.now();
  calls.stop({ scope: "person", organizationId: "o", personId: "p" });
  expect(addCall("held before", before, "p")).toHaveBeenCalledTimes(1);
  expect(addCall("of another person", before, "q")).not.toHaveBeenCalled();
  expect(addCall("requested after the stop", performance.now() + 1, "p")).not.toHaveBeenCalled();
});

it("see R7b-08 a switch stops the remaining calls, regardless of the order in which others ended", () => {
  const { calls } = runningCalls(async () => []);
  const stops = Array.from({ length: 6 }, () => vi.fn<() => void>());
  const entries = stops.map((stop, index) =>
    calls.add({
      id: `${index}`,
      organizationId: "another",
      personId: "p",
      provider: "x",
      startedAtMs: performance.now(),
      receivedTokens: () => 0,
      stop,
    }),
  );
  for (const ended of [0, 5, 2]) {
    const entry = entries[ended];
    if (entry !== undefined) calls.remove(entry);
  }
  expect(calls.size).toBe(4);
  expect(calls.stop({ scope: "organization", organizationId: "another" })).toBe(3);
  expect(stops.map((stop) => stop.mock.calls.length)).toEqual([0, 1, 0, 1, 1, 0]);
  for (const remaining of [4, 1, 3]) {
    const entry = entries[remaining];
    if (entry !== undefined) calls.remove(entry);
  }
  expect(calls.size).toBe(1);
});
