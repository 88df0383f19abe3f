import * as orgTokens from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import * as users from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeApplication } from "../../../test/application.ts";
import {
  auditEntries,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
let operator: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
  operator = new TestClient(testApp);
  await operator.signIn({ username: (await makePlatformAccount(testApp, "super_admin")).username });
});
afterAll(() => testApp.stop());

const signInMember = async (person: { email: string | null }) => {
  const client = new TestClient(testApp);
  await client.signIn({ email: person.email });
  return client;
};

/** Creates an organization with its administrator and a member whose applications the administrator manages. */
async function setUpOrganization() {
  const organization = await makeOrganization(testApp);
  const administrator = await signInMember(await makeMember(testApp, organization.id, "org_admin"));
  const member = await makeMember(testApp, organization.id, "viewer");
  return { organization, administrator, member };
}

const expire = (id: string, interval = "-1 minute") =>
  queryRows(testApp, "update org_token set refresh_expires_at = now() + $2::interval where id = $1", [
    id,
    interval,
  ]);

const listIds = async (query: Record<string, string>) =>
  (await operator.call(orgTokens.listAllOrgTokens, { query })).result.data.map(({ id }) => id);

describe("token records", () => {
  it("R3-39 R3-40 R3-41 R3-42 R3-43 R3-44 R3-45 R4-77 show owner and state, never the value", async () => {
    const { organization, administrator, member } = await setUpOrganization();
    const { pair, client } = await makeApplication(testApp, member);
    const list = () =>
      administrator.call(orgTokens.listOrganizationTokens, { params: { id: organization.id } });
    expect((await list()).result.data[0]?.session.lastActivity).toBeNull();
    const usedAt = testApp.clock.now().getTime();
    await client.call(users.getMe);
    const response = await list();
    expect(response.result.data).toMatchObject([
      {
        id: pair.tokenId,
        organizationId: organization.id,
        organizationName: organization.name,
        applicationId: "kasse-am-empfang",
        applicationInfo: { name: "Kasse am Empfang", type: "desktop" },
        userId: { id: member.personId, name: "Mia Muster-Probe", email: member.email },
        status: "active",
        revokedAt: null,
        tokens: { accessToken: { expiresAt: pair.accessTokenExpiresAt } },
        session: { lastActivity: expect.any(String) },
      },
    ]);
    const lastActivity = Date.parse(response.result.data[0]?.session.lastActivity ?? "");
    expect(lastActivity).toBeGreaterThanOrEqual(usedAt);
    expect(lastActivity).toBeLessThanOrEqual(testApp.clock.now().getTime());
    const query = { organizationId: organization.id };
    const everywhere = await operator.call(orgTokens.listAllOrgTokens, { query });
    expect(everywhere.result.data).toEqual(response.result.data);
    const ownList = await (await signInMember(member)).call(orgTokens.listActiveOrgTokens);
    expect(ownList.result.tokens).toEqual(response.result.data);
    const text = JSON.stringify(response.result);
    expect(text).not.toContain(pair.accessToken);
    expect(text).not.toContain(pair.refreshToken);
    const storedRows = await queryRows<{ row: string }>(
      testApp,
      "select t::text || s::text as row from org_token t join org_token_secret s on s.token_id = t.id",
    );
    expect(storedRows.filter(({ row }) => /pp_[ar]t_/.test(row))).toEqual([]);
  });

  it("R7t-14 R6-35 R4-78 R3-42 R3-43 R4-77 see R7o-11 can all be listed, filtered, searched, sorted and paged", async () => {
    const { organization, administrator, member } = await setUpOrganization();
    const make = async (overrides: Record<string, unknown>) =>
      (await makeApplication(testApp, member, overrides)).pair.tokenId;
    const active = await make({ applicationId: "aktiv", applicationName: "Ärztekasse 100%" });
    const expired = await make({ applicationName: "Abrechnung", applicationType: "mobile" });
    const expiring = await make({ applicationName: "Bald" });
    const revokedId = await make({ applicationName: "Zeiterfassung" });
    await expire(expired);
    await expire(expiring, "23 hours");
    const before = testApp.clock.now().getTime();
    await operator.call(orgTokens.revokeOneOrgToken, {
      params: { id: revokedId },
      query: { reason: "Verloren" },
      headers: { "x-organization-id": organization.id },
    });
    const listFiltered = (query: Record<string, string>) =>
      listIds({ organizationId: organization.id, ...query });
    const unfiltered = await operator.call(orgTokens.listAllOrgTokens, {
      query: { organizationId: organization.id },
    });
    expect(new Map(unfiltered.result.data.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [active, "active"],
        [expired, "expired"],
        [expiring, "active"],
        [revokedId, "revoked"],
      ]),
    );
    const end = unfiltered.result.data.find(({ id }) => id === revokedId)?.revokedAt;
    expect(Date.parse(end ?? "")).toBeGreaterThanOrEqual(before);
    expect(Date.parse(end ?? "")).toBeLessThanOrEqual(testApp.clock.now().getTime());
    const otherRows = unfiltered.result.data.filter(({ id }) => id !== revokedId);
    expect(otherRows.map(({ revokedAt }) => revokedAt)).toEqual([null, null, null]);
    expect((await listFiltered({ status: "active" })).toSorted()).toEqual([active, expiring].toSorted());
    expect(await listFiltered({ status: "expired" })).toEqual([expired]);
    expect(await listFiltered({ status: "revoked" })).toEqual([revokedId]);
    expect(await listFiltered({ status: "expiring" })).toEqual([expiring]);
    expect(await listFiltered({ applicationType: "mobile" })).toEqual([expired]);
    expect(await listFiltered({ applicationId: "aktiv" })).toEqual([active]);
    expect(await listFiltered({ search: "ärztekasse 100%" })).toEqual([active]);
    expect(await listFiltered({ search: "muster-probe bald" })).toEqual([expiring]);
    expect(await listFiltered({ sortBy: "application" })).toEqual([expired, active, expiring, revokedId]);
    expect(await listFiltered({ sortBy: "createdAt", sortOrder: "desc" })).toEqual([
      revokedId,
      expiring,
      expired,
      active,
    ]);
    expect(await listFiltered({ sortBy: "expiresAt", limit: "1" })).toEqual([expired]);
    expect(await listFiltered({ sortBy: "createdAt", limit: "3", page: "2" })).toEqual([revokedId]);
    const colleague = await makeMember(testApp, organization.id, "viewer", {
      firstName: "Anna",
      lastName: "Ähre",
    });
    const first = (await makeApplication(testApp, colleague)).pair.tokenId;
    expect(await listFiltered({ sortBy: "person", limit: "1" })).toEqual([first]);
    // Without a filter the list contains the tokens of all organizations in every state.
    const foreignMember = await makeMember(testApp, (await makeOrganization(testApp)).id, "viewer");
    const foreign = (await makeApplication(testApp, foreignMember)).pair.tokenId;
    const allIds = await listIds({ limit: "100", sortBy: "createdAt", sortOrder: "desc" });
    expect(allIds.slice(0, 6)).toEqual([foreign, first, revokedId, expiring, expired, active]);
    for (const client of [administrator, await signInMember(member)]) {
      const query = { organizationId: organization.id };
      expect((await client.call(orgTokens.listAllOrgTokens, { query })).status).toBe(403);
    }
  });

  it("R9-32 are listed as expiring soon if they expire within 24 h", async () => {
    const { organization, administrator, member } = await setUpOrganization();
    const make = async () => (await makeApplication(testApp, member)).pair.tokenId;
    const [soon, later, expired, revoked] = [await make(), await make(), await make(), await make()];
    await administrator.call(orgTokens.revokeOneOrgToken, { params: { id: revoked } });
    await expire(soon, "23 hours 59 minutes");
    await expire(revoked, "23 hours 59 minutes");
    await expire(later, "24 hours 1 minute");
    await expire(expired);
    expect(await listIds({ organizationId: organization.id, status: "expiring" })).toEqual([soon]);
    const params = { id: organization.id };
    const { result } = await administrator.call(orgTokens.organizationTokenStatistics, { params });
    expect(result.expiringSoon).toBe(1);
  });

  it("R3-46 R3-47 R7t-15 R7t-19 R6-36 are counted by state, organization and kind of application", async () => {
    const earlier = (await operator.call(orgTokens.orgTokenStatistics)).result;
    const { organization, administrator, member } = await setUpOrganization();
    const make = async (applicationType: string) =>
      (await makeApplication(testApp, member, { applicationType })).pair.tokenId;
    const [first, second, third] = [await make("mobile"), await make("mobile"), await make("desktop")];
    await make("web");
    // There are more expired than revoked tokens, so that a mix-up would be noticed.
    const fourth = await make("mobile");
    await expire(first);
    await expire(fourth);
    await expire(second, "23 hours");
    await administrator.call(orgTokens.revokeOneOrgToken, { params: { id: third } });
    const counts = {
      totalTokens: 5,
      activeTokens: 2,
      expiredTokens: 2,
      revokedTokens: 1,
      expiringSoon: 1,
    };
    const params = { id: organization.id };
    const ownStatistics = await administrator.call(orgTokens.organizationTokenStatistics, { params });
    expect(ownStatistics.result).toEqual({
      ...counts,
      topOrganizations: [
        { organizationId: organization.id, name: organization.name, activeTokens: 2, totalTokens: 5 },
      ],
      applicationTypes: [
        { type: "mobile", count: 3 },
        { type: "desktop", count: 1 },
        { type: "web", count: 1 },
      ],
      applications: [
        { applicationId: "kasse-am-empfang", name: "Kasse am Empfang", activeTokens: 2, count: 5 },
      ],
    });
    for (const refused of [administrator, await signInMember(member)])
      expect((await refused.call(orgTokens.orgTokenStatistics)).status).toBe(403);
    const statistics = (await operator.call(orgTokens.orgTokenStatistics)).result;
    const names = ["totalTokens", "activeTokens", "expiredTokens", "revokedTokens", "expiringSoon"] as const;
    expect(Object.fromEntries(names.map((name) => [name, statistics[name] - earlier[name]]))).toEqual(counts);
    const countOf = ({ applicationTypes }: typeof statistics, type: string) =>
      applicationTypes.find((row) => row.type === type)?.count ?? 0;
    const increases = ["mobile", "desktop", "web"].map(
      (type) => countOf(statistics, type) - countOf(earlier, type),
    );
    expect(increases).toEqual([3, 1, 1]);
    expect(statistics.topOrganizations.length).toBeGreaterThan(0);
    expect(statistics.topOrganizations.length).toBeLessThanOrEqual(5);
    const actives = statistics.topOrganizations.map(({ activeTokens }) => activeTokens);
    expect(actives).toEqual(actives.toSorted((left, right) => right - left));
    // The organization is one of them, unless five others have at least as many active tokens.
    const isListed = statistics.topOrganizations.some(
      ({ organizationId }) => organizationId === organization.id,
    );
    const areOthersAhead = actives.length === 5 && Math.min(...actives) >= 2;
    expect(isListed || areOthersAhead).toBe(true);
    for (const row of statistics.topOrganizations) {
      const { result } = await operator.call(orgTokens.organizationTokenStatistics, {
        params: { id: row.organizationId },
      });
      expect(result.topOrganizations).toEqual([row]);
    }
    const empty = await makeOrganization(testApp);
    const nothing = await operator.call(orgTokens.organizationTokenStatistics, { params: { id: empty.id } });
    expect(nothing.result).toMatchObject({ totalTokens: 0, topOrganizations: [], applicationTypes: [] });
    const otherResponse = await administrator.call(orgTokens.organizationTokenStatistics, {
      params: { id: empty.id },
    });
    expect([otherResponse.status, otherResponse.problem.code]).toEqual([404, "NOT_FOUND"]);
  });

  it("R7t-13 show users their own active tokens, of all their organizations or of one", async () => {
    const { organization, member } = await setUpOrganization();
    const otherOrganization = await makeOrganization(testApp);
    await joinOrganization(testApp, otherOrganization.id, member.personId, "viewer");
    const colleague = await makeMember(testApp, organization.id, "viewer");
    await makeApplication(testApp, colleague);
    const ownTokenId = (await makeApplication(testApp, member)).pair.tokenId;
    const foreignTokenId = (
      await makeApplication(testApp, { ...member, organizationId: otherOrganization.id })
    ).pair.tokenId;
    const expiredTokenId = (await makeApplication(testApp, member)).pair.tokenId;
    await expire(expiredTokenId);
    const revokedTokenId = (await makeApplication(testApp, member)).pair.tokenId;
    await queryRows(testApp, "update org_token set revoked_at = now() where id = $1", [revokedTokenId]);
    const client = await signInMember(member);
    const active = async (query: Record<string, string> = {}) =>
      (await client.call(orgTokens.listActiveOrgTokens, { query })).result.tokens.map(({ id }) => id);
    expect(await active()).toEqual([foreignTokenId, ownTokenId]);
    expect(await active({ organizationId: otherOrganization.id })).toEqual([foreignTokenId]);
    expect(await active({ organizationId: (await makeOrganization(testApp)).id })).toEqual([]);
  });
});

