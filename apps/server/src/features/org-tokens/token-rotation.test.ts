import { listOrganizationUsers } from "@praxisportal/contract/organizations/organizations.endpoints";
import * as orgTokens from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import type { OrgTokenPair } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeApplication } from "../../../test/application.ts";
import {
  auditEntries,
  deleteAttempts,
  makeMember,
  makeOrganization,
  queryRows,
} from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

const orgTokenMaxAgeMs = 90 * 86_400_000;
const orgTokenRefreshMs = 30 * 86_400_000;

let testApp: TestApp;
let home: { id: string };
let foreign: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  [home, foreign] = [await makeOrganization(testApp), await makeOrganization(testApp)];
});
beforeEach(() => deleteAttempts(testApp));
afterAll(() => testApp.stop());

const application = async () => makeApplication(testApp, await makeMember(testApp, home.id, "viewer"));

/** Requests a new pair. Returns undefined when refused. */
async function renew(
  pair: OrgTokenPair,
  overrides: Record<string, unknown> = {},
): Promise<OrgTokenPair | undefined> {
  const { refreshToken, applicationId } = pair;
  const body = { refreshToken, applicationId, organizationId: home.id, ...overrides };
  const response = await new TestClient(testApp).call(orgTokens.refreshOrgToken, { body });
  if (response.status === 200) return response.result;
  // Never 401: the portal's pages would treat their own session as expired.
  expect([response.status, response.problem.code]).toEqual([400, "AUTHENTICATION_FAILED"]);
  return undefined;
}

async function grantsAccess(pair: OrgTokenPair | undefined): Promise<boolean> {
  const client = new TestClient(testApp);
  client.accessToken = pair?.accessToken;
  const { status } = await client.call(listOrganizationUsers, { params: { id: home.id } });
  expect([200, 401]).toContain(status);
  return status === 200;
}

