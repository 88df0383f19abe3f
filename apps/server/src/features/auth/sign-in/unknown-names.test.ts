import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import {
  initiateReset,
  redeemRecoveryCode,
} from "@praxisportal/contract/password-reset/password-reset.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditEntries,
  deleteAttempts,
  makeMember,
  makeOrganization,
  queryRows,
} from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { countUnknownName } from "../../../directory/unknown-names.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";

const loginFailureWindowMs = 15 * 60_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ TRUST_PROXY: "1" });
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await deleteAttempts(testApp);
  await queryRows(testApp, "delete from unknown_name");
});

async function guess(username: string | null, address: string): Promise<void> {
  const headers = { "x-forwarded-for": address };
  const body = { username, password: "Falsch-Geraten-1" };
  expect((await new TestClient(testApp).call(auth.login, { body, headers })).status).toBe(401);
}

/** Runs the job and returns the entries it wrote: network address and number of attempts. */
async function recordedAttempts(action = "auth.login"): Promise<[string | null | undefined, unknown][]> {
  const before = (await auditEntries(testApp, platformChainId, action)).length;
  await testApp.app.jobs.find(({ name }) => name === "unknown-names")?.run(new AbortController().signal);
  const entries = (await auditEntries(testApp, platformChainId, action)).slice(before);
  expect(entries.filter(({ outcome, actor_id }) => outcome !== "failed" || actor_id !== null)).toEqual([]);
  return entries.map(({ record }) => [record.request?.address, record.changes?.["attempts"]?.[1]]);
}

const endWindow = () => testApp.clock.advance(loginFailureWindowMs);

describe("sign-ins under unknown names", () => {
  it("N71 leave one entry per network and window, with their number; those of an account leave one each", async () => {
    const organization = await makeOrganization(testApp);
    const member = await makeMember(testApp, organization.id, "viewer");
    const before = await auditEntries(testApp, platformChainId, "auth.login");
    for (let index = 0; index < 8; index += 1) await guess(`unbekannt_${index}`, "192.0.2.7");
    for (const host of ["1", "2", "3"]) await guess(`unbekannt_${host}`, `2001:db8:7:1::${host}`);
    for (let index = 0; index < 3; index += 1) await guess(member.username, "192.0.2.7");
    expect(await auditEntries(testApp, organization.id, "auth.login")).toHaveLength(3);
    expect(await recordedAttempts()).toEqual([]);
    expect(await auditEntries(testApp, platformChainId, "auth.login")).toHaveLength(before.length);
    endWindow();
    const entries = await recordedAttempts();
    expect(entries.toSorted(([, left], [, right]) => Number(left) - Number(right))).toEqual([
      ["2001:db8:7:1::1", 3],
      ["192.0.2.7", 8],
    ]);
    expect(await recordedAttempts()).toEqual([]);
  });

  it("N71 one-time codes tried under unknown names are counted in the same way", async () => {
    const body = { name: "niemand_bekanntes", code: "ABCD-EFGH", newPassword: "Blaue-Treppe-58" };
    for (let index = 0; index < 2; index += 1) {
      const response = await new TestClient(testApp).call(redeemRecoveryCode, { body });
      expect(response.problem.code).toBe("CODE_INVALID");
    }
    expect(await recordedAttempts("user.password_reset")).toEqual([]);
    endWindow();
    expect((await recordedAttempts("user.password_reset")).map(([, attempts]) => attempts)).toEqual([2]);
  });

  it("N71 two hundred requests for a new password for unknown addresses leave one entry per network, with their number", async () => {
    const organization = await makeOrganization(testApp);
    const { email } = await makeMember(testApp, organization.id, "viewer");
    const request = async (address: string, from: string) => {
      const headers = { "x-forwarded-for": from };
      const response = await new TestClient(testApp).call(initiateReset, {
        body: { email: address },
        headers,
      });
      expect(response.status).toBe(202);
    };
    const action = "auth.password_reset_requested";
    const before = await auditEntries(testApp, platformChainId, action);
    for (let index = 0; index < 200; index += 1) {
      await request(`niemand_${index}@example.org`, `203.0.113.${index % 8}`);
    }
    expect(await auditEntries(testApp, platformChainId, action)).toHaveLength(before.length);
    await request(email ?? "", "203.0.113.0");
    const entries = (await auditEntries(testApp, platformChainId, action)).slice(before.length);
    expect(entries.map(({ outcome }) => outcome)).toEqual(["success"]);
    expect(await recordedAttempts(action)).toEqual([]);
    endWindow();
    const counts = await recordedAttempts(action);
    expect(counts.toSorted(([left], [right]) => String(left).localeCompare(String(right)))).toEqual(
      Array.from({ length: 8 }, (_, host) => [`203.0.113.${host}`, 25]),
    );
    const { reason } = (await auditEntries(testApp, platformChainId, action)).at(-1)?.record ?? {};
    expect(reason).toBe("address_unknown");
  });

  it("N71 a thousand attempts from two hundred networks leave a bounded number of entries, and none is lost", async () => {
    const now = testApp.clock.now();
    const failure = { action: "auth.login", reason: "invalid_credentials" } as const;
    for (let round = 0; round < 5; round += 1) {
      for (let host = 0; host < 200; host += 1) {
        const address = `198.51.100.${host}`;
        const origin = { address, isBrowser: false, audit: { address } } as RequestOrigin;
        await testApp.app.identityDb.write((tx) => countUnknownName(tx, origin, failure, now));
      }
    }
    endWindow();
    const entries = await recordedAttempts();
    expect(entries.length).toBeLessThanOrEqual(101);
    expect(entries.reduce((sum, [, attempts]) => sum + Number(attempts), 0)).toBe(1_000);
  });
});
