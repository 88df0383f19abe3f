import { login } from "@praxisportal/contract/auth/auth.endpoints";
import { removeMember, setMemberRole } from "@praxisportal/contract/members/members.endpoints";
import { getUserStatistics } from "@praxisportal/contract/organizations/organizations.endpoints";
import {
  createUser,
  deleteUser,
  getMe,
  getUser,
  listUsers,
  setUserRole,
  updateUser,
} from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditEntries,
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  unique,
} from "../../../../test/factories.ts";
import { tally } from "../../../../test/tally.ts";
import { withSlowWrites } from "../../../../test/slow-writes.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { warmUpCache } from "../../../../test/warm-caller.ts";
import { dayIn } from "../../../platform/clock/day-in.ts";

const password = "Sonnen-Garten-83";
const personalInfo = { firstName: "Erika", lastName: "Muster-Neu" };

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

/** Returns an organization with a signed-in member who manages its people. */
async function organizationWith(role: "org_admin" | "practice_admin" = "org_admin", maxUsers = 50) {
  const organization = await makeOrganization(testApp, { maxUsers });
  const member = await makeMember(testApp, organization.id, role);
  const client = new TestClient(testApp);
  client.headers = { "x-organization-id": organization.id };
  await client.signIn(member);
  return { organization, member, client };
}

const newUser = (overrides: Record<string, unknown> = {}) => ({
  username: unique("erika"),
  personalInfo,
  password,
  ...overrides,
});

const count = async (text: string, values: unknown[]) =>
  (await queryRows<{ count: number }>(testApp, text, values))[0]?.count;

describe("the job title (Funktion)", () => {
  it("R0-262 is free text of a member that grants nothing, regardless of its content", async () => {
    const { client, organization } = await organizationWith();
    const plain = (await client.call(createUser, { body: newUser() })).result;
    const body = newUser({ organizationData: { jobTitle: "  org_admin  ", extension: " 24 " } });
    const { result: created } = await client.call(createUser, { body });
    expect(created.organizationData).toEqual({ department: null, jobTitle: "org_admin", extension: "24" });
    expect(created.role).toEqual(plain.role);
    const params = { id: created.id };
    const change = { organizationData: { jobTitle: "Praxis-Administration" } };
    const { result } = await client.call(updateUser, { params, body: change });
    // The extension was not sent, so it is unchanged.
    expect(result.organizationData).toEqual({
      department: null,
      jobTitle: "Praxis-Administration",
      extension: "24",
    });
    expect(result.role).toEqual(plain.role);
    const user = (await client.call(listUsers)).result.data.find(({ id }) => id === created.id);
    expect(user?.organizationData.jobTitle).toBe("Praxis-Administration");
    const [entry] = await auditEntries(testApp, organization.id, "user.updated");
    expect(entry?.record.changes).toEqual({ job_title: ["org_admin", "Praxis-Administration"] });
    const file = await client.fetch("/api/v1/users/export", { headers: { "accept-language": "de" } });
    const [header, ...lines] = (await file.text()).trimEnd().split("\r\n");
    expect(header).toContain(";Funktion;Durchwahl;");
    expect(lines.filter((line) => line.includes(";Praxis-Administration;24;"))).toHaveLength(1);
  });

  it("see R0-262 is limited in length, and removed with null", async () => {
    const { client } = await organizationWith();
    const { result: created } = await client.call(createUser, {
      body: newUser({ organizationData: { jobTitle: "Ä".repeat(100) } }),
    });
    const params = { id: created.id };
    const invalidBodies = [
      { jobTitle: "Ä".repeat(101) },
      { jobTitle: " " },
      { extension: "x".repeat(3) },
      { extension: "1".repeat(21) },
    ];
    for (const organizationData of invalidBodies) {
      const response = await client.call(updateUser, { params, body: { organizationData } });
      expect([organizationData, response.status]).toEqual([organizationData, 400]);
    }
    const body = { organizationData: { jobTitle: null } };
    expect((await client.call(updateUser, { params, body })).result.organizationData.jobTitle).toBeNull();
  });
});

