import { describe, expect, it } from "vitest";
import type { LegacyResponse } from "./legacy-client.ts";
import { LegacyHealthCheck } from "./legacy-health.ts";

/** Returns a health check with the given responses, and the requests it sends. */
function checkWith(responses: Promise<LegacyResponse>[]) {
  const requests: [string, number][] = [];
  const time = { now: Date.parse("2026-03-02T08:30:00.000Z") };
  const health = new LegacyHealthCheck({
    clock: { now: () => new Date(time.now) },
    client: {
      call: (path, { timeoutMs }) => {
        requests.push([path, timeoutMs]);
        return responses.shift() ?? Promise.resolve({ body: undefined });
      },
    },
  });
  return { health, requests, time };
}
const success = Promise.resolve({ status: 200, body: {} });
const failure = Promise.resolve({ body: undefined });

describe("the health of the legacy server", () => {
  it("R9-55 is requested with a timeout of 3 s", async () => {
    const { health, requests } = checkWith([success]);
    expect((await health.check()).available).toBe(true);
    expect(requests).toEqual([["/api/health", 3_000]]);
  });

  it("R0-209 is requested again after 10 s, even when the check failed or the clock was set back", async () => {
    const { health, requests, time } = checkWith([failure, success, failure]);
    const availabilities = [(await health.check()).available];
    for (const ms of [9_999, 1, -20_000]) {
      time.now += ms;
      availabilities.push((await health.check()).available);
    }
    expect(availabilities).toEqual([false, false, true, false]);
    expect(requests).toHaveLength(3);
  });

  it("see R0-209 is requested once for callers at the same time", async () => {
    const { health, requests } = checkWith([success]);
    const responses = await Promise.all([health.check(), health.check(), health.check()]);
    expect(new Set(responses).size).toBe(1);
    expect(requests).toHaveLength(1);
  });
});
