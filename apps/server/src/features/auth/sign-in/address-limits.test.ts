import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openConnection } from "../../../../test/raw-request.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

const loginFailuresPerIpAddress = 100;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ TRUST_PROXY: "1", MAX_CONNECTIONS_PER_ADDRESS: "2" });
});
afterAll(() => testApp.stop());

/** Requests an unknown practice code; returns 429 once the address is locked. */
async function requestFrom(address: string): Promise<number> {
  const client = new TestClient(testApp);
  const headers = { "x-forwarded-for": address };
  return (await client.call(auth.findOrganizationByCode, { body: { code: "KEIN-1" }, headers })).status;
}

it("N74 the addresses of an IPv6 /64 share one counter, another /64 has its own", async () => {
  for (let host = 1; host <= loginFailuresPerIpAddress; host += 1)
    expect(await requestFrom(`2001:db8:1:2::${host.toString(16)}`)).toBe(404);
  expect(await requestFrom("2001:db8:1:2:ffff:1:2:3")).toBe(429);
  expect(await requestFrom("2001:db8:1:3::1")).toBe(404);
});

it("N74 an IPv4 address written as IPv6 shares the counter of the IPv4 address", async () => {
  for (let count = 0; count < loginFailuresPerIpAddress; count += 1)
    expect(await requestFrom(count % 2 === 0 ? "192.0.2.1" : "::ffff:192.0.2.1")).toBe(404);
  expect(await requestFrom("::ffff:c000:201")).toBe(429);
  expect(await requestFrom("::ffff:192.0.2.2")).toBe(404);
});

it("N62 connections are not counted behind a trusted proxy, because all of them come from it", async () => {
  const connections = await Promise.all(Array.from({ length: 8 }, () => openConnection(testApp.baseUrl)));
  for (const { close } of connections) close();
  expect(connections.map(({ isAnswered }) => isAnswered)).toEqual(connections.map(() => true));
});