describe("creating a person", () => {
  it("R7u-06 R6-06 R3-09 R3-10 R3-15 see R3-08 creates a viewer who can sign in at once and must choose their own password", async () => {
    const { client, organization } = await organizationWith();
    const body = newUser({
      email: `${unique("neu")}@example.org`,
      organizationData: { department: "Empfang" },
      phone: "+49 30 1234567",
    });
    const calledAt = Date.now();
    const created = await client.call(createUser, { body });
    expect(created.status).toBe(201);
    const { createdAt } = created.result;
    expect(Math.abs(Date.parse(createdAt) - calledAt)).toBeLessThan(60_000);
    expect(created.result).toMatchObject({
      username: body.username,
      email: body["email" as never],
      emailVerified: false,
      role: { type: "viewer" },
      status: "active",
      organizationId: organization.id,
      organizationData: { department: "Empfang" },
      phone: "+49 30 1234567",
      mustChangePassword: true,
    });
    const second = new TestClient(testApp, "browser");
    const session = await second.signIn({
      username: body.username,
      password,
      organizationId: organization.id,
    });
    expect(session.user.id).toBe(created.result.id);
    expect((await second.call(getMe)).problem.code).toBe("PASSWORD_CHANGE_REQUIRED");
    const listed = await client.call(listUsers, { query: { search: body.username } });
    expect(listed.result.data.map((user) => user.id)).toEqual([created.result.id]);
    const params = { id: created.result.id };
    const [row] = listed.result.data;
    const carried = { phone: "+49 30 1234567", createdAt, organizationData: { department: "Empfang" } };
    expect({ ...row, createdAt: new Date(row?.createdAt ?? "").toISOString() }).toMatchObject(carried);
    expect((await client.call(getUser, { params })).result).toMatchObject(carried);
    const change = await client.call(updateUser, { params, body: { phone: "030 765" } });
    for (const { result } of [change, await client.call(getUser, { params })])
      expect(result).toMatchObject({ ...carried, phone: "030 765" });
  });

  it("R7u-06 see R3-16 keeps the password without a forced change only if the creator requests it", async () => {
    const { client } = await organizationWith();
    const body = newUser({ mustChangePassword: false });
    await client.call(createUser, { body });
    const second = new TestClient(testApp);
    await second.signIn({ username: body.username, password });
    expect((await second.call(getMe)).result.username).toBe(body.username);
  });

  it("R5-38 R6-04 names each invalid field and creates no person", async () => {
    const { client, organization } = await organizationWith();
    const cases: [Record<string, unknown>, string][] = [
      [{ username: "erika müller" }, "username"],
      ..."erika-muster erika.muster erika@praxis erika! müller érika".split(" ").map((username) => {
        return [{ username }, "username"] as [Record<string, unknown>, string];
      }),
      [{ username: undefined }, "username"],
      [{ role: { type: "chief" } }, "role.type"],
      [{ role: { type: "viewer", permissions: ["users:fly"] } }, "role.permissions.0"],
      [{ password: "zu-kurz" }, "password"],
      [{ password: "Erika1234" }, "password"],
      [{ email: "kein-at-zeichen" }, "email"],
      [{ personalInfo: { firstName: "A\nB", lastName: "C" } }, "personalInfo.firstName"],
      [{ organizationId: organization.id }, "organizationId"],
    ];
    for (const [invalidBody, path] of cases) {
      const { status, problem } = await client.call(createUser, { body: newUser(invalidBody) });
      expect([status, problem.errors?.[0]?.path], JSON.stringify(invalidBody)).toEqual([400, path]);
    }
    expect(
      await count("select count(*)::int from membership where organization_id = $1", [organization.id]),
    ).toBe(1);
    const { result } = await client.call(createUser, { body: newUser({ username: "Erika_2" }) });
    expect(result.username?.toLowerCase()).toBe("erika_2");
  });

  it("R5-22 rejects a username or address in use in the organization, and only there", async () => {
    const [first, second] = [await organizationWith(), await organizationWith()];
    const body = newUser({ email: `${unique("doppelt")}@example.org` });
    await first.client.call(createUser, { body });
    const again = await first.client.call(createUser, {
      body: { ...body, username: body.username.toUpperCase() },
    });
    expect(again.status).toBe(409);
    expect(again.problem.code).toBe("ALREADY_EXISTS");
    expect(again.problem.errors?.map((error) => [error.path, error.code])).toEqual([
      ["username", "unique"],
      ["email", "alreadyMember"],
    ]);
    expect((await second.client.call(createUser, { body })).status).toBe(201);
  });

  it.each(
    "super_admin superadmin super-admin superAdmin admin org_admin organizationAdmin orgAdmin".split(" "),
  )("R6-46 R6-05 N09 an org_admin cannot create a %s", async (type) => {
    const { client } = await organizationWith();
    const { status, problem } = await client.call(createUser, { body: newUser({ role: { type } }) });
    expect([status, problem.code]).toEqual([403, "ROLE_NOT_GRANTABLE"]);
  });

  it.each([" SUPER_ADMIN ", "ＳＵＰＥＲ_ＡＤＭＩＮ", "Org_Admin"])(
    "R6-04 N09 the spelling %s is not a role",
    async (type) => {
      const { client } = await organizationWith();
      expect((await client.call(createUser, { body: newUser({ role: { type } }) })).status).toBe(400);
    },
  );

  it.each([["billing:read"], ["*"], ["organization:*"], ["audit:read"]])(
    "see R6-46 N10 a practice_admin cannot grant %s",
    async (permission) => {
      const { client } = await organizationWith("practice_admin");
      const role = { type: "viewer", permissions: [permission] };
      const { status } = await client.call(createUser, { body: newUser({ role }) });
      expect([400, 403]).toContain(status);
    },
  );
});