describe("revocation", () => {
  it.each(["body", "query"] as const)(
    "R7t-11 R4-79 N47 revokes the caller's tokens of one application, named in the %s",
    async (place) => {
      const { organization, member } = await setUpOrganization();
      const colleague = await makeMember(testApp, organization.id, "viewer");
      const otherOrganization = await makeOrganization(testApp);
      await joinOrganization(testApp, otherOrganization.id, member.personId, "viewer");
      const [ownToken, ...otherTokens] = [
        await makeApplication(testApp, member),
        await makeApplication(testApp, colleague),
        await makeApplication(testApp, member, { applicationId: "andere" }),
        await makeApplication(testApp, { ...member, organizationId: otherOrganization.id }),
      ] as const;
      const client = await signInMember(member);
      const request = {
        organizationId: organization.id,
        applicationId: "kasse-am-empfang",
        reason: "Ausgetauscht",
      };
      const revokedFrom = testApp.clock.now().getTime();
      const response = await client.call(orgTokens.revokeOrgToken, { [place]: request });
      expect(response.result).toEqual({ revokedCount: 1 });
      const states = await Promise.all(
        [ownToken, ...otherTokens].map(({ client: app }) => app.call(users.getMe)),
      );
      expect(states.map(({ status }) => status)).toEqual([401, 200, 200, 200]);
      const [row] = await queryRows(
        testApp,
        "select revoked_by, revoke_reason, revoked_at is not null as revoked from org_token where id = $1",
        [ownToken.pair.tokenId],
      );
      expect(row).toEqual({ revoked_by: member.personId, revoke_reason: "Ausgetauscht", revoked: true });
      const records = await operator.call(orgTokens.listAllOrgTokens, {
        query: { organizationId: organization.id },
      });
      const stateOf = (tokenId: string) => records.result.data.find(({ id }) => id === tokenId);
      expect(stateOf(ownToken.pair.tokenId)?.status).toBe("revoked");
      const revokedAt = Date.parse(stateOf(ownToken.pair.tokenId)?.revokedAt ?? "");
      expect(revokedAt).toBeGreaterThanOrEqual(revokedFrom);
      expect(revokedAt).toBeLessThanOrEqual(testApp.clock.now().getTime());
      for (const { pair } of otherTokens.slice(0, 2))
        expect(stateOf(pair.tokenId)).toMatchObject({ status: "active", revokedAt: null });
      // The member has no such token left; the other applications still work.
      expect((await client.call(orgTokens.revokeOrgToken, { [place]: request })).status).toBe(404);
      for (const { client: app } of otherTokens) expect((await app.call(users.getMe)).status).toBe(200);
      // The reason is optional.
      const withoutReason = { organizationId: organization.id, applicationId: "andere" };
      const acceptance = await client.call(orgTokens.revokeOrgToken, { [place]: withoutReason });
      expect(acceptance.result).toEqual({ revokedCount: 1 });
    },
  );

  it("R7t-11 rejects an incomplete and a contradictory request", async () => {
    const { organization, member } = await setUpOrganization();
    const client = await signInMember(member);
    const body = { organizationId: organization.id, applicationId: "kasse-am-empfang" };
    const tries = [
      { body: { organizationId: organization.id } },
      {},
      { body, query: { applicationId: "andere" } },
      { body: { ...body, reason: "" } },
    ];
    for (const parts of tries) {
      expect((await client.call(orgTokens.revokeOrgToken, parts)).problem.code).toBe("VALIDATION_FAILED");
    }
    const foreign = await makeOrganization(testApp);
    const otherResult = await client.call(orgTokens.revokeOrgToken, {
      body: { ...body, organizationId: foreign.id },
    });
    expect(otherResult.status).toBe(404);
  });

  it("R7t-12 revokes all tokens of the caller, in every organization", async () => {
    const { organization, member } = await setUpOrganization();
    const otherOrganization = await makeOrganization(testApp);
    await joinOrganization(testApp, otherOrganization.id, member.personId, "viewer");
    const applications = [
      await makeApplication(testApp, member),
      await makeApplication(testApp, { ...member, organizationId: otherOrganization.id }),
    ];
    const colleague = await makeApplication(testApp, await makeMember(testApp, organization.id, "viewer"));
    const client = await signInMember(member);
    const response = await client.call(orgTokens.revokeAllOrgTokens, {
      body: { reason: "Telefon verloren" },
    });
    expect(response.result).toEqual({ revokedCount: 2 });
    expect((await colleague.client.call(users.getMe)).status).toBe(200);
    for (const { client: app } of applications) expect((await app.call(users.getMe)).status).toBe(401);
    for (const id of [organization.id, otherOrganization.id]) {
      expect(await auditEntries(testApp, id, "token.revoked")).toMatchObject([
        { actor_id: member.personId, record: { reason: "Telefon verloren" } },
      ]);
    }
    // The reason can also be in the query, and is optional.
    for (const [input, reason] of [
      [{ query: { reason: "Verkauft" } }, "Verkauft"],
      [{}, null],
    ] as const) {
      const { client: app } = await makeApplication(testApp, member);
      expect((await client.call(orgTokens.revokeAllOrgTokens, input)).result).toEqual({ revokedCount: 1 });
      expect((await app.call(users.getMe)).status).toBe(401);
      const { result } = await operator.call(orgTokens.listAllOrgTokens, {
        query: { organizationId: organization.id, sortBy: "createdAt", sortOrder: "desc", limit: 1 },
      });
      expect(result.data[0]).toMatchObject({ status: "revoked", revokeReason: reason });
    }
  });

  it("R4-79 N47 revokes one token of the caller's organization; one of another organization is not found", async () => {
    const { organization, administrator, member } = await setUpOrganization();
    const otherOrganization = await setUpOrganization();
    const { client, pair } = await makeApplication(testApp, member);
    const params = { id: pair.tokenId };
    expect((await otherOrganization.administrator.call(orgTokens.revokeOneOrgToken, { params })).status).toBe(
      404,
    );
    expect((await client.call(users.getMe)).status).toBe(200);
    const before = testApp.clock.now().getTime();
    expect((await administrator.call(orgTokens.revokeOneOrgToken, { params })).status).toBe(204);
    expect((await client.call(users.getMe)).status).toBe(401);
    const record = async () =>
      (await administrator.call(orgTokens.listOrganizationTokens, { params: { id: organization.id } })).result
        .data[0];
    const revokedRecord = await record();
    expect([revokedRecord?.id, revokedRecord?.status]).toEqual([pair.tokenId, "revoked"]);
    expect(Date.parse(revokedRecord?.revokedAt ?? "")).toBeGreaterThanOrEqual(before);
    expect(Date.parse(revokedRecord?.revokedAt ?? "")).toBeLessThanOrEqual(testApp.clock.now().getTime());
    // A second revocation changes nothing and adds no audit entry.
    expect((await administrator.call(orgTokens.revokeOneOrgToken, { params })).status).toBe(204);
    expect(await record()).toEqual(revokedRecord);
    expect(await auditEntries(testApp, organization.id, "token.revoked")).toHaveLength(1);
    const viewer = await signInMember(member);
    expect((await viewer.call(orgTokens.revokeOneOrgToken, { params })).status).toBe(403);
  });

  it("R7t-17 R4-80 R6-37 N47 revokes all tokens of an organization, by the operator with a fresh proof", async () => {
    const { organization, administrator, member } = await setUpOrganization();
    const colleague = await makeMember(testApp, organization.id, "editor");
    const clients = [
      (await makeApplication(testApp, member)).client,
      (await makeApplication(testApp, member, { applicationId: "tablet" })).client,
      (await makeApplication(testApp, colleague)).client,
    ];
    const bystander = await setUpOrganization();
    const otherApplication = await makeApplication(testApp, bystander.member);
    const revokedId = (await makeApplication(testApp, member, { applicationId: "alt" })).pair.tokenId;
    await administrator.call(orgTokens.revokeOneOrgToken, {
      params: { id: revokedId },
      query: { reason: "Alt" },
    });
    const expired = (await makeApplication(testApp, member, { applicationId: "abgelaufen" })).pair.tokenId;
    await expire(expired);
    const body = { organizationId: organization.id, reason: "Verdacht auf Missbrauch" };
    expect((await administrator.call(orgTokens.revokeOrganizationTokens, { body })).status).toBe(403);
    const calledAt = testApp.clock.now();
    const response = await operator.call(orgTokens.revokeOrganizationTokens, { body });
    expect(response.result).toEqual({ revokedCount: 3 });
    const { result: records } = await operator.call(orgTokens.listAllOrgTokens, {
      query: { organizationId: organization.id },
    });
    // One that has expired is not active.
    expect(records.data.find(({ id }) => id === expired)).toMatchObject({
      status: "expired",
      revokedAt: null,
    });
    const otherRecords = records.data.filter(({ id }) => id !== expired);
    expect(otherRecords.map(({ status }) => status)).toEqual(Array(4).fill("revoked"));
    const isPast = ({ id }: { id: string }) => id === revokedId;
    expect(otherRecords.find(isPast)?.revokeReason).toBe("Alt");
    for (const { revokedAt, revokeReason } of otherRecords.filter((record) => !isPast(record))) {
      expect(revokeReason).toBe(body.reason);
      expect(Date.parse(revokedAt ?? "")).toBeGreaterThanOrEqual(calledAt.getTime());
      expect(Date.parse(revokedAt ?? "")).toBeLessThanOrEqual(testApp.clock.now().getTime());
    }
    for (const client of clients) expect((await client.call(users.getMe)).status).toBe(401);
    expect((await otherApplication.client.call(users.getMe)).status).toBe(200);
    expect(await auditEntries(testApp, organization.id, "token.organization_revoked")).toMatchObject([
      { record: { reason: body.reason } },
    ]);
    const unknown = { ...body, organizationId: "01890000-0000-7000-8000-000000000000" };
    expect((await operator.call(orgTokens.revokeOrganizationTokens, { body: unknown })).status).toBe(404);
    for (const query of [{ organizationId: organization.id }, { reason: body.reason }])
      expect((await operator.call(orgTokens.revokeOrganizationTokens, { query })).status).toBe(400);
    const late = new TestClient(testApp);
    await late.signIn({ username: (await makePlatformAccount(testApp, "admin")).username });
    testApp.clock.advance(10 * 60_000 - 1_000);
    await late.refresh();
    testApp.clock.advance(2_000);
    const refusal = await late.call(orgTokens.revokeOrganizationTokens, { query: body });
    expect(refusal.problem.code).toBe("STEP_UP_REQUIRED");
    await operator.signIn({ username: (await makePlatformAccount(testApp, "super_admin")).username });
  });
});

