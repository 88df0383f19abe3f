import { listOrganizationUsers } from "@praxisportal/contract/organizations/organizations.endpoints";
import { checkSetup, completeSetup } from "@praxisportal/contract/setup/setup.endpoints";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, makePlatformAccount, queryRows } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import { verifyChain } from "../../platform/audit/audit-verifier.ts";

let testApp: TestApp;
let client: TestClient;
beforeEach(async () => {
  testApp = await createTestApp();
  client = new TestClient(testApp);
});
afterEach(() => testApp.stop());

async function makeToken(): Promise<string> {
  const link = await testApp.app.setup.makeLink(testApp.config.publicUrl);
  expect(link).toMatch(/^http:\/\/localhost:8080\/setup\/[\w-]{43}$/);
  return link?.split("/").at(-1) ?? "";
}

const password = "Sonnen-Garten-83";
const bodyOf = (token: string) => ({
  token,
  administrator: {
    firstName: "Petra",
    lastName: "Muster-Betrieb",
    username: "betrieb",
    email: "betrieb@example.org",
    password,
  },
  organization: { name: "Praxis Erstbezug", country: "AT" },
  member: {
    firstName: "Ina",
    lastName: "Muster-Leitung",
    username: "Leitung",
    email: "leitung@example.org",
    password: "Winter-Wiese-94",
  },
});

const firstGrants = ["billing:read", "billing:write", "usage:read", "ai:read", "ai:use", "ai:manage"];