describe("seats", () => {
  it("R5-09 R5-10 R5-11 R9-28 are available up to the limit of 10, and the next person is refused with both numbers", async () => {
    const organization = await makeOrganization(testApp);
    const admin = await makeMember(testApp, organization.id, "org_admin");
    const client = new TestClient(testApp);
    await client.signIn(admin);
    for (let seat = 2; seat <= 10; seat += 1) {
      expect((await client.call(createUser, { body: newUser() })).status).toBe(201);
    }
    const { status, problem } = await client.call(createUser, { body: newUser() });
    expect([status, problem.code, problem["current"], problem["max"]]).toEqual([
      409,
      "USER_LIMIT_REACHED",
      10,
      10,
    ]);
  });

  it("see R5-12 N19 are taken by exactly as many of 25 parallel additions as there are free ones", async () => {
    const { client, organization } = await organizationWith("org_admin", 10);
    const responses = await withSlowWrites(testApp, "membership", () =>
      Promise.all(Array.from({ length: 25 }, () => client.call(createUser, { body: newUser() }))),
    );
    expect(tally(responses)).toEqual({ 201: 9, 409: 16 });
    const statistics = await client.call(getUserStatistics, { params: { id: organization.id } });
    expect(statistics.result.seatsTaken).toBe(10);
  });

  it("R5-12 are given to exactly one of 20 parallel additions if one is free", async () => {
    const { client } = await organizationWith("org_admin", 2);
    const responses = await withSlowWrites(testApp, "membership", () =>
      Promise.all(Array.from({ length: 20 }, () => client.call(createUser, { body: newUser() }))),
    );
    expect(tally(responses)).toEqual({ 201: 1, 409: 19 });
  });

  it("R5-10 are taken when a member is activated and freed when one is deactivated", async () => {
    const { client, organization } = await organizationWith("org_admin", 2);
    const first = await makeMember(testApp, organization.id, "viewer");
    const second = await makeMember(testApp, organization.id, "viewer", { status: "deactivated" });
    const activate = () =>
      client.call(updateUser, { params: { id: second.personId }, body: { status: "active" } });
    expect((await activate()).problem.code).toBe("USER_LIMIT_REACHED");
    await client.call(updateUser, { params: { id: first.personId }, body: { status: "deactivated" } });
    expect((await activate()).result.status).toBe("active");
  });
});