describe("cleanup and export", () => {
  it("R7t-18 R4-81 R6-38 deletes expired tokens and those revoked long ago, and returns how many", async () => {
    const { organization, administrator, member } = await setUpOrganization();
    await operator.call(orgTokens.cleanUpOrgTokens);
    const make = async () => (await makeApplication(testApp, member)).pair.tokenId;
    const [expired, longRevoked, revoked, active] = [await make(), await make(), await make(), await make()];
    await expire(expired);
    await queryRows(testApp, "update org_token set revoked_at = now() where id = $1", [revoked]);
    await queryRows(testApp, "update org_token set revoked_at = now() - interval '31 days' where id = $1", [
      longRevoked,
    ]);
    expect((await administrator.call(orgTokens.cleanUpOrgTokens)).status).toBe(403);
    expect((await operator.call(orgTokens.cleanUpOrgTokens)).result).toEqual({ deletedCount: 2 });
    const remainingIds = await listIds({ organizationId: organization.id });
    expect(remainingIds.toSorted()).toEqual([revoked, active].toSorted());
    const secrets = await queryRows(testApp, "select 1 from org_token_secret where token_id = any($1)", [
      [expired, longRevoked],
    ]);
    expect(secrets).toEqual([]);
  });

  it("R7t-16 R9-42 R6-39 N06 exports CSV or JSON without token values, for permitted users only", async () => {
    const { organization, administrator, member } = await setUpOrganization();
    const evil = { applicationName: '=HYPERLINK("http://example.org");"x', applicationId: "boese" };
    const { pair } = await makeApplication(testApp, member, evil);
    const path = `/api/v1/org-tokens/admin/export?organizationId=${organization.id}`;
    const file = async (client: TestClient, query: string, language = "de") => {
      const response = await client.fetch(path + query, { headers: { "accept-language": language } });
      return {
        response,
        text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer()),
      };
    };
    const csv = await file(operator, "");
    expect(csv.response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="client-tokens-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(csv.response.headers.get("cache-control")).toContain("no-store");
    const [head, line, ...rest] = csv.text.split("\r\n");
    expect(head).toBe(
      "\u{feff}id;organizationId;organization;applicationId;application;applicationType;userId;user;email;scope;status;" +
        "createdAt;lastActivity;accessTokenExpiresAt;refreshTokenExpiresAt;revokedAt;revokeReason",
    );
    expect(line).toContain(`;boese;"'=HYPERLINK(""http://example.org"");""x";desktop;`);
    expect(rest).toEqual([""]);
    expect((await file(operator, "", "en")).text).toContain("id,organizationId,organization,");
    const json = await file(operator, "&format=json");
    const { result: page } = await operator.call(orgTokens.listAllOrgTokens, {
      query: { organizationId: organization.id },
    });
    expect(page.data).toMatchObject([{ id: pair.tokenId, applicationId: "boese" }]);
    expect(JSON.parse(json.text)).toEqual(page.data);
    expect(line?.startsWith(`${pair.tokenId};${organization.id};${organization.name};boese;`)).toBe(true);
    expect(line).toContain(`;${member.personId};Mia Muster-Probe;${member.email};read write profile;active;`);
    for (const { text } of [csv, json]) expect(text).not.toMatch(/pp_[ar]t_/);
    const filters = ["&status=revoked", "&status=expiring", "&applicationId=andere", "&search=nirgends"];
    for (const query of filters) {
      expect([query, JSON.parse((await file(operator, `&format=json${query}`)).text)]).toEqual([query, []]);
    }
    for (const format of ["xml", "xlsx", "CSV", ""])
      expect([format, (await file(operator, `&format=${format}`)).response.status]).toEqual([format, 400]);
    // Ended tokens are included, and without a filter those of every organization.
    const [revoked, expired] = await Promise.all(
      ["alt", "archiv"].map((applicationId) => makeApplication(testApp, member, { applicationId })),
    );
    await administrator.call(orgTokens.revokeOneOrgToken, { params: { id: revoked?.pair.tokenId ?? "" } });
    await expire(expired?.pair.tokenId ?? "");
    const states = { [evil.applicationId]: "active", alt: "revoked", archiv: "expired" };
    const stateOf = (rows: readonly { applicationId: string; status: string }[]) =>
      Object.fromEntries(rows.map(({ applicationId, status }) => [applicationId, status]));
    expect(stateOf(JSON.parse((await file(operator, "&format=json")).text))).toEqual(states);
    const lines = (await file(operator, "")).text.trim().split("\r\n").slice(1);
    const columns = lines.map((row) => row.split(";"));
    expect(lines).toHaveLength(3);
    expect(new Set(columns.map((values) => values[3]))).toEqual(new Set(Object.keys(states)));
    const other = await setUpOrganization();
    const foreign = await makeApplication(testApp, other.member);
    const everything = await operator.fetch("/api/v1/org-tokens/admin/export?format=json");
    const exportedIds = ((await everything.json()) as { id: string }[]).map(({ id }) => id);
    expect(exportedIds).toEqual(expect.arrayContaining([pair.tokenId, foreign.pair.tokenId]));
    expect((await file(administrator, "")).response.status).toBe(403);
    expect((await file(await signInMember(member), "")).response.status).toBe(403);
  });

  it("R7t-16 streams each record exactly once, across batches", async () => {
    const { organization, member } = await setUpOrganization();
    const { pair } = await makeApplication(testApp, member);
    await queryRows(
      testApp,
      `insert into org_token (organization_id, id, person_id, membership_id, application_id, application_name,
         application_type, scopes, access_expires_at, refresh_expires_at, created_at)
       select organization_id, gen_random_uuid(), person_id, membership_id, 'masse', 'Masse', 'web', scopes,
         access_expires_at, refresh_expires_at, created_at - (n / 3) * interval '1 second'
       from org_token, generate_series(1, 2499) as n where id = $1`,
      [pair.tokenId],
    );
    const path = `/api/v1/org-tokens/admin/export?format=json&organizationId=${organization.id}`;
    const records = (await (await operator.fetch(path)).json()) as { id: string }[];
    expect(records).toHaveLength(2_500);
    expect(new Set(records.map(({ id }) => id)).size).toBe(2_500);
  });

  it("see R1-01 the database itself hides tokens of other organizations", async () => {
    const { organization, member } = await setUpOrganization();
    await makeApplication(testApp, member);
    const otherOrganization = await makeOrganization(testApp);
    const count = async (id: string) => {
      const client = await testApp.databases.app.pool.connect();
      try {
        await client.query("begin");
        await client.query("select set_config('app.organization_id', $1, true)", [id]);
        const { rows } = await client.query(
          "select count(*)::int as n from org_token where organization_id = $1",
          [organization.id],
        );
        return rows[0].n as number;
      } finally {
        await client.query("rollback");
        client.release();
      }
    };
    expect(await count(organization.id)).toBe(1);
    expect(await count(otherOrganization.id)).toBe(0);
    expect(await count("")).toBe(0);
  });
});

