import {
  transferUser,
  undoTransfer,
  getOrganizationHistory,
  getUserUsage,
  getMe,
} from "@praxisportal/contract/users/users.endpoints";
import { listOperations } from "@praxisportal/contract/organizations/organizations.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { warmUpCache } from "../../../../test/warm-caller.ts";
import { verifyChain } from "../../../platform/audit/audit-verifier.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

/** Returns an administrator of three organizations, signed in to the first, with a colleague there. */
async function setUp(targetSeats = 10) {
  const from = await makeOrganization(testApp);
  const to = await makeOrganization(testApp, { maxUsers: targetSeats });
  const third = await makeOrganization(testApp);
  const admin = await makeMember(testApp, from.id, "org_admin");
  await joinOrganization(testApp, to.id, admin.personId, "org_admin");
  await joinOrganization(testApp, third.id, admin.personId, "org_admin");
  const client = new TestClient(testApp);
  client.headers = { "x-organization-id": from.id };
  await client.signIn(admin);
  const colleague = await makeMember(testApp, from.id, "editor", {
    department: "Labor",
    permissions: ["billing:read"],
  });
  const params = { id: colleague.personId };
  return { from, to, third, admin, client, colleague, params };
}

const memberState = (personId: string) =>
  queryRows(
    testApp,
    "select organization_id, status, role, permissions, department from membership where person_id = $1",
    [personId],
  );