describe("POST /org-tokens/refresh", () => {
  it("R7t-07 returns a new pair that permits the same as the old one", async () => {
    const { pair } = await application();
    // Refused for another application, and without using the pair up.
    expect(await renew(pair, { applicationId: "andere" })).toBeUndefined();
    for (const organizationId of [foreign.id, "01890000-0000-7000-8000-000000000000"])
      expect(await renew(pair, { organizationId })).toBeUndefined();
    const complete = {
      refreshToken: pair.refreshToken,
      organizationId: home.id,
      applicationId: pair.applicationId,
    };
    for (const field of ["refreshToken", "organizationId"]) {
      const body = { ...complete, [field]: undefined };
      expect((await new TestClient(testApp).call(orgTokens.refreshOrgToken, { body })).problem).toMatchObject(
        {
          code: "VALIDATION_FAILED",
          errors: [{ path: field }],
        },
      );
    }
    const next = await renew(pair);
    expect(next).toMatchObject({ tokenId: pair.tokenId, scope: pair.scope, userId: pair.userId });
    expect(next?.accessToken).not.toBe(pair.accessToken);
    expect(next?.refreshToken).not.toBe(pair.refreshToken);
    expect(next).toMatchObject({ applicationId: pair.applicationId, organization: { id: home.id } });
    expect(await grantsAccess(next)).toBe(true);
    // The new pair can be renewed, too. After that, the first refresh token no longer works.
    const third = next && (await renew(next));
    expect([pair.refreshToken, next?.refreshToken]).not.toContain(third?.refreshToken);
    expect(await grantsAccess(third)).toBe(true);
    testApp.clock.advance(11_000);
    expect(await renew(pair)).toBeUndefined();
  });

  it("see R7t-07 S9 fifty parallel renewals create one new generation", async () => {
    const { pair } = await application();
    const renewals = await Promise.all(Array.from({ length: 50 }, () => renew(pair)));
    expect(new Set(renewals.map((next) => `${next?.accessToken} ${next?.refreshToken}`)).size).toBe(1);
    const rows = await queryRows(
      testApp,
      "select generation, kind from org_token_secret where token_id = $1 order by generation, kind",
      [pair.tokenId],
    );
    expect(rows).toEqual(
      [1, 2].flatMap((generation) => ["access", "refresh"].map((kind) => ({ generation, kind }))),
    );
    expect(await grantsAccess(renewals[0])).toBe(true);
  });

  it("S9 can be repeated after a lost response, at any time until the new tokens are used", async () => {
    const { pair } = await application();
    const lostPair = await renew(pair);
    testApp.clock.advance(60 * 60_000);
    const repeatedPair = await renew(pair);
    expect(repeatedPair?.refreshToken).toBe(lostPair?.refreshToken);
    expect(await grantsAccess(repeatedPair)).toBe(true);
    // The next token was used. Parallel workers have ten seconds of grace.
    testApp.clock.advance(9_000);
    expect((await renew(pair))?.refreshToken).toBe(lostPair?.refreshToken);
    expect(await grantsAccess(repeatedPair)).toBe(true);
  });

  it.each([
    ["its access token", async (next: OrgTokenPair) => void (await grantsAccess(next))],
    ["its refresh token", async (next: OrgTokenPair) => void (await renew(next))],
  ])("R7t-07 S9 a refresh token used again after %s was used revokes the whole token", async (_how, use) => {
    const { pair } = await application();
    const next = await renew(pair);
    if (next === undefined) throw new Error("not renewed");
    await use(next);
    testApp.clock.advance(11_000);
    expect(await renew(pair)).toBeUndefined();
    expect(await grantsAccess(next)).toBe(false);
    expect(await renew(next)).toBeUndefined();
    const entries = await auditEntries(testApp, home.id, "token.refresh_reused");
    expect(entries.filter((entry) => entry.actor_id === pair.tokenId)).toMatchObject([
      { outcome: "denied", target_id: pair.userId },
    ]);
    const [row] = await queryRows(testApp, "select revoke_reason from org_token where id = $1", [
      pair.tokenId,
    ]);
    expect(row).toEqual({ revoke_reason: "refresh_reused" });
  });

  it("R7t-08 R5-07 N48 rejects tokens of another application, organization or kind, and requests without either", async () => {
    const { pair } = await application();
    for (const missing of ["organizationId", "refreshToken"]) {
      for (const value of [undefined, null, ""]) {
        const { refreshToken, applicationId } = pair;
        const body = { refreshToken, applicationId, organizationId: home.id, [missing]: value };
        const client = new TestClient(testApp);
        client.headers = { "accept-language": "en" };
        const response = await client.call(orgTokens.refreshOrgToken, { body });
        expect([response.status, response.problem.errors]).toMatchObject([
          400,
          [
            {
              path: missing,
              code: "refreshContext",
              message: "Missing organization context or refresh token",
            },
          ],
        ]);
      }
    }
    expect(await renew(pair, { applicationId: "andere" })).toBeUndefined();
    expect(await renew(pair, { organizationId: foreign.id })).toBeUndefined();
    expect(await renew(pair, { refreshToken: pair.accessToken })).toBeUndefined();
    expect(await renew(pair, { refreshToken: `pp_rt_${"A".repeat(43)}` })).toBeUndefined();
    // None of these attempts revoked the token.
    expect(await renew(pair)).toBeDefined();
  });

  it("N48 R7t-20 accepts no scope, and the new pair keeps that of the old one", async () => {
    const member = await makeMember(testApp, home.id, "org_admin");
    const { pair } = await makeApplication(testApp, member, { scope: "read" });
    const body = {
      refreshToken: pair.refreshToken,
      applicationId: pair.applicationId,
      organizationId: home.id,
      scope: "read write",
    };
    const wider = await new TestClient(testApp).call(orgTokens.refreshOrgToken, { body });
    expect(wider.status).toBe(400);
    expect((await renew(pair))?.scope).toEqual(["read"]);
  });

  it("R4-78 a token is valid for thirty days after each renewal, and ninety days in total", async () => {
    const { pair } = await application();
    testApp.clock.advance(orgTokenRefreshMs - 1_000);
    const second = await renew(pair);
    testApp.clock.advance(orgTokenRefreshMs - 1_000);
    const beforeLast = second && (await renew(second));
    testApp.clock.advance(60_000);
    const third = beforeLast && (await renew(beforeLast));
    expect(third).toBeDefined();
    const end = new Date(third?.refreshTokenExpiresAt ?? 0).getTime();
    const [row] = await queryRows<{ created: Date }>(
      testApp,
      "select created_at as created from org_token where id = $1",
      [pair.tokenId],
    );
    expect(end - (row?.created.getTime() ?? 0)).toBe(orgTokenMaxAgeMs);
    testApp.clock.advance(orgTokenRefreshMs + 3_000);
    expect(third && (await renew(third))).toBeUndefined();
  });

  it("R7t-02 N03 refuses headers that contradict the body", async () => {
    const { pair } = await application();
    const { refreshToken, applicationId } = pair;
    const body = { refreshToken, applicationId, organizationId: home.id };
    for (const headers of [{ "x-organization-id": foreign.id }, { "x-application-id": "andere" }]) {
      const response = await new TestClient(testApp).call(orgTokens.refreshOrgToken, {
        body,
        headers: headers as unknown as Record<string, string>,
      });
      expect(response.status).toBe(403);
    }
  });

  it("see R7t-07 is refused for deactivated people", async () => {
    const { pair } = await application();
    await queryRows(testApp, "update membership set status = 'deactivated' where person_id = $1", [
      pair.userId,
    ]);
    expect(await renew(pair)).toBeUndefined();
  });
});