describe("the setup link", () => {
  it("R6-32 creates administrator, organization and owner at once, and both can sign in", async () => {
    const token = await makeToken();
    const check = await client.call(checkSetup, { body: { token } });
    expect(check.result.valid).toBe(true);
    const { status, result } = await client.call(completeSetup, { body: bodyOf(token) });
    expect(status).toBe(201);
    expect(result).toMatchObject({ organizationName: "Praxis Erstbezug" });
    expect(result.practiceCode).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);

    const [organization] = await queryRows(
      testApp,
      "select status, plan, country, time_zone, currency, is_demo from organization",
    );
    expect(organization).toEqual({
      status: "trial",
      plan: "starter",
      country: "AT",
      time_zone: "Europe/Vienna",
      currency: "EUR",
      is_demo: false,
    });
    const [member] = await queryRows(
      testApp,
      "select role, permissions, status, username, department from membership",
    );
    expect(member).toEqual({
      role: "org_admin",
      permissions: firstGrants,
      status: "active",
      username: "leitung",
      department: null,
    });

    const administrator = new TestClient(testApp);
    const signedIn = await administrator.signIn({ username: "betrieb", password });
    expect(signedIn.user.role.type).toBe("super_admin");
    expect(signedIn.organization).toBeNull();
    // The permissions are visible to users who may list members.
    const users = await administrator.call(listOrganizationUsers, { params: { id: result.organizationId } });
    const owner = users.result.data.find((user) => user.username === "leitung");
    expect(owner?.role.permissions).toEqual(expect.arrayContaining(firstGrants));

    const ownerClient = new TestClient(testApp);
    const first = await ownerClient.signIn({ email: "leitung@example.org", password: "Winter-Wiese-94" });
    expect(first.restriction).toBe("password_change");
  });

  it("R6-32 audits setup, organization and owner with their grants, without names in the chain", async () => {
    const token = await makeToken();
    const { result } = await client.call(completeSetup, { body: bodyOf(token) });
    expect(await auditEntries(testApp, platformChainId, "platform.setup_completed")).toHaveLength(1);
    expect(await auditEntries(testApp, result.organizationId, "organization.created")).toHaveLength(1);
    const addedEntries = await auditEntries(testApp, result.organizationId, "member.added");
    expect(addedEntries).toHaveLength(1);
    expect(addedEntries[0]?.record.changes).toEqual({
      role: [null, "org_admin"],
      permissions: [[], firstGrants],
    });
    for (const chain of [platformChainId, result.organizationId]) {
      expect((await verifyChain(testApp.app.platformDb.reads, chain)).intact).toBe(true);
    }
    const records = await queryRows<{ text: string }>(
      testApp,
      "select record::text as text from audit_entry",
    );
    for (const { text } of records) {
      expect(text).not.toMatch(/Muster|betrieb|Sonnen|Winter/);
      expect(text).not.toContain(token);
    }
  });

  it("see R7s-41 is valid for 30 minutes and stored only as a hash", async () => {
    const token = await makeToken();
    const storedRow = await queryRows<{ row: string }>(
      testApp,
      "select one_time_token::text as row from one_time_token",
    );
    expect(JSON.stringify(storedRow)).not.toContain(token);
    testApp.clock.advance(29 * 60_000);
    expect((await client.call(checkSetup, { body: { token } })).status).toBe(200);
    testApp.clock.advance(61_000);
    for (const response of [
      await client.call(checkSetup, { body: { token } }),
      await client.call(completeSetup, { body: bodyOf(token) }),
    ]) {
      expect([response.status, response.problem.code]).toEqual([400, "LINK_INVALID"]);
    }
  });

  it("see R7s-41 becomes invalid when a newer one is created, and once it was used", async () => {
    const older = await makeToken();
    const newer = await makeToken();
    expect((await client.call(checkSetup, { body: { token: older } })).problem.code).toBe("LINK_INVALID");
    expect((await client.call(completeSetup, { body: bodyOf(newer) })).status).toBe(201);
    for (const token of [older, newer, "x".repeat(43)]) {
      const secondUse = await client.call(completeSetup, { body: bodyOf(token) });
      expect([secondUse.status, secondUse.problem.code]).toEqual([400, "LINK_INVALID"]);
    }
    expect(await testApp.app.setup.makeLink(testApp.config.publicUrl)).toBeUndefined();
  });

  it("see R7s-41 used ten times at once creates one administrator", async () => {
    const token = await makeToken();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => new TestClient(testApp).call(completeSetup, { body: bodyOf(token) })),
    );
    const statuses = responses.map((response) => response.status).toSorted((left, right) => left - right);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => ![201, 400, 503].includes(status))).toEqual([]);
    const [counts] = await queryRows(
      testApp,
      "select (select count(*)::int from person) as people, (select count(*)::int from organization) as organizations",
    );
    expect(counts).toEqual({ people: 2, organizations: 1 });
  });

  it("see R7s-41 two links created at the same moment still create one administrator", async () => {
    const first = await makeToken();
    const second = await makeToken();
    // Simulates a newer link that was created without seeing the older one.
    await queryRows(testApp, "update one_time_token set used_at = null");
    const responses = await Promise.all(
      [first, second].map((token) => new TestClient(testApp).call(completeSetup, { body: bodyOf(token) })),
    );
    expect(responses.map((response) => response.status).toSorted((left, right) => left - right)).toEqual([
      201, 409,
    ]);
    expect(responses.find((response) => response.status === 409)?.problem.code).toBe(
      "SETUP_ALREADY_COMPLETED",
    );
    expect(await queryRows(testApp, "select count(*)::int as count from organization")).toEqual([
      { count: 1 },
    ]);
  });

  it("see R7s-41 is rejected once an administrator exists, and stays unused", async () => {
    const token = await makeToken();
    await makePlatformAccount(testApp, "super_admin");
    const { status, problem } = await client.call(completeSetup, { body: bodyOf(token) });
    expect([status, problem.code]).toEqual([409, "SETUP_ALREADY_COMPLETED"]);
    expect(await queryRows(testApp, "select count(*)::int as count from organization")).toEqual([
      { count: 0 },
    ]);
    expect(await queryRows(testApp, "select used_at from one_time_token")).toEqual([{ used_at: null }]);
  });

  it("R8-70 see R5-22 R5-29 R5-30 R5-31 R5-32 names the invalid field and stays usable", async () => {
    const token = await makeToken();
    const validBody = bodyOf(token);
    const invalidBodies: [string, unknown, string[]][] = [
      [
        "weak",
        { ...validBody, administrator: { ...validBody.administrator, password: "kurz" } },
        ["administrator.password"],
      ],
      [
        "own name",
        { ...validBody, member: { ...validBody.member, password: "Leitung12345" } },
        ["member.password"],
      ],
      [
        "organization name",
        { ...validBody, member: { ...validBody.member, password: "Praxis Erstbezug1" } },
        ["member.password"],
      ],
      [
        "same username",
        { ...validBody, member: { ...validBody.member, username: "BETRIEB" } },
        ["member.username"],
      ],
      [
        "same address",
        { ...validBody, member: { ...validBody.member, email: "Betrieb@Example.org" } },
        ["member.email"],
      ],
      [
        "country",
        { ...validBody, organization: { ...validBody.organization, country: "FR" } },
        ["organization.country"],
      ],
      [
        "name",
        { ...validBody, organization: { ...validBody.organization, name: " " } },
        ["organization.name"],
      ],
      ["unknown field", { ...validBody, role: "super_admin" }, ["role"]],
    ];
    for (const [title, body, paths] of invalidBodies) {
      const { status, problem } = await client.call(completeSetup, { body });
      expect([title, status, problem.code]).toEqual([title, 400, "VALIDATION_FAILED"]);
      expect([...new Set(problem.errors?.map((error) => error.path))], title).toEqual(paths);
    }
    const { administrator, member } = validBody;
    const codesFor = async (body: object) => {
      const { problem } = await client.call(completeSetup, { body: { ...validBody, ...body } });
      return problem.errors?.map((error) => [error.path, error.code]);
    };
    for (const [weak, code] of [
      ["Kurz-12", "passwordMinLength"],
      ["ohne-gross-1", "passwordUppercase"],
      ["OHNE-KLEIN-1", "passwordLowercase"],
      ["Ohne-Ziffer", "passwordDigit"],
    ] as const) {
      expect(await codesFor({ administrator: { ...administrator, password: weak } })).toEqual([
        ["administrator.password", code],
      ]);
      expect(await codesFor({ member: { ...member, password: weak } })).toEqual([["member.password", code]]);
    }
    const taken = { ...member, username: "BETRIEB", email: "Betrieb@Example.org" };
    expect(await codesFor({ member: taken })).toEqual([
      ["member.email", "unique"],
      ["member.username", "unique"],
    ]);
    expect((await client.call(completeSetup, { body: validBody })).status).toBe(201);
  });

  it("see R7s-41 cannot be guessed: attempts per address are limited", async () => {
    await makeToken();
    const statuses = new Set<number>();
    for (let index = 0; index < 101; index += 1) {
      statuses.add((await client.call(checkSetup, { body: { token: "y".repeat(43) } })).status);
    }
    expect(statuses).toEqual(new Set([400, 429]));
  });
});