describe("PUT /users/{id}/transfer", () => {
  it("R7u-18 R6-07 moves a user to another organization as a viewer, with their credentials", async () => {
    const { client, from, to, colleague, params } = await setUp();
    const { status, result } = await client.call(transferUser, { params, body: { organizationId: to.id } });
    expect(status).toBe(200);
    expect(result).toMatchObject({ userId: colleague.personId, organizationId: to.id, role: "viewer" });
    expect(await memberState(colleague.personId)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ organization_id: from.id, status: "removed" }),
        expect.objectContaining({
          organization_id: to.id,
          status: "active",
          role: "viewer",
          permissions: [],
        }),
      ]),
    );
    const there = new TestClient(testApp);
    await there.signIn({ username: colleague.username, organizationId: to.id });
    const me = await there.call(getMe, { headers: { "x-organization-id": to.id } });
    expect(me.result).toMatchObject({ organizationId: to.id, role: { type: "viewer" } });
    const { result: operations } = await client.call(listOperations, {
      params: { id: to.id },
      headers: { "x-organization-id": to.id },
    });
    expect(operations.data[0]).toMatchObject({ type: "user_transferred", user: { id: colleague.personId } });
    for (const { id } of [from, to]) {
      expect(await verifyChain(testApp.app.platformDb.reads, id)).toMatchObject({ intact: true });
    }
  });

  it("R7u-18 R7u-19 N22 adds a membership with the role, and removes the former one with its sessions, in one transaction", async () => {
    const { client, from, to, third, colleague, params } = await setUp();
    const { personId, username } = colleague;
    await joinOrganization(testApp, third.id, personId, "viewer", { username });
    const [memberClient, elsewhere] = [new TestClient(testApp), new TestClient(testApp)];
    await memberClient.signIn({ username, organizationId: from.id });
    await elsewhere.signIn({ username, organizationId: third.id });
    await warmUpCache(testApp, memberClient);
    await client.call(transferUser, { params, body: { organizationId: to.id, role: "editor" } });
    expect(await memberState(personId)).toContainEqual(
      expect.objectContaining({ organization_id: to.id, status: "active", role: "editor" }),
    );
    expect((await memberClient.call(getMe)).status).toBe(401);
    const otherAccount = await elsewhere.call(getMe, { headers: { "x-organization-id": third.id } });
    expect(otherAccount.status).toBe(200);
    // `xmin` is the transaction that wrote a row last.
    const rows = await queryRows(
      testApp,
      `select m.status, s.end_reason, s.ended_at is not null and m.xmin = s.xmin as ended_at_once from session s
       join membership m on m.person_id = s.person_id and m.organization_id = s.start_organization_id
       where s.person_id = $1 order by m.organization_id = $2`,
      [personId, third.id],
    );
    expect(rows).toEqual([
      { status: "removed", end_reason: "membership_ended", ended_at_once: true },
      { status: "active", end_reason: null, ended_at_once: false },
    ]);
  });

  it("R7u-20 N20 one of two parallel transfers succeeds and the other gets 409, with one history entry", async () => {
    const { client, from, to, third, colleague, params } = await setUp();
    const responses = await Promise.all(
      [to, third].map(({ id }) => client.call(transferUser, { params, body: { organizationId: id } })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refusal = responses.find(({ status }) => status === 409);
    expect(refusal?.problem.code).toBe("NOT_SOURCE_MEMBER");
    const { result } = await client.call(getOrganizationHistory, { params });
    expect(result.data).toHaveLength(1);
    const rows = await queryRows(
      testApp,
      "select 1 from transfer where person_id = $1 and organization_id = $2",
      [colleague.personId, from.id],
    );
    expect(rows).toHaveLength(1);
  });

  it("R0-293 R0-87 refuses a target that is suspended or whose trial is over", async () => {
    const { client, to, colleague, params } = await setUp();
    for (const [change, code] of [
      ["status = 'trial', trial_ends_at = now() - interval '1 minute'", "TRIAL_ENDED"],
      ["status = 'suspended', suspended_at = now()", "FORBIDDEN"],
    ] as const) {
      await queryRows(testApp, `update organization set ${change} where organization_id = $1`, [to.id]);
      testApp.app.callers.cache.forgetAll();
      const { problem } = await client.call(transferUser, { params, body: { organizationId: to.id } });
      expect(problem.code).toBe(code);
    }
    expect(await memberState(colleague.personId)).toHaveLength(1);
  });

  it("R5-06 rejects a user who was transferred away before, with the message of the specification", async () => {
    const { client, to, third, params } = await setUp();
    await client.call(transferUser, { params, body: { organizationId: to.id } });
    const { status, problem } = await client.call(transferUser, {
      params,
      body: { organizationId: third.id },
      headers: { "accept-language": "en" },
    });
    expect([status, problem.message]).toEqual([409, "User is not a member of the source organization"]);
  });

  it("R0-55 R5-06 rejects a super_admin's transfer of a user who was never in the source organization", async () => {
    const { from, to, params, third } = await setUp();
    const outsider = await makeMember(testApp, third.id, "viewer");
    const operator = new TestClient(testApp);
    operator.headers = { "x-organization-id": from.id, "accept-language": "en" };
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    const transfer = (id: string) =>
      operator.call(transferUser, { params: { id }, body: { organizationId: to.id } });
    const { status, problem } = await transfer(outsider.personId);
    expect([status, problem.message]).toEqual([409, "User is not a member of the source organization"]);
    expect((await transfer("018f0000-0000-7000-8000-000000000000")).status).toBe(404);
    expect((await transfer(params.id)).status).toBe(200);
  });

  it("N02 N53 responds with 404 for an unknown user, and refuses a target that the caller does not manage", async () => {
    const { client, to, params, colleague } = await setUp();
    const outsider = await makeMember(testApp, (await makeOrganization(testApp)).id, "viewer");
    const foreign = await client.call(transferUser, {
      params: { id: outsider.personId },
      body: { organizationId: to.id },
    });
    expect(foreign.problem.code).toBe("NOT_FOUND");
    const otherOrganization = await makeOrganization(testApp);
    for (const organizationId of [otherOrganization.id, "018f0000-0000-7000-8000-000000000000"]) {
      const { problem } = await client.call(transferUser, { params, body: { organizationId } });
      expect(problem.code).toBe("FORBIDDEN");
    }
    expect(await memberState(colleague.personId)).toHaveLength(1);
  });

  it("R6-07 see R5-10 R6-46 requires a free seat and a grantable role; refuses the caller and the last administrator", async () => {
    const { client, to, params, admin } = await setUp(1);
    const full = await client.call(transferUser, { params, body: { organizationId: to.id } });
    expect(full.problem.code).toBe("USER_LIMIT_REACHED");
    const role = await client.call(transferUser, {
      params,
      body: { organizationId: to.id, role: "org_admin" },
    });
    expect(role.problem.code).toBe("ROLE_NOT_GRANTABLE");
    const ownTransfer = await client.call(transferUser, {
      params: { id: admin.personId },
      body: { organizationId: to.id },
    });
    expect(ownTransfer.problem.code).toBe("CANNOT_MODIFY_SELF");
  });
});

