import { login } from "@praxisportal/contract/auth/auth.endpoints";
import { addMember, removeMember, setMemberRole } from "@praxisportal/contract/members/members.endpoints";
import {
  getUserStatistics,
  listOrganizations,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import {
  listOnboardingTemplates,
  setOnboardingTemplate,
  startOnboarding,
} from "@praxisportal/contract/staff/staff.endpoints";
import {
  createUser,
  deleteUser,
  getMe,
  getUser,
  listUsers,
  setUserRole,
  transferUser,
  updateMe,
  updateUser,
} from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditEntries,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  unique,
} from "../../../../test/factories.ts";
import { newUser, organizationWith } from "../../../../test/people.ts";
import { withSlowWrites } from "../../../../test/slow-writes.ts";
import { tally } from "../../../../test/tally.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { warmUpCache } from "../../../../test/warm-caller.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const hourMs = 3_600_000;
const past = new Date(Date.now() - hourMs);
const future = new Date(Date.now() + hourMs);

describe("validity of a membership", () => {
  it("R5-10 expired access releases its seat, and an extension takes one", async () => {
    const { client, organization, member } = await organizationWith(testApp, "org_admin", 2);
    const ended = await makeMember(testApp, organization.id, "viewer", { validUntil: past });
    const params = { id: ended.personId };
    const created = await client.call(createUser, { body: newUser() });
    expect(created.status).toBe(201);
    for (const validUntil of [null, future.toISOString()]) {
      const { status, problem } = await client.call(updateUser, { params, body: { validUntil } });
      expect([status, problem.code, problem["current"], problem["max"]]).toEqual([
        409,
        "USER_LIMIT_REACHED",
        2,
        2,
      ]);
    }
    expect((await client.call(getUser, { params })).result.validUntil).toBe(past.toISOString());
    await client.call(updateUser, {
      params: { id: created.result.id },
      body: { validUntil: past.toISOString() },
    });
    expect((await client.call(updateUser, { params, body: { validUntil: null } })).status).toBe(200);
    const { result } = await client.call(getUserStatistics, { params: { id: organization.id } });
    expect(result.seatsTaken).toBe(2);

    // The other calls cannot add a member either.
    const elsewhere = await makeOrganization(testApp);
    await joinOrganization(testApp, elsewhere.id, member.personId, "org_admin");
    testApp.app.callers.cache.forgetPerson(member.personId);
    const movedMember = await makeMember(testApp, elsewhere.id, "viewer");
    const inactive = await makeMember(testApp, organization.id, "viewer", { status: "deactivated" });
    const about = { id: organization.id };
    const begins = { firstName: "Jana", lastName: "Muster-Neu", initials: "JM", startsOn: "2026-01-01" };
    const email = `${unique("neu")}@example.org`;
    const responses = [
      await client.call(createUser, { body: newUser() }),
      await client.call(addMember, { params: about, body: { email } }),
      await client.call(addMember, { params: about, body: { username: unique("neu"), lastName: "Neu" } }),
      await client.call(addMember, { params: about, body: { email: movedMember.email } }),
      await client.call(startOnboarding, { params: about, body: begins }),
      await client.call(updateUser, { params: { id: inactive.personId }, body: { status: "active" } }),
      await client.call(transferUser, {
        params: { id: movedMember.personId },
        body: { organizationId: organization.id },
        headers: { "x-organization-id": elsewhere.id },
      }),
    ];
    for (const { status, problem } of responses)
      expect([status, problem.code, problem["current"], problem["max"]]).toEqual([
        409,
        "USER_LIMIT_REACHED",
        2,
        2,
      ]);
  });

  it("R5-12 N19 gives one free seat to exactly one of 20 parallel additions by any of the calls", async () => {
    const { client, organization, member } = await organizationWith(testApp, "org_admin", 2);
    const elsewhere = await makeOrganization(testApp);
    await joinOrganization(testApp, elsewhere.id, member.personId, "org_admin");
    testApp.app.callers.cache.forgetPerson(member.personId);
    const id = organization.id;
    const fourTimes = <Item>(make: (index: number) => Promise<Item>) =>
      Promise.all(Array.from({ length: 4 }, (_unused, index) => make(index)));
    const ended = await fourTimes(() =>
      makeMember(testApp, id, "viewer", { validUntil: past, password: null }),
    );
    const inactive = await fourTimes(() => makeMember(testApp, id, "viewer", { status: "deactivated" }));
    const movedMembers = await fourTimes(() =>
      makeMember(testApp, elsewhere.id, "viewer", { password: null }),
    );
    const begins = { firstName: "Jana", lastName: "Muster-Neu", startsOn: "2026-01-01" };
    const add = () =>
      Promise.all([
        fourTimes((index) =>
          client.call(updateUser, {
            params: { id: String(ended[index]?.personId) },
            body: { validUntil: null },
          }),
        ),
        fourTimes((index) =>
          client.call(updateUser, {
            params: { id: String(inactive[index]?.personId) },
            body: { status: "active" },
          }),
        ),
        fourTimes((index) =>
          client.call(startOnboarding, { params: { id }, body: { ...begins, initials: `N${index}` } }),
        ),
        fourTimes(() =>
          client.call(addMember, { params: { id }, body: { email: `${unique("neu")}@example.org` } }),
        ),
        fourTimes((index) =>
          client.call(transferUser, {
            params: { id: String(movedMembers[index]?.personId) },
            body: { organizationId: id },
            headers: { "x-organization-id": elsewhere.id },
          }),
        ),
      ]);
    const responses = (await withSlowWrites(testApp, "membership", add)).flat();
    expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
    const refusals = responses.filter(({ status }) => status >= 300);
    expect(refusals.map(({ problem }) => problem.code)).toEqual(
      Array.from({ length: 19 }, () => "USER_LIMIT_REACHED"),
    );
    const { result } = await client.call(getUserStatistics, { params: { id } });
    expect(result.seatsTaken).toBe(2);
  });

  it("see R7u-07 rejects an end out of range and returns a valid one in UTC", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { personId } = await makeMember(testApp, organization.id, "viewer");
    const invalidBodies = [
      "0000-01-01T00:00:00Z",
      "1969-12-31T23:59:59Z",
      "9999-12-31T23:59:59-14:00",
      "2030-02-30T00:00:00Z",
    ];
    for (const validUntil of [...invalidBodies, "2030-01-01", "morgen", 1]) {
      const responses = [
        await client.call(updateUser, { params: { id: personId }, body: { validUntil } }),
        await client.call(createUser, { body: newUser({ validUntil }) }),
        await client.call(addMember, {
          params: { id: organization.id },
          body: { username: unique("nie"), validUntil },
        }),
      ];
      for (const { status, problem } of responses) {
        expect([validUntil, status, problem.errors?.[0]?.path]).toEqual([validUntil, 400, "validUntil"]);
      }
    }
    const { result } = await client.call(updateUser, {
      params: { id: personId },
      body: { validUntil: "2031-01-01T00:00:00+14:00", organizationData: {} },
    });
    expect(result.validUntil).toBe("2030-12-31T10:00:00.000Z");
  });

  it("see R6-50 a user whose access has ended is signed out on the next request", async () => {
    const { client, organization } = await organizationWith(testApp);
    const member = await makeMember(testApp, organization.id, "viewer");
    const memberClient = new TestClient(testApp);
    await memberClient.signIn(member);
    const params = { id: member.personId };
    await warmUpCache(testApp, memberClient);
    await client.call(updateUser, { params, body: { validUntil: past.toISOString() } });
    expect((await memberClient.call(getMe)).status).toBe(401);
    expect((await memberClient.refresh()).status).toBe(401);
  });

  it("see R6-48 N11 keeps the access of the last org_admin, even if two are ended at once", async () => {
    const organization = await makeOrganization(testApp);
    const admins = [
      await makeMember(testApp, organization.id, "org_admin"),
      await makeMember(testApp, organization.id, "org_admin"),
    ];
    const operator = new TestClient(testApp);
    operator.headers = { "x-organization-id": organization.id };
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    const responses = await Promise.all(
      admins.map(({ personId }) =>
        operator.call(updateUser, {
          params: { id: personId },
          body: { validUntil: past.toISOString() },
        }),
      ),
    );
    expect(tally(responses)).toMatchObject({ 200: 1 });
    expect(responses.find(({ status }) => status === 409)?.problem.code).toBe("LAST_ADMINISTRATOR");
  });
});