describe("the calls for the tokens of all organizations", () => {
  it("R6-35 R6-37 R6-38 R6-39 see R6-36 are open to admin and super_admin only, whatever permissions other callers have", async () => {
    const { organization } = await setUpOrganization();
    const permissions = ["organizations:manage", "users:manage", "audit:read"];
    const callers = {
      super_admin: await makePlatformAccount(testApp, "super_admin"),
      admin: await makePlatformAccount(testApp, "admin"),
      org_admin: await makeMember(testApp, organization.id, "org_admin", { permissions }),
      practice_admin: await makeMember(testApp, organization.id, "practice_admin", { permissions }),
      editor: await makeMember(testApp, organization.id, "editor", { permissions }),
      viewer: await makeMember(testApp, organization.id, "viewer", { permissions }),
      security: await makeMember(testApp, organization.id, "security", { permissions }),
    };
    const body = { organizationId: organization.id, reason: "Probe" };
    const responsesTo = async (client: TestClient) => ({
      list: await client.call(orgTokens.listAllOrgTokens),
      statistics: await client.call(orgTokens.orgTokenStatistics),
      revoke: await client.call(orgTokens.revokeOrganizationTokens, { body }),
      cleanup: await client.call(orgTokens.cleanUpOrgTokens),
      export: await client.call(orgTokens.exportOrgTokens, { query: { format: "json" } }),
    });
    const operatorAccount = callers.super_admin;
    await joinOrganization(testApp, organization.id, operatorAccount.personId, "org_admin");
    const { client: application } = await makeApplication(testApp, {
      ...operatorAccount,
      organizationId: organization.id,
    });
    for (const [client, expected] of [
      [application, 403],
      [new TestClient(testApp), 401],
    ] as const) {
      const statuses = Object.values(await responsesTo(client)).map(({ status }) => status);
      expect(statuses).toEqual([expected, expected, expected, expected, expected]);
    }
    const passing: Record<string, string[]> = {};
    for (const [role, { username }] of Object.entries(callers)) {
      const client = new TestClient(testApp);
      await client.signIn({ username });
      for (const [call, { status }] of Object.entries(await responsesTo(client))) {
        expect([200, 403]).toContain(status);
        if (status === 200) (passing[call] ??= []).push(role);
      }
    }
    const allowedRoles = ["super_admin", "admin"];
    expect(passing).toEqual({
      list: allowedRoles,
      statistics: allowedRoles,
      revoke: allowedRoles,
      cleanup: allowedRoles,
      export: allowedRoles,
    });
  });
});