describe("authority over a transfer", () => {
  /** Returns a person with these roles in two organizations, signed in to the first of them. */
  async function signInManager(
    from: { id: string },
    to: { id: string },
    roles: readonly ["practice_admin", "practice_admin" | "viewer"],
  ) {
    const member = await makeMember(testApp, from.id, roles[0]);
    await joinOrganization(testApp, to.id, member.personId, roles[1]);
    const client = new TestClient(testApp);
    client.headers = { "x-organization-id": from.id };
    await client.signIn(member);
    return client;
  }

  it("see R7u-18 R7u-23 N12 does not cover a member with a higher or equal role", async () => {
    const { from, to } = await setUp();
    const client = await signInManager(from, to, ["practice_admin", "practice_admin"]);
    for (const role of ["org_admin", "practice_admin"] as const) {
      const { personId } = await makeMember(testApp, from.id, role);
      const response = await client.call(transferUser, {
        params: { id: personId },
        body: { organizationId: to.id },
      });
      expect([response.status, response.problem.code]).toEqual([403, "FORBIDDEN"]);
    }
  });

  it("see R7u-22 N01 N12 includes the undo for an administrator of both organizations, but not for a member of equal role", async () => {
    const { client, from, to, params } = await setUp();
    await client.call(transferUser, {
      params,
      body: { organizationId: to.id, role: "practice_admin" },
    });
    const equal = await signInManager(to, from, ["practice_admin", "practice_admin"]);
    const undoByEqual = await equal.call(undoTransfer, { params });
    expect([undoByEqual.status, undoByEqual.problem.code]).toEqual([403, "FORBIDDEN"]);
    await client.call(undoTransfer, { params });
    await client.call(transferUser, { params, body: { organizationId: to.id } });
    const managerClient = await signInManager(to, from, ["practice_admin", "viewer"]);
    const otherResult = await managerClient.call(undoTransfer, { params });
    expect([otherResult.status, otherResult.problem.code]).toEqual([403, "FORBIDDEN"]);
    // As a viewer the colleague has the lower rank. The former role is restored regardless of who granted it.
    expect((await equal.call(undoTransfer, { params })).status).toBe(200);
  });
});

describe("a member of both organizations", () => {
  it("see R7u-18 cannot be transferred", async () => {
    const { client, to, params, colleague } = await setUp();
    await joinOrganization(testApp, to.id, colleague.personId, "viewer");
    const { problem } = await client.call(transferUser, { params, body: { organizationId: to.id } });
    expect(problem.code).toBe("CONFLICT");
  });
});