describe("activating and deactivating", () => {
  it("R7o-14 an invited person cannot be activated by an administrator", async () => {
    const { client, organization } = await organizationWith(testApp);
    const email = `${unique("offen")}@example.org`;
    const { result } = await client.call(addMember, { params: { id: organization.id }, body: { email } });
    for (const status of ["active", "deactivated"]) {
      const response = await client.call(updateUser, { params: { id: result.id }, body: { status } });
      expect([response.status, response.problem.code]).toEqual([409, "CONFLICT"]);
    }
    expect((await client.call(getUser, { params: { id: result.id } })).result.status).toBe("pending");
  });

  it("see R6-50 a deactivated member keeps their session if they have access to another organization or the platform", async () => {
    const [here, there] = [await organizationWith(testApp), await makeOrganization(testApp)];
    const both = await makeMember(testApp, here.organization.id, "viewer");
    await joinOrganization(testApp, there.id, both.personId, "viewer");
    const operator = await makePlatformAccount(testApp, "admin");
    await joinOrganization(testApp, here.organization.id, operator.personId, "viewer");
    for (const person of [{ email: both.email }, { username: operator.username }]) {
      const memberClient = new TestClient(testApp);
      const { user } = await memberClient.signIn(person);
      const body = { status: "deactivated" };
      await warmUpCache(testApp, memberClient);
      expect((await here.client.call(updateUser, { params: { id: user.id }, body })).status).toBe(200);
      memberClient.headers = { "x-organization-id": here.organization.id };
      const inOrganization = await memberClient.call(getMe);
      expect(inOrganization.status === 200 ? inOrganization.result.role.type : "out").toBe(
        user.id === operator.personId ? "admin" : "out",
      );
      memberClient.headers = {};
      expect((await memberClient.call(getMe)).status).toBe(200);
    }
  });
});

