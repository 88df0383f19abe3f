import { login } from "@praxisportal/contract/auth/auth.endpoints";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { PasswordHasher } from "../../../platform/crypto/password-hasher.ts";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp);
});
afterAll(() => testApp.stop());

describe("a refused sign-in", () => {
  it("R7s-26 see R8-47 N42 computes one hash for known and unknown names", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const passwordless = await makeMember(testApp, organization.id, "viewer", { password: null });
    const elsewhere = await makeMember(testApp, (await makeOrganization(testApp)).id, "viewer");
    const verify = vi.spyOn(PasswordHasher.prototype, "verify");
    for (const label of [
      { username: "niemand_hier" },
      { email: "niemand-hier@example.org" },
      { email: "no address at all" },
      { username: member.username },
      { email: member.email },
      { username: passwordless.username },
      { username: elsewhere.username, organizationId: organization.id },
    ]) {
      verify.mockClear();
      const { status } = await new TestClient(testApp).call(login, {
        body: { ...label, password: "Falsch-1" },
      });
      expect([label, status, verify.mock.calls.length]).toEqual([label, 401, 1]);
      await expect(verify.mock.results[0]?.value).resolves.toBe(false);
    }
  });

  it("R7s-26 N42 does the same work without a stored hash", async () => {
    const hasher = new PasswordHasher();
    const storedHash = await hasher.hash("Richtig-1");
    const shortestMs = { known: Infinity, unknown: Infinity };
    for (let round = 0; round < 10; round += 1) {
      for (const name of ["known", "unknown"] as const) {
        const startedAt = performance.now();
        expect(await hasher.verify(name === "known" ? storedHash : null, "Falsch-1")).toBe(false);
        shortestMs[name] = Math.min(shortestMs[name], performance.now() - startedAt);
      }
    }
    // An early return takes almost no time. Other work on the machine hardly affects the shortest of ten.
    expect(shortestMs.unknown).toBeGreaterThan(shortestMs.known / 2);
  });
});

describe("the origin of a request", () => {
  it("N50 does not trust the address that the client claims", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const client = new TestClient(testApp);
    for (const name of [
      "x-client-ip",
      "x-real-ip",
      "x-forwarded-for",
      "true-client-ip",
      "cf-connecting-ip",
    ]) {
      client.headers[name] = "203.0.113.77";
    }
    client.headers["forwarded"] = "for=203.0.113.77";
    client.headers["x-device-fingerprint"] = "a trusted device";
    const { sessionId } = await client.signIn(member);
    const [session] = await queryRows<{ address: string; device_id: string }>(
      testApp,
      "select address, device_id from session where id = $1",
      [sessionId],
    );
    expect(session?.address).toMatch(/^(?:::ffff:)?127\.0\.0\.1$/);
    // An equal fingerprint does not make two requests one device.
    const secondClient = new TestClient(testApp);
    secondClient.headers = { ...client.headers };
    const otherClient = await secondClient.signIn(member);
    const [second] = await queryRows<{ device_id: string }>(
      testApp,
      "select device_id from session where id = $1",
      [otherClient.sessionId],
    );
    expect(second?.device_id).not.toBe(session?.device_id);
  });
});
