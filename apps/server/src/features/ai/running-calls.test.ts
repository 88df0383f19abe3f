import { afterEach, expect, it, vi } from "vitest";
import { RunningCalls } from "./running-calls.ts";

const running: RunningCalls[] = [];
afterEach(() => {
  for (const calls of running.splice(0)) calls.remove("a");
});

function callsThat(stopped: (ids: readonly string[]) => Promise<readonly string[]>) {
  const calls = new RunningCalls({ renew: async () => [], stopped, beatMs: 5 });
  running.push(calls);
  const stop = vi.fn<() => void>();
  const who = { organizationId: "o", personId: "p", provider: "x", askedAtMs: performance.now() };
  calls.add({ id: "a", ...who, receivedTokens: () => 0, stop });
  return { calls, stop };
}

it("R7b-08 reads the switches again until they can be read, when a stop may have been missed", async () => {
  let tries = 0;
  const { calls, stop } = callsThat(async (ids) => {
    tries += 1;
    if (tries < 3) throw new Error("the database is away");
    return ids;
  });
  await calls.recheck();
  expect(stop).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(1));
  expect(tries).toBe(3);
});

it("R7b-08 reads no switch while nothing can have been missed", async () => {
  const stopped = vi.fn<(ids: readonly string[]) => Promise<readonly string[]>>(async () => []);
  const beats = vi.fn<() => void>();
  const { calls } = callsThat(stopped);
  const who = { organizationId: "o", personId: "p", provider: "x", askedAtMs: performance.now() };
  calls.add({ id: "b", ...who, receivedTokens: () => 0, stop: () => undefined, beat: beats });
  await vi.waitFor(() => expect(beats.mock.calls.length).toBeGreaterThan(2));
  expect(stopped).not.toHaveBeenCalled();
  calls.remove("b");
});

it("R7b-08 a stop that comes between the hold and the call ends the call, and one from before does not", () => {
  const { calls } = callsThat(async () => []);
  const added = (id: string, askedAtMs: number, personId: string) => {
    const stop = vi.fn<() => void>();
    calls.add({ id, organizationId: "o", personId, provider: "x", askedAtMs, receivedTokens: () => 0, stop });
    calls.remove(id);
    return stop;
  };
  const before = performance.now();
  calls.stop({ scope: "person", organizationId: "o", personId: "p" });
  expect(added("held before", before, "p")).toHaveBeenCalledTimes(1);
  expect(added("of somebody else", before, "q")).not.toHaveBeenCalled();
  expect(added("asked for after it went on", performance.now() + 1, "p")).not.toHaveBeenCalled();
});