describe("concurrent changes", () => {
  it("R7u-07 see R3-12 by the organization, the user and a failed sign-in are all applied", async () => {
    const { client, organization } = await organizationWith(testApp);
    const member = await makeMember(testApp, organization.id, "viewer");
    const memberClient = new TestClient(testApp);
    await memberClient.signIn(member);
    const params = { id: member.personId };
    const before = (await client.call(getUser, { params })).result.version;
    const rounds = Array.from({ length: 15 }, (_, round) => round);
    const responses = await Promise.all(
      rounds.flatMap((round) => [
        client.call(updateUser, { params, body: { organizationData: { department: `Abteilung ${round}` } } }),
        client.call(updateUser, { params, body: { personalInfo: { firstName: `Name ${round}` } } }),
        memberClient.call(updateMe, { body: { phone: `030 47110${round}` } }),
        ...(round < 5
          ? [new TestClient(testApp).call(login, { body: { email: member.email, password: "falsch" } })]
          : []),
      ]),
    );
    expect(tally(responses)).toEqual({ 200: 45, 401: 5 });
    const after = (await client.call(getUser, { params })).result;
    expect(after.version).toBe(before + 45);
    expect(after.failedLoginAttempts).toBe(5);
  });
});

describe("additional permissions", () => {
  it("see R6-46 R6-32 are normalized from every accepted form, and are equal in entity and list", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { personId } = await makeMember(testApp, organization.id, "viewer");
    const permissions = ["users.write", "billing.read", "organization:write", "billing:read"];
    const body = { type: "viewer", permissions };
    const { result } = await client.call(setUserRole, { params: { id: personId }, body });
    expect(result.grantedPermissions).toEqual(["billing:read", "organizations:write", "users:write"]);
    expect(result.role.permissions).toEqual(expect.arrayContaining(["billing:view", "users:read"]));
    const page = await client.call(listUsers, { query: { role: "viewer" } });
    expect(page.result.data[0]?.role.permissions.toSorted()).toEqual(result.role.permissions);
    const again = await client.call(setUserRole, {
      params: { id: personId },
      body: { type: "viewer", permissions: result.grantedPermissions.toReversed() },
    });
    expect(again.result.version).toBe(result.version);
    expect(await auditEntries(testApp, organization.id, "user.role_changed")).toHaveLength(1);
  });

  it("R7u-16 R6-12 are set with the role, apply on the next request and are removed by a call that sends none", async () => {
    const { client, organization } = await organizationWith(testApp);
    const member = await makeMember(testApp, organization.id, "viewer");
    const memberClient = new TestClient(testApp);
    await memberClient.signIn(member);
    const params = { id: member.personId };
    const mayAdd = async () =>
      (
        await memberClient.call(createUser, {
          body: newUser(),
          headers: { "x-organization-id": organization.id },
        })
      ).status;
    await warmUpCache(testApp, memberClient);
    expect(await mayAdd()).toBe(403);
    const response = await client.call(setUserRole, {
      params,
      body: { type: "editor", permissions: ["users:write"] },
    });
    expect(response.status).toBe(200);
    expect(response.result).toMatchObject({ role: { type: "editor" }, grantedPermissions: ["users:write"] });
    expect(response.result.role.permissions).toEqual(expect.arrayContaining(["users:write", "users:read"]));
    expect(await mayAdd()).toBe(201);
    const [entry] = await auditEntries(testApp, organization.id, "user.role_changed");
    expect(entry?.record.changes).toEqual({ role: ["viewer", "editor"], permissions: [[], ["users:write"]] });
    // Omitted permissions are kept, and an empty list removes them.
    await client.call(setUserRole, { params, body: { type: "viewer" } });
    const grants = (await client.call(getUser, { params })).result.grantedPermissions;
    await warmUpCache(testApp, memberClient);
    await client.call(setUserRole, { params, body: { type: "viewer", permissions: [] } });
    const cleared = (await client.call(getUser, { params })).result;
    expect([grants, cleared.grantedPermissions, cleared.role.type]).toEqual([["users:write"], [], "viewer"]);
    expect(await mayAdd()).toBe(403);
    for (const body of [{ type: "chefin" }, { type: "viewer", permissions: ["users:fly"] }, {}]) {
      expect((await client.call(setUserRole, { params, body })).status).toBe(400);
    }
    // The calls that create an account also grant permissions.
    const role = { type: "viewer", permissions: ["users:write"] };
    const created = await client.call(createUser, { body: newUser({ role }) });
    const startedOnboarding = await client.call(startOnboarding, {
      params: { id: organization.id },
      body: {
        firstName: "Jana",
        lastName: "Muster-Neu",
        initials: "JM",
        startsOn: "2026-01-01",
        permissions: ["users:write"],
      },
    });
    for (const added of [created.result, startedOnboarding.result.user]) {
      expect(added).toMatchObject({ role: { type: "viewer" }, grantedPermissions: ["users:write"] });
      expect(added.role.permissions).toContain("users:write");
    }
  });

  it("R6-46 N10 cannot be granted by users who do not have them; existing grants may be kept", async () => {
    const { client, organization } = await organizationWith(testApp, "practice_admin");
    const { personId } = await makeMember(testApp, organization.id, "viewer", {
      permissions: ["billing:read"],
    });
    const set = (permissions: string[]) =>
      client.call(setUserRole, { params: { id: personId }, body: { type: "editor", permissions } });
    for (const invalidPermission of [
      "billing:write",
      "billing.*",
      "organization:*",
      "users.*x",
      "*",
      "audit:read",
    ]) {
      const { status, problem } = await set(["billing:read", invalidPermission]);
      const isUnknown = invalidPermission === "*" || invalidPermission === "users.*x";
      expect([invalidPermission, status, problem.errors?.[0]?.path ?? problem.code]).toEqual(
        isUnknown
          ? [invalidPermission, 400, "permissions.1"]
          : [invalidPermission, 403, "ROLE_NOT_GRANTABLE"],
      );
      const permissions = [invalidPermission];
      const begins = { firstName: "Jana", lastName: "Muster-Neu", initials: "JM", startsOn: "2026-01-01" };
      for (const response of [
        await client.call(createUser, { body: newUser({ role: { type: "viewer", permissions } }) }),
        await client.call(startOnboarding, {
          params: { id: organization.id },
          body: { ...begins, role: "viewer", permissions },
        }),
      ])
        expect([invalidPermission, response.status]).toEqual([invalidPermission, isUnknown ? 400 : 403]);
    }
    const unchanged = await client.call(getUser, { params: { id: personId } });
    expect(unchanged.result.role.type).toBe("viewer");
    expect((await set(["billing.read", "users:read"])).result.grantedPermissions).toEqual([
      "billing:read",
      "users:read",
    ]);
  });
});

