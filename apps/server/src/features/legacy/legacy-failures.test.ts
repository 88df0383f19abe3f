import * as endpoints from "@praxisportal/contract/legacy/legacy.endpoints";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startLegacyPortal, startLegacyServer } from "../../../test/legacy/legacy-practice.ts";
import type { TestClient } from "../../../test/test-client.ts";

let server: Awaited<ReturnType<typeof startLegacyServer>>;
let portal: Awaited<ReturnType<typeof startLegacyPortal>>;
let client: TestClient;
beforeAll(async () => {
  server = await startLegacyServer();
  portal = await startLegacyPortal(server.url);
  client = await portal.reading();
});
afterEach(() => {
  server.setSwitches({});
  // The next health check is not cached.
  portal.testApp.clock.advance(11_000);
});
afterAll(async () => {
  await portal.testApp.stop();
  await server.stop();
});

/**
 * Returns what a client of the portal reads: practice name, numbers of patients and tests, and whether they are
 * available.
 */
async function readAll() {
  const [practice, patients, tests] = await Promise.all([
    client.call(endpoints.legacyPractice),
    client.call(endpoints.legacyPatients),
    client.call(endpoints.legacyTestDescriptions),
  ]);
  expect([practice.status, patients.status, tests.status]).toEqual([200, 200, 200]);
  return [
    practice.result.data?.name ?? null,
    [patients.result.data.length, patients.result.pagination.total, patients.result.available],
    [tests.result.data.length, tests.result.pagination.total, tests.result.available],
  ];
}
const everything = ["Musterpraxis am Musterplatz", [20, 40, true], [12, 12, true]];
const nothing = [null, [0, 0, false], [0, 0, false]];
const isAvailable = async () => (await client.call(endpoints.legacyHealth)).result.available;

describe("a legacy server that fails", () => {
  it.each([
    [{ slow: 200 }, everything],
    [{ refusing: true }, nothing],
    [{ malformed: true }, nothing],
    [{ shape: "array" as const }, everything],
    [{ shape: "data" as const }, everything],
    [{ status: 500 }, nothing],
    [{ status: 403 }, nothing],
  ])(
    "R0-207 see R8-25 with the switch %j results in data, null or an empty list",
    async (switches, expected) => {
      server.setSwitches(switches);
      expect(await readAll()).toEqual(expected);
    },
  );

  it("R0-207 see R8-25 R9-55 times out after 10 s, and after 3 s in the health check", async () => {
    server.setSwitches({ slow: 10_500 });
    const startedAt = performance.now();
    const checked = isAvailable().then((available) => [available, performance.now() - startedAt] as const);
    expect(await readAll()).toEqual(nothing);
    const [available, checkedMs] = await checked;
    expect(available).toBe(false);
    expect(checkedMs).toBeGreaterThan(2_900);
    expect(checkedMs).toBeLessThan(9_000);
  });

  it("R0-210 counts as failed if its response exceeds 2 MiB", async () => {
    server.setSwitches({ oversized: true });
    expect(await readAll()).toEqual(nothing);
    expect(await isAvailable()).toBe(false);
  });
});

describe("the health of the legacy server", () => {
  it("R7s-50 is available with a response after 2.9 s, and unavailable with one after 3.1 s", async () => {
    server.setSwitches({ slow: 2_900 });
    // A busy machine may use up the remaining 100 ms, but hardly three times in a row.
    const tries: boolean[] = [];
    while (tries.length < 3 && !tries.includes(true)) {
      tries.push(await isAvailable());
      portal.testApp.clock.advance(11_000);
    }
    expect(tries).toContain(true);
    server.setSwitches({ slow: 3_100 });
    expect(await isAvailable()).toBe(false);
  });

  it("R0-209 is cached for 10 s", async () => {
    expect(await isAvailable()).toBe(true);
    server.setSwitches({ refusing: true });
    portal.testApp.clock.advance(9_000);
    expect(await isAvailable()).toBe(true);
    portal.testApp.clock.advance(1_500);
    expect(await isAvailable()).toBe(false);
    server.setSwitches({});
    portal.testApp.clock.advance(9_000);
    expect(await isAvailable()).toBe(false);
    portal.testApp.clock.advance(1_500);
    expect(await isAvailable()).toBe(true);
  });
});