describe("undoing a transfer", () => {
  it("R7u-22 restores the old membership with its values, and works only once", async () => {
    const { client, from, to, params, colleague } = await setUp();
    await client.call(transferUser, { params, body: { organizationId: to.id } });
    const there = { "x-organization-id": to.id };
    const { status, result } = await client.call(undoTransfer, { params, headers: there });
    expect(status).toBe(200);
    expect(result).toMatchObject({ organizationId: from.id, role: "editor" });
    expect(result.transfer.undoneAt).not.toBeNull();
    expect(await memberState(colleague.personId)).toEqual(
      expect.arrayContaining([
        {
          organization_id: from.id,
          status: "active",
          role: "editor",
          permissions: ["billing:read"],
          department: "Labor",
        },
        expect.objectContaining({ organization_id: to.id, status: "removed" }),
      ]),
    );
    expect((await client.call(undoTransfer, { params })).problem.code).toBe("TRANSFER_NOT_UNDOABLE");
  });

  it("see R6-04 restores an unknown saved role as guest and not as viewer", async () => {
    const { client, from, to, params, colleague } = await setUp();
    await client.call(transferUser, { params, body: { organizationId: to.id } });
    await queryRows(
      testApp,
      'update transfer set saved_membership = saved_membership || \'{"role": "chief"}\' where person_id = $1',
      [colleague.personId],
    );
    await queryRows(testApp, "delete from membership where person_id = $1 and organization_id = $2", [
      colleague.personId,
      from.id,
    ]);
    const headers = { "x-organization-id": to.id };
    expect((await client.call(undoTransfer, { params, headers })).status).toBe(200);
    expect(await memberState(colleague.personId)).toContainEqual(
      expect.objectContaining({ organization_id: from.id, status: "active", role: "guest" }),
    );
  });

  it("R7u-22 see R3-83 is offered in the history only for the newest transfer, and the state of each transfer is shown", async () => {
    const { client, from, to, params } = await setUp();
    const operations = async (id: string) => {
      const headers = { "x-organization-id": id };
      const { result } = await client.call(listOperations, { params: { id }, headers });
      expect(new Set(result.data.map(({ type }) => type))).toEqual(new Set(["user_transferred"]));
      return result.data.map(({ action, outcome, undoableUntil }) => [
        action,
        outcome,
        undoableUntil !== null,
      ]);
    };
    await client.call(transferUser, { params, body: { organizationId: to.id } });
    for (const id of [from.id, to.id]) {
      expect((await operations(id))[0]).toEqual(["user.transferred", "done", true]);
    }
    await client.call(undoTransfer, { params });
    await client.call(transferUser, { params, body: { organizationId: to.id } });
    expect(await operations(from.id)).toEqual([
      ["user.transferred", "done", true],
      ["user.transfer_undone", "done", false],
      ["user.transferred", "undone", false],
    ]);
    await queryRows(
      testApp,
      `update transfer set performed_at = performed_at - interval '24 hours' where organization_id = $1`,
      [from.id],
    );
    expect((await operations(from.id))[0]).toEqual(["user.transferred", "done", false]);
  });

  it("R7u-22 is possible for 24 hours and not afterwards", async () => {
    const { client, from, to, params, colleague } = await setUp();
    const makeOlder = (age: string) =>
      queryRows(
        testApp,
        "update transfer set performed_at = performed_at - $2::interval where person_id = $1 and undone_at is null",
        [colleague.personId, age],
      );
    await client.call(transferUser, { params, body: { organizationId: to.id } });
    await makeOlder("23 hours 55 minutes");
    expect((await client.call(undoTransfer, { params })).result).toMatchObject({ organizationId: from.id });
    await client.call(transferUser, { params, body: { organizationId: to.id } });
    expect(
      (await client.call(getOrganizationHistory, { params })).result.data[0]?.undoableUntil,
    ).not.toBeNull();
    await makeOlder("24 hours");
    expect((await client.call(getOrganizationHistory, { params })).result.data[0]?.undoableUntil).toBeNull();
    expect((await client.call(undoTransfer, { params })).problem.code).toBe("TRANSFER_NOT_UNDOABLE");
  });

  it("see R7u-22 fails with 409 for one of two concurrent attempts", async () => {
    const { client, to, params } = await setUp();
    await client.call(transferUser, { params, body: { organizationId: to.id } });
    const responses = await Promise.all([1, 2].map(() => client.call(undoTransfer, { params })));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe("GET /users/{id}/organization-history", () => {
  it("R7u-21 R9-36 returns the newest 50 transfers, with names of organizations the reader belongs to", async () => {
    const { client, from, to, params, admin } = await setUp();
    await client.call(transferUser, { params, body: { organizationId: to.id } });
    const { result } = await client.call(getOrganizationHistory, { params });
    expect(result.data[0]).toMatchObject({
      from: { id: from.id, name: from.name },
      to: { id: to.id, name: to.name },
      roleBefore: "editor",
      roleAfter: "viewer",
      performer: { id: admin.personId },
    });
    // The target organization has the same history.
    const there = await client.call(getOrganizationHistory, {
      params,
      headers: { "x-organization-id": to.id },
    });
    expect(there.result.data).toMatchObject([
      { from: { id: from.id }, to: { id: to.id }, roleBefore: "editor", roleAfter: "viewer" },
    ]);
    await queryRows(
      testApp,
      `insert into transfer (organization_id, id, person_id, direction, other_organization, role_before, role_after,
         performed_by, performed_at)
       select organization_id, gen_random_uuid(), person_id, direction, other_organization, role_before, role_after,
         performed_by, performed_at - n * interval '1 day'
       from transfer, generate_series(1, 60) n where organization_id = $1`,
      [from.id],
    );
    const newest = (await client.call(getOrganizationHistory, { params })).result.data;
    expect(newest).toHaveLength(50);
    expect(newest[0]?.id).toBe(result.data[0]?.id);
    const dayMs = 24 * 60 * 60_000;
    const [first = 0, ...others] = newest.map(({ time }) => Date.parse(time));
    expect(others.map((other) => Math.round((first - other) / dayMs))).toEqual(
      Array.from({ length: 49 }, (_, index) => index + 1),
    );
    const viewer = await makeMember(testApp, from.id, "viewer");
    const reader = new TestClient(testApp);
    reader.headers = { "x-organization-id": from.id };
    await reader.signIn(viewer);
    const read = await reader.call(getOrganizationHistory, { params });
    expect(read.result.data[0]?.to).toEqual({ id: to.id, name: null });
    expect(
      (await reader.call(getOrganizationHistory, { params: { id: viewer.personId } })).result.data,
    ).toEqual([]);
  });
});

describe("GET /users/{id}/usage", () => {
  it("R7u-17 returns the person's usage for a period, with zero for unused models", async () => {
    const { from, params, colleague } = await setUp();
    const ownClient = new TestClient(testApp);
    ownClient.headers = { "x-organization-id": from.id };
    await ownClient.signIn(colleague);
    const { result } = await ownClient.call(getUserUsage, { params, query: { period: "30d" } });
    expect(result).toMatchObject({
      userId: colleague.personId,
      organizationId: from.id,
      period: "30d",
      currency: "EUR",
      totals: { requests: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 },
    });
    expect((await ownClient.call(getUserUsage, { params, query: { period: "ever" } })).status).toBe(400);
    const otherMember = await makeMember(testApp, from.id, "viewer");
    expect((await ownClient.call(getUserUsage, { params: { id: otherMember.personId } })).problem.code).toBe(
      "FORBIDDEN",
    );
  });
});