describe("the role in a request", () => {
  it.each([
    ["super_admin", 403, "ROLE_NOT_GRANTABLE"],
    ["chief", 400, "VALIDATION_FAILED"],
    ["Viewer", 400, "VALIDATION_FAILED"],
    ["", 400, "VALIDATION_FAILED"],
  ])("R6-04 see R6-46 %j is refused by every call that takes a role: %i", async (role, status, code) => {
    const { client, organization, member } = await organizationWith(testApp);
    const { personId } = await makeMember(testApp, organization.id, "editor");
    const params = { id: personId };
    const about = { id: organization.id, userId: personId };
    const email = `${unique("rolle")}@example.org`;
    const target = await makeOrganization(testApp);
    await joinOrganization(testApp, target.id, member.personId, "org_admin");
    const begins = { firstName: "Jana", lastName: "Muster-Neu", initials: "JM", startsOn: "2026-01-01" };
    const organizationParams = { id: organization.id };
    const items = [{ item: "keys" as const, label: null }];
    const template = { key: "assistant", department: null, siteId: null, items } as const;
    const responses = [
      await client.call(setOnboardingTemplate, { params: organizationParams, body: { ...template, role } }),
      await client.call(startOnboarding, { params: { id: organization.id }, body: { ...begins, role } }),
      await client.call(transferUser, { params, body: { organizationId: target.id, role } }),
      await client.call(createUser, { body: newUser({ role: { type: role } }) }),
      await client.call(setUserRole, { params, body: { type: role } }),
      await client.call(addMember, { params: { id: organization.id }, body: { email, role } }),
      await client.call(setMemberRole, { params: about, body: { role } }),
    ];
    for (const response of responses)
      expect([response.status, response.problem.code]).toEqual([status, code]);
    const stored = await queryRows<{ role: string }>(
      testApp,
      "select role from membership where organization_id = $1 order by role",
      [organization.id],
    );
    expect(stored.map((row) => row.role)).toEqual(["editor", "org_admin"]);
    const templates = (await client.call(listOnboardingTemplates, { params: organizationParams })).result
      .data;
    expect(templates.filter(({ isChanged }) => isChanged)).toEqual([]);
    // Lists may be filtered by every existing role.
    const page = await client.call(listUsers, { query: { role } });
    expect(page.status).toBe(status === 400 ? 400 : 200);
  });

  it("see R6-04 is read as guest, without permissions, if the stored role is unknown", async () => {
    const { client, organization } = await organizationWith(testApp);
    const params = { id: organization.id };
    await queryRows(
      testApp,
      `insert into onboarding_template (organization_id, key, role, items, updated_at)
       values ($1, 'assistant', 'chief', '[{ "item": "keys", "label": null }]', now())`,
      [organization.id],
    );
    const { result } = await client.call(listOnboardingTemplates, { params });
    expect(result.data[0]).toMatchObject({ key: "assistant", role: "guest" });
  });

  it("R6-02 is stored and returned as org_admin for every spelling by every call that takes a role", async () => {
    const { organization } = await organizationWith(testApp);
    const target = await makeOrganization(testApp);
    const operator = new TestClient(testApp);
    operator.headers = { "x-organization-id": organization.id };
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    const params = { id: organization.id };
    const template = {
      key: "trainee",
      department: null,
      siteId: null,
      items: [{ item: "keys", label: null }],
    };
    const member = async () =>
      (await makeMember(testApp, organization.id, "viewer", { password: null })).personId;
    const storedRoles = async (ids: readonly string[]) =>
      (
        await queryRows<{ role: string }>(
          testApp,
          "select role from membership where status <> 'removed' and person_id = any($1)",
          [ids],
        )
      ).map(({ role }) => role);
    for (const type of ["org_admin", "organizationAdmin", "orgAdmin"]) {
      const [changed, changedOtherwise, moved] = [await member(), await member(), await member()];
      const { result } = await operator.call(setUserRole, { params: { id: changed }, body: { type } });
      const otherwise = await operator.call(setMemberRole, {
        params: { ...params, userId: changedOtherwise },
        body: { role: type },
      });
      const transfer = await operator.call(transferUser, {
        params: { id: moved },
        body: { organizationId: target.id, role: type },
      });
      const saved = await operator.call(setOnboardingTemplate, { params, body: { ...template, role: type } });
      const returned = [
        result.role.type,
        otherwise.result.role.type,
        transfer.result.role,
        transfer.result.transfer.roleAfter,
        saved.result.role,
      ];
      expect([type, returned]).toEqual([type, returned.map(() => "org_admin")]);
      const ids = [changed, changedOtherwise, moved];
      expect([type, await storedRoles(ids)]).toEqual([type, ids.map(() => "org_admin")]);
      const page = await operator.call(listUsers, { query: { role: type, limit: 100 } });
      expect(page.result.data.map(({ id }) => id)).toEqual(
        expect.arrayContaining([changed, changedOtherwise]),
      );
      expect(page.result.data.every(({ role }) => role.type === "org_admin")).toBe(true);
    }
    // The calls that create an account hash a password each, so they are tested with only one other spelling.
    const begins = { firstName: "Jana", lastName: "Muster-Neu", initials: "JM", startsOn: "2026-01-01" };
    const role = "orgAdmin";
    const created = [
      (await operator.call(createUser, { body: newUser({ role: { type: role } }) })).result,
      (await operator.call(addMember, { params, body: { username: unique("neu"), lastName: "Neu", role } }))
        .result,
      (await operator.call(startOnboarding, { params, body: { ...begins, role } })).result.user,
    ];
    expect(created.map((user) => user.role.type)).toEqual(created.map(() => "org_admin"));
    expect(await storedRoles(created.map(({ id }) => id))).toEqual(created.map(() => "org_admin"));
    const templates = await queryRows(
      testApp,
      "select role from onboarding_template where organization_id = $1",
      [organization.id],
    );
    expect(templates).toEqual([{ role: "org_admin" }]);
  });

  it("R6-05 R6-46 cannot be an administrator role in any spelling if a practice_admin grants it, by any call", async () => {
    const { client, organization, member } = await organizationWith(testApp, "practice_admin");
    const { personId } = await makeMember(testApp, organization.id, "viewer");
    const target = await makeOrganization(testApp);
    await joinOrganization(testApp, target.id, member.personId, "practice_admin");
    testApp.app.callers.cache.forgetPerson(member.personId);
    const params = { id: organization.id };
    const begins = { firstName: "Jana", lastName: "Muster-Neu", initials: "JM", startsOn: "2026-01-01" };
    const spellings =
      "practice_admin org_admin organizationAdmin orgAdmin admin super_admin superadmin super-admin superAdmin";
    for (const role of spellings.split(" ")) {
      const responses = [
        await client.call(createUser, { body: newUser({ role: { type: role } }) }),
        await client.call(setUserRole, { params: { id: personId }, body: { type: role } }),
        await client.call(addMember, { params, body: { email: `${unique("rolle")}@example.org`, role } }),
        await client.call(setMemberRole, { params: { ...params, userId: personId }, body: { role } }),
        await client.call(startOnboarding, { params, body: { ...begins, role } }),
        await client.call(transferUser, {
          params: { id: personId },
          body: { organizationId: target.id, role },
        }),
      ];
      for (const { status, problem } of responses) {
        expect([role, status, problem.code]).toEqual([role, 403, "ROLE_NOT_GRANTABLE"]);
      }
    }
  });
});