describe("listing and reading", () => {
  it("R7u-01 lists every member of the organization who was not removed, in every state", async () => {
    const { client, organization, member } = await organizationWith();
    const listed = [member.personId];
    for (const status of ["active", "pending", "deactivated"] as const) {
      const { personId } = await makeMember(testApp, organization.id, "viewer", { status });
      listed.push(personId);
    }
    const removedMember = await makeMember(testApp, organization.id, "viewer");
    await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [
      removedMember.personId,
    ]);
    for (const query of [{}, { sortBy: "createdAt" }, { sortBy: "status", sortOrder: "desc" }]) {
      const { result } = await client.call(listUsers, { query });
      expect(result.data.map((user) => user.id).toSorted()).toEqual(listed.toSorted());
      expect(result.pagination.total).toBe(4);
    }
  });

  it("R7u-01 N05 never shows members of another organization", async () => {
    const [first, second] = [await organizationWith(), await organizationWith()];
    await first.client.call(createUser, {
      body: newUser({ personalInfo: { firstName: "Eins", lastName: "Beispiel" } }),
    });
    await second.client.call(createUser, {
      body: newUser({ personalInfo: { firstName: "Zwei", lastName: "Beispiel" } }),
    });
    for (const filter of ["sortBy=createdAt", "search=Beispiel", "status=active", "role=viewer"]) {
      const query = Object.fromEntries(new URLSearchParams(`${filter}&limit=100`));
      const { result } = await first.client.call(listUsers, { query });
      expect(result.data.every((user) => user.organizationId === first.organization.id)).toBe(true);
      expect(result.data.some((user) => user.personalInfo.firstName === "Zwei")).toBe(false);
      expect([filter, result.pagination.total > 0]).toEqual([filter, true]);
      expect(result.pagination.total).toBe(result.data.length);
    }
    const headers = { "x-organization-id": second.organization.id };
    expect((await first.client.call(listUsers, { headers })).problem.code).toBe("NOT_FOUND");
    const otherList = await second.client.call(listUsers);
    const foreign = otherList.result.data[0]?.id ?? "";
    expect((await first.client.call(getUser, { params: { id: foreign } })).problem.code).toBe("NOT_FOUND");
  });

  it("R7u-02 accepts every parameter of the list", async () => {
    const { client, organization } = await organizationWith();
    const createdMember = await makeMember(testApp, organization.id, "editor", {
      firstName: "Ada",
      lastName: "Probe",
      department: "Labor",
    });
    const day = dayIn("Europe/Berlin", new Date());
    const { result } = await client.call(listUsers, {
      query: {
        page: 1,
        limit: 5,
        search: "ada",
        sortBy: "role.type",
        sortOrder: "desc",
        role: "editor",
        status: "active",
        department: "Labor",
        dateRange: `${day}..${day}`,
      },
    });
    expect(result.data.map((user) => user.id)).toEqual([createdMember.personId]);
    expect(result.pagination).toEqual({ page: 1, limit: 5, total: 1, pages: 1 });
    for (const [field, other] of [
      ["search", "niemand"],
      ["role", "viewer"],
      ["status", "deactivated"],
      ["department", "Empfang"],
      ["dateRange", "2020-01-01..2020-01-02"],
    ] as const) {
      const unmatched = await client.call(listUsers, { query: { [field]: other } });
      expect([field, unmatched.result.data]).toEqual([field, []]);
    }
    await makeMember(testApp, organization.id, "hr", { firstName: "Bo", lastName: "Zander" });
    const lastNames = async (query: object) => {
      const response = await client.call(listUsers, { query: { sortBy: "personalInfo.lastName", ...query } });
      return response.result.data.map((user) => user.personalInfo.lastName);
    };
    expect(await lastNames({ limit: 2, page: 1 })).toEqual(["Muster-Probe", "Probe"]);
    expect(await lastNames({ limit: 2, page: 2 })).toEqual(["Zander"]);
    for (const filter of [{}, { dateRange: `${day}..${day}` }])
      expect(await lastNames({ sortOrder: "desc", ...filter })).toEqual(["Zander", "Probe", "Muster-Probe"]);
    for (const invalidQuery of [
      { role: "chief" },
      { status: "gone" },
      { sortBy: "password" },
      { limit: 101 },
      { dateRange: "x" },
    ]) {
      expect((await client.call(listUsers, { query: invalidQuery })).status).toBe(400);
    }
  });

  it("R7u-01 the operator lists the people of all organizations, audited once in the platform's log", async () => {
    const { organization } = await organizationWith();
    const operator = new TestClient(testApp);
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    const { result } = await operator.call(listUsers, {
      query: { limit: 100, sortBy: "createdAt", sortOrder: "desc" },
    });
    expect(new Set(result.data.map((user) => user.organizationId)).size).toBeGreaterThan(1);
    expect(result.data.some((user) => user.organizationId === organization.id)).toBe(true);
    await operator.call(listUsers);
    const rows = await queryRows(
      testApp,
      "select seq from audit_entry where action = 'platform.members_viewed'",
    );
    expect(rows).toHaveLength(1);
    const assistant = new TestClient(testApp);
    await assistant.signIn(await makePlatformAccount(testApp, "admin"));
    expect((await assistant.call(listUsers)).status).toBe(403);
  });
});