describe("the last super_admin", () => {
  it("R6-48 cannot be deleted or demoted by an organization that has the account as a member", async () => {
    const { client, organization } = await organizationWith(testApp);
    const account = await makePlatformAccount(testApp, "super_admin");
    await joinOrganization(testApp, organization.id, account.personId, "editor");
    const operator = new TestClient(testApp);
    operator.headers = { "x-organization-id": organization.id };
    await operator.signIn({ username: account.username });
    const params = { id: account.personId };
    const refusals = [
      await client.call(deleteUser, { params }),
      await operator.call(deleteUser, { params }),
      await operator.call(setUserRole, { params, body: { type: "viewer" } }),
      await operator.call(updateUser, { params, body: { status: "deactivated" } }),
    ];
    expect(refusals.map(({ status, problem }) => [status, problem.code])).toEqual([
      [409, "PERSON_IN_MULTIPLE_ORGANIZATIONS"],
      ...Array.from({ length: 3 }, () => [409, "CANNOT_MODIFY_SELF"]),
    ]);
    expect((await client.call(setUserRole, { params, body: { type: "guest" } })).status).toBe(200);
    expect((await client.call(updateUser, { params, body: { status: "deactivated" } })).status).toBe(200);
    const about = { id: organization.id, userId: account.personId };
    expect((await client.call(removeMember, { params: about })).status).toBe(204);
    const after = new TestClient(testApp);
    const { user } = await after.signIn({ username: account.username });
    expect(user.role.type).toBe("super_admin");
    expect((await after.call(listOrganizations)).status).toBe(200);
  });
});

describe("the audit log of a change", () => {
  it("see R7n-22 has one entry for the organization; the platform chain records only changes to the person, without values", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { personId } = await makeMember(testApp, organization.id, "viewer");
    const params = { id: personId };
    const entries = async (chain: string) =>
      (await auditEntries(testApp, chain, "user.updated"))
        .filter((entry) => entry.target_id === personId)
        .map(({ record }) => record.changes);
    await client.call(updateUser, { params, body: { organizationData: { department: "Labor" } } });
    expect(await entries(platformChainId)).toEqual([]);
    await client.call(updateUser, {
      params,
      body: { personalInfo: { lastName: "Kanarienvogel" }, organizationData: { department: "Empfang" } },
    });
    await client.call(updateUser, { params, body: { organizationData: { department: "Empfang" } } });
    expect(await entries(organization.id)).toEqual([
      { department: [null, "Labor"] },
      { department: ["Labor", "Empfang"], last_name: ["•", "•"] },
    ]);
    expect(await entries(platformChainId)).toEqual([{ last_name: ["•", "•"] }]);
    const records = await queryRows(testApp, "select record from audit_entry");
    expect(JSON.stringify(records)).not.toContain("Kanarienvogel");
  });
});