describe("changing a person", () => {
  it("R7u-07 merges the sent fields, keeps omitted ones and creates a new version", async () => {
    const { client, organization } = await organizationWith();
    const { personId } = await makeMember(testApp, organization.id, "viewer", { department: "Labor" });
    const before = (await client.call(getUser, { params: { id: personId } })).result;
    const changes = { phone: "+49 30 7654321", validUntil: "2031-05-01T00:00:00.000Z" };
    const { result } = await client.call(updateUser, {
      params: { id: personId },
      headers: { "if-match": `"${before.version}"` },
      body: { personalInfo: { lastName: "Beispiel-Neu" }, organizationData: { extension: "42" }, ...changes },
    });
    expect(result).toEqual({
      ...before,
      personalInfo: { ...before.personalInfo, lastName: "Beispiel-Neu" },
      organizationData: { ...before.organizationData, extension: "42" },
      ...changes,
      version: before.version + 2,
    });
    const cleared = await client.call(updateUser, {
      params: { id: personId },
      body: { organizationData: { department: null }, phone: null },
    });
    expect([cleared.result.organizationData.department, cleared.result.phone]).toEqual([null, null]);
    const [entry] = await auditEntries(testApp, organization.id, "user.updated");
    expect(entry?.record.changes).toEqual({
      last_name: ["•", "•"],
      phone: ["•", "•"],
      valid_until: [null, changes.validUntil],
      extension: [null, "42"],
    });
  });

  it("R7u-07 rejects an old version and keeps the newer changes", async () => {
    const { client, organization } = await organizationWith();
    const { personId } = await makeMember(testApp, organization.id, "viewer");
    const change = (department: string, version: number) =>
      client.call(updateUser, {
        params: { id: personId },
        headers: { "if-match": `"${version}"` },
        body: { organizationData: { department } },
      });
    const { version } = (await client.call(getUser, { params: { id: personId } })).result;
    expect((await change("Labor", version)).status).toBe(200);
    expect((await change("Empfang", version)).problem.code).toBe("PRECONDITION_FAILED");
    const after = (await client.call(getUser, { params: { id: personId } })).result;
    expect(after.organizationData.department).toBe("Labor");
  });

  it("R3-17 N13 accepts the whole entity, and rejects and names a changed read-only field", async () => {
    const { client, organization } = await organizationWith();
    const { personId } = await makeMember(testApp, organization.id, "viewer");
    const before = (await client.call(getUser, { params: { id: personId } })).result;
    const unchanged = await client.call(updateUser, { params: { id: personId }, body: before });
    expect([unchanged.status, unchanged.result]).toEqual([200, before]);
    const cases: [Record<string, unknown>, string, string][] = [
      [{ username: before.username?.toUpperCase(), phone: "030 999" }, "username", "usernameImmutable"],
      [{ role: { type: "editor", permissions: [] } }, "role", "readOnly"],
      [{ mustChangePassword: true }, "mustChangePassword", "readOnly"],
      [{ failedLoginAttempts: 3 }, "failedLoginAttempts", "readOnly"],
      [{ createdAt: "2020-01-01T00:00:00Z" }, "createdAt", "readOnly"],
      [{ passwordHash: "x" }, "passwordHash", "unknownField"],
    ];
    for (const [body, path, code] of cases) {
      const { status, problem } = await client.call(updateUser, { params: { id: personId }, body });
      expect([status, problem.errors?.[0]]).toMatchObject([400, { path, code }]);
    }
    expect((await client.call(getUser, { params: { id: personId } })).result).toEqual(before);
  });

  it("see R6-50 signs out a deactivated person on the next request, and lets them work again after activation", async () => {
    const { client, organization } = await organizationWith();
    const member = await makeMember(testApp, organization.id, "viewer");
    const memberClient = new TestClient(testApp);
    await memberClient.signIn(member);
    const set = (status: string) =>
      client.call(updateUser, { params: { id: member.personId }, body: { status } });
    await warmUpCache(testApp, memberClient);
    await set("deactivated");
    expect((await memberClient.call(getMe)).status).toBe(401);
    expect(
      (
        await new TestClient(testApp).call(login, {
          body: { username: member.username, password: member.password },
        })
      ).problem.code,
    ).toBe("ACCOUNT_DISABLED");
    await set("active");
    await memberClient.signIn(member);
    expect((await memberClient.call(getMe)).status).toBe(200);
  });

  it("see R6-44 applies a changed role on the next request", async () => {
    const { client, organization } = await organizationWith();
    const member = await makeMember(testApp, organization.id, "practice_admin");
    const memberClient = new TestClient(testApp);
    await memberClient.signIn(member);
    await warmUpCache(testApp, memberClient);
    expect((await memberClient.call(createUser, { body: newUser() })).status).toBe(201);
    const { result } = await client.call(setUserRole, {
      params: { id: member.personId },
      body: { type: "viewer" },
    });
    expect(result.role.type).toBe("viewer");
    expect((await memberClient.call(createUser, { body: newUser() })).status).toBe(403);
    const [entry] = await auditEntries(testApp, organization.id, "user.role_changed");
    expect(entry?.record.changes).toMatchObject({ role: ["practice_admin", "viewer"] });
  });

  it("R7u-08 erases the person's data, ends their sessions and frees their seat and names after a deletion", async () => {
    const { client, organization } = await organizationWith("org_admin", 2);
    const member = await makeMember(testApp, organization.id, "viewer", {
      firstName: "Kanaria",
      lastName: "Muster-Gelb",
    });
    const memberClient = new TestClient(testApp);
    await memberClient.signIn(member);
    expect((await client.call(deleteUser, { params: { id: member.personId } })).status).toBe(204);
    expect((await memberClient.call(getMe)).status).toBe(401);
    expect((await client.call(getUser, { params: { id: member.personId } })).status).toBe(404);
    const rows = await queryRows(
      testApp,
      "select p.*, m.* from person p join membership m on m.person_id = p.id where p.id = $1",
      [member.personId],
    );
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Kanaria|Gelb|${member.email}|${member.username}`));
    const again = newUser({ username: member.username, email: member.email });
    expect((await client.call(createUser, { body: again })).status).toBe(201);
  });
});

describe("authority over a person", () => {
  const changes: [
    string,
    (client: TestClient, id: string) => Promise<{ status: number; problem: { code: string } }>,
  ][] = [
    [
      "names",
      (client, id) => client.call(updateUser, { params: { id }, body: { personalInfo: { firstName: "X" } } }),
    ],
    ["phone", (client, id) => client.call(updateUser, { params: { id }, body: { phone: "030 123456" } })],
    [
      "e-mail",
      (client, id) =>
        client.call(updateUser, { params: { id }, body: { email: `${unique("x")}@example.org` } }),
    ],
    ["deletion", (client, id) => client.call(deleteUser, { params: { id } })],
  ];

  it.each(changes)(
    "see R6-49 N53 allows %s only while the person belongs to no other organization",
    async (_name, change) => {
      const [home, elsewhere] = [await organizationWith(), await organizationWith()];
      const person = () => makeMember(testApp, home.organization.id, "viewer");
      const [both, invited, platform, alone] = [
        await person(),
        await person(),
        await person(),
        await person(),
      ];
      await joinOrganization(testApp, elsewhere.organization.id, both.personId, "viewer");
      await elsewhere.client.call(createUser, { body: newUser({ email: invited.email }) });
      await queryRows(testApp, "update person set platform_role = 'admin' where id = $1", [
        platform.personId,
      ]);
      for (const { personId } of [both, invited, platform]) {
        const { status, problem } = await change(home.client, personId);
        expect([status, problem.code]).toEqual([409, "PERSON_IN_MULTIPLE_ORGANIZATIONS"]);
      }
      expect((await change(home.client, alone.personId)).status).toBeLessThan(300);
    },
  );

  it("see R6-49 always includes the membership", async () => {
    const [home, elsewhere] = [await organizationWith(), await organizationWith()];
    const { personId } = await makeMember(testApp, home.organization.id, "viewer");
    await joinOrganization(testApp, elsewhere.organization.id, personId, "editor");
    const change = await home.client.call(updateUser, {
      params: { id: personId },
      body: { organizationData: { department: "Labor" }, status: "deactivated" },
    });
    expect(change.result).toMatchObject({
      status: "deactivated",
      organizationData: { department: "Labor" },
    });
    const unchanged = await elsewhere.client.call(getUser, { params: { id: personId } });
    expect(unchanged.result).toMatchObject({ status: "active", organizationData: { department: null } });
  });

  it("R7u-23 N12 does not cover a higher or equal role", async () => {
    const { client, organization } = await organizationWith("practice_admin");
    for (const role of ["org_admin", "practice_admin"] as const) {
      const { personId } = await makeMember(testApp, organization.id, role);
      const params = { id: personId };
      const bodies = [
        { personalInfo },
        { phone: "+49 30 5554443" },
        { email: `${unique("neu")}@example.org` },
        { organizationData: { department: "Labor" } },
        { validUntil: "2099-12-31T22:59:59.000Z" },
        { status: "deactivated" as const },
      ];
      const about = { id: organization.id, userId: personId };
      const responses = await Promise.all([
        ...bodies.map((body) => client.call(updateUser, { params, body })),
        client.call(setUserRole, { params, body: { type: "viewer" } }),
        client.call(setMemberRole, { params: about, body: { role: "viewer" } }),
        client.call(removeMember, { params: about }),
        client.call(deleteUser, { params }),
      ]);
      expect(responses.map(({ problem }) => problem.code)).toEqual(responses.map(() => "FORBIDDEN"));
    }
  });

  it.each(["org_admin", "practice_admin"] as const)(
    "R6-47 N11 does not let users change their own role, or deactivate or delete themselves",
    async (role) => {
      const { client, member, organization } = await organizationWith(role);
      const params = { id: member.personId };
      const about = { id: organization.id, userId: member.personId };
      const responses = [
        await client.call(setUserRole, { params, body: { type: "viewer" } }),
        await client.call(setUserRole, { params, body: { type: role, permissions: ["users:write"] } }),
        await client.call(setMemberRole, { params: about, body: { role: "viewer" } }),
        await client.call(updateUser, { params, body: { status: "deactivated" } }),
        await client.call(deleteUser, { params }),
      ];
      expect(responses.map(({ problem }) => problem.code)).toEqual(Array(5).fill("CANNOT_MODIFY_SELF"));
      const stored = await queryRows(testApp, "select role from membership where person_id = $1", [
        member.personId,
      ]);
      expect(stored).toEqual([{ role }]);
    },
  );

  it("R6-48 N11 keeps the last org_admin, even if two are demoted at once", async () => {
    const organization = await makeOrganization(testApp);
    const [first, second] = [
      await makeMember(testApp, organization.id, "org_admin"),
      await makeMember(testApp, organization.id, "org_admin"),
    ];
    const operator = new TestClient(testApp);
    operator.headers = { "x-organization-id": organization.id };
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    const lower = (id: string) => operator.call(setUserRole, { params: { id }, body: { type: "viewer" } });
    const responses = await Promise.all([lower(first.personId), lower(second.personId)]);
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(
      await count("select count(*)::int from membership where organization_id = $1 and role = 'org_admin'", [
        organization.id,
      ]),
    ).toBe(1);
    const [last] = await queryRows<{ person_id: string }>(
      testApp,
      "select person_id from membership where organization_id = $1 and role = 'org_admin'",
      [organization.id],
    );
    const params = { id: last?.person_id ?? "" };
    expect((await operator.call(deleteUser, { params })).problem.code).toBe("LAST_ADMINISTRATOR");
    const deactivation = await operator.call(updateUser, { params, body: { status: "deactivated" } });
    expect(deactivation.problem.code).toBe("LAST_ADMINISTRATOR");
  });

  it("see R6-49 a reused address in two organizations reveals nothing and gives access to no other account", async () => {
    await deleteAttempts(testApp);
    const [home, elsewhere] = [await organizationWith(), await organizationWith()];
    const owner = await makeMember(testApp, home.organization.id, "editor", {
      firstName: "Ada",
      lastName: "Geheim-Muster",
    });
    const knownUser = newUser({ email: owner.email });
    const unknown = newUser({ email: `${unique("unbekannt")}@example.org` });
    const responses = [
      await elsewhere.client.call(createUser, { body: knownUser }),
      await elsewhere.client.call(createUser, { body: unknown }),
    ];
    const shapes = responses.map(({ status, result, headers }) => ({
      status,
      headers: [...headers.keys()].toSorted(),
      body: {
        ...result,
        id: "",
        _id: "",
        username: "",
        email: "",
        personalInfo: "",
        createdAt: "",
        joinedAt: "",
      },
    }));
    expect(shapes[0]).toEqual(shapes[1]);
    expect(responses[0]?.result.id).not.toBe(owner.personId);
    expect(JSON.stringify(responses[0]?.result)).not.toContain("Geheim");
    // Neither address can be used to sign in before its owner has confirmed it, but the usernames can.
    for (const body of [knownUser, unknown]) {
      const byEmail = await new TestClient(testApp).call(login, {
        body: { email: body["email" as never], password },
      });
      expect(byEmail.problem.code).toBe("INVALID_CREDENTIALS");
      await new TestClient(testApp).signIn({ username: body.username, password });
    }
    const memberClient = new TestClient(testApp);
    const session = await memberClient.signIn({ email: owner.email, password: owner.password });
    expect([session.user.id, session.user.organizationId]).toEqual([owner.personId, home.organization.id]);
  });
});
