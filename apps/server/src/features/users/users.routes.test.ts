import { allEndpoints } from "@praxisportal/contract/endpoints";
import { getMe, updateMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditEntries,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../test/factories.ts";
import { tally } from "../../../test/tally.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { platformChainId } from "../../platform/audit/audit-record.ts";

const selfServiceChangesPerHour = 120;

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp);
});
afterAll(() => testApp.stop());

async function signInMember(overrides: Parameters<typeof makeMember>[3] = {}) {
  const member = await makeMember(testApp, organization.id, "viewer", overrides);
  const client = new TestClient(testApp);
  await client.signIn(member);
  return { member, client };
}

async function storedRow(personId: string) {
  const [row] = await queryRows(
    testApp,
    `select p.first_name, p.last_name, p.phone, p.version, p.failed_login_attempts, p.must_change_password, p.email,
       p.platform_role, m.role, m.permissions, m.status, m.username, m.department
     from person p left join membership m on m.person_id = p.id where p.id = $1`,
    [personId],
  );
  return row;
}

describe("GET /users/me", () => {
  it("R3-01 R3-02 R3-03 R3-04 R3-05 R3-06 R3-08 R3-15 R7u-03 returns the person of the session and no secrets", async () => {
    const { member, client } = await signInMember({
      firstName: "Ludmilla",
      lastName: "Beispiel-Probe",
      department: "Empfang",
    });
    await queryRows(
      testApp,
      "update membership set created_at = '2021-03-04T05:06:07Z' where person_id = $1",
      [member.personId],
    );
    const response = await client.fetch(getMe.path);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      id: member.personId,
      _id: member.personId,
      username: member.username,
      email: member.email,
      personalInfo: { firstName: "Ludmilla", lastName: "Beispiel-Probe", email: member.email },
      role: { type: "viewer", permissions: expect.arrayContaining(["users:view", "users:read"]) },
      organizationId: organization.id,
      status: "active",
      organizationData: { department: "Empfang" },
      phone: null,
      lockStatus: "unlocked",
      failedLoginAttempts: 0,
      lockReason: null,
      mustChangePassword: false,
      createdAt: "2021-03-04T05:06:07.000Z",
      settings: { isDarkMode: false, language: "de" },
    });
    expect(text).not.toMatch(/argon2|password_hash|passwordHash|secret|token/i);
    const colleague = await signInMember();
    expect((await colleague.client.call(getMe)).result.id).toBe(colleague.member.personId);
  });

  it("R3-14 lastLogin is null before the first sign-in in this organization and its time afterwards", async () => {
    const { member, client } = await signInMember();
    const first = (await client.call(getMe)).result.lastLogin;
    expect(Date.parse(first ?? "")).toBeLessThanOrEqual(Date.now() + 60_000);
    const otherOrganization = await makeOrganization(testApp);
    await joinOrganization(testApp, otherOrganization.id, member.personId, "editor");
    testApp.app.callers.cache.forgetPerson(member.personId);
    const { result } = await client.call(getMe, { headers: { "x-organization-id": otherOrganization.id } });
    expect(result.lastLogin).toBeNull();
    expect(result.role.type).toBe("editor");
  });

  it("R7u-03 shows a platform account without an organization", async () => {
    const account = await makePlatformAccount(testApp, "super_admin");
    const client = new TestClient(testApp);
    await client.signIn({ username: account.username });
    expect((await client.call(getMe)).result).toMatchObject({
      id: account.personId,
      organizationId: null,
      role: { type: "super_admin" },
    });
    const inOrganization = await client.call(getMe, { headers: { "x-organization-id": organization.id } });
    expect(inOrganization.result.organizationId).toBeNull();
  });
});

describe("PUT /users/me", () => {
  it("R7u-04 R3-10 changes names, phone and settings, keeps omitted fields and clears the phone with null", async () => {
    const { client } = await signInMember({ firstName: "Mia", lastName: "Muster" });
    const first = await client.call(updateMe, {
      body: {
        personalInfo: { firstName: "  Maria  " },
        phone: "+49 30 123456",
        settings: { isDarkMode: true },
      },
    });
    expect(first.result).toMatchObject({
      personalInfo: { firstName: "Maria", lastName: "Muster" },
      phone: "+49 30 123456",
      settings: { isDarkMode: true, language: "de" },
    });
    const second = await client.call(updateMe, { body: { settings: { language: "en" } } });
    expect(second.result).toMatchObject({
      phone: "+49 30 123456",
      settings: { isDarkMode: true, language: "en" },
    });
    const renamed = await client.call(updateMe, { body: { personalInfo: { lastName: "Neumann" } } });
    expect(renamed.result.personalInfo).toMatchObject({ firstName: "Maria", lastName: "Neumann" });
    const cleared = await client.call(updateMe, { body: { phone: null } });
    expect(cleared.result).toMatchObject({
      phone: null,
      personalInfo: { firstName: "Maria", lastName: "Neumann" },
    });
    expect((await client.call(getMe)).result).toEqual(cleared.result);
  });

  it("N71 audits changes to names and phone, but not to settings", async () => {
    const { client } = await signInMember();
    const entries = async () =>
      (await queryRows(testApp, "select id from audit_entry where action = 'user.profile_updated'")).length;
    const before = await entries();
    for (const isDarkMode of [true, false, true])
      await client.call(updateMe, { body: { settings: { isDarkMode } } });
    const { result } = await client.call(updateMe, { body: { settings: { language: "en" } } });
    expect(result.settings).toEqual({ isDarkMode: true, language: "en" });
    expect(await entries()).toBe(before);
    await client.call(updateMe, { body: { phone: "+49 30 123456", settings: { isDarkMode: false } } });
    // The organization and the platform each have one entry.
    expect(await entries()).toBe(before + 2);
    const [entry] = await auditEntries(testApp, platformChainId, "user.profile_updated").then(
      (chainEntries) => chainEntries.slice(-1),
    );
    expect(Object.keys(entry?.record.changes ?? {})).toEqual(["phone"]);
  });

  it("N71 limits the number of changes per hour", async () => {
    const { client } = await signInMember();
    const change = (index: number) => client.call(updateMe, { body: { phone: `+49 30 ${1_000 + index}` } });
    const statuses = new Set<number>();
    // Each round stays below the number of parallel calls that a person may make.
    for (let sent = 0; sent < selfServiceChangesPerHour; sent += 20) {
      const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => change(sent + index)));
      for (const { status } of responses) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([200]));
    const refusal = await change(selfServiceChangesPerHour);
    expect(refusal.problem.code).toBe("TOO_MANY_REQUESTS");
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
    const { client: other } = await signInMember();
    expect((await other.call(updateMe, { body: { phone: "+49 30 2000" } })).status).toBe(200);
  });

  it("N71 every call that leaves permanent rows about its caller is limited", () => {
    const unlimited = allEndpoints.filter(
      ({ access, audit, rateLimit: perPerson }) =>
        access.who === "session" && "action" in audit && perPerson === undefined,
    );
    // Signing out ends the session, also at the legacy practice server, so each entry needs a sign-in.
    expect(unlimited.map(({ name }) => name)).toEqual(["auth.logout", "legacy.signOut"]);
  });

  it("R7u-05 R3-17 N07 rejects all other fields as unknown and changes nothing", async () => {
    const { member, client } = await signInMember();
    const before = await storedRow(member.personId);
    const bodies: Record<string, unknown>[] = [
      { role: { type: "org_admin", permissions: [] } },
      { role: "org_admin" },
      { permissions: ["*"] },
      { organizationId: organization.id },
      { status: "active" },
      { failedLoginAttempts: 0 },
      { mustChangePassword: false },
      { username: "anders" },
      { email: "anders@example.org" },
      { personalInfo: { email: "anders@example.org" } },
      { emailVerified: true },
      { version: 9 },
      { id: member.personId },
      { password: "Neues-Kennwort-1" },
      { platformRole: "super_admin" },
      { settings: { isDarkMode: true, theme: "x" } },
    ];
    for (const body of bodies) {
      const { status, problem } = await client.call(updateMe, { body: { phone: "030 999999", ...body } });
      expect([JSON.stringify(body), status]).toEqual([JSON.stringify(body), 400]);
      const codes = problem.errors?.map((issue) => issue.code);
      expect(codes).toContain("unknownField");
    }
    // `__proto__` must be written by hand: JSON.stringify never sends it.
    const response = await client.fetch(updateMe.path, {
      method: "PUT",
      body: '{"phone":"030 999999","__proto__":{"role":"super_admin"}}',
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(400);
    expect(await storedRow(member.personId)).toEqual(before);
  });

  it("see R9-26 rejects invalid names, phone numbers and settings", async () => {
    const { client } = await signInMember();
    for (const body of [
      { personalInfo: { firstName: "" } },
      { personalInfo: { lastName: "   " } },
      { personalInfo: { firstName: "Mia\r\nBcc: x@example.org" } },
      { personalInfo: { firstName: "x".repeat(101) } },
      { personalInfo: { firstName: null } },
      { phone: "call me" },
      { settings: { language: "fr" } },
      { settings: { language: "it" } },
      { settings: { isDarkMode: "yes" } },
    ]) {
      const response = await client.call(updateMe, { body });
      expect([JSON.stringify(body), response.status]).toEqual([JSON.stringify(body), 400]);
    }
  });

  it("see R7u-04, R0-194 responds with 412 and the current version if If-Match names another one, and changes nothing", async () => {
    const { member, client } = await signInMember();
    const { version } = (await client.call(getMe)).result;
    const put = (ifMatch: string, phone: string) =>
      client.call(updateMe, { body: { phone }, headers: { "if-match": ifMatch } });
    const change = await put(`"${version}"`, "030 111111");
    expect(change.result.version).toBe(version + 1);
    for (const stale of [`"${version}"`, `W/"${version}"`, String(version), '"abc"', '""']) {
      const refusal = await put(stale, "030 222222");
      expect([stale, refusal.status]).toEqual([stale, 412]);
      expect(refusal.problem).toMatchObject({ code: "PRECONDITION_FAILED", version: version + 1 });
    }
    expect(await storedRow(member.personId)).toMatchObject({ phone: "030 111111", version: version + 1 });
    expect((await put("*", "030 333333")).status).toBe(200);
  });

  it("see R7u-04 applies exactly one of 20 parallel changes with the same version", async () => {
    const { member, client } = await signInMember();
    const { version } = (await client.call(getMe)).result;
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        client.call(updateMe, {
          body: { phone: `030 00${index + 10}` },
          headers: { "if-match": `"${version}"` },
        }),
      ),
    );
    expect(tally(responses)).toEqual({ 200: 1, 412: 19 });
    expect(await storedRow(member.personId)).toMatchObject({ version: version + 1 });
  });

  it("keeps the names in every organization's member row up to date, including blocked and pending ones", async () => {
    const { member, client } = await signInMember();
    const [blocked, pending] = [await makeOrganization(testApp), await makeOrganization(testApp)];
    await joinOrganization(testApp, blocked.id, member.personId, "viewer", { blockedAt: new Date() });
    await joinOrganization(testApp, pending.id, member.personId, "viewer", { status: "pending" });
    await client.call(updateMe, {
      body: { personalInfo: { firstName: "Äußerst", lastName: "Neu-Name" }, phone: "030 777777" },
    });
    const rows = await queryRows(
      testApp,
      "select first_name, last_name, phone, search_text like 'äußerst neu-name%' as found from membership where person_id = $1",
      [member.personId],
    );
    const expected = { first_name: "Äußerst", last_name: "Neu-Name", phone: "030 777777", found: true };
    expect(rows).toEqual([expected, expected, expected]);
  });

  it("audits the change in the person's organizations and the platform chain with masked values", async () => {
    const { member, client } = await signInMember({ lastName: "Vorher-Name" });
    const otherOrganization = await makeOrganization(testApp);
    await joinOrganization(testApp, otherOrganization.id, member.personId, "editor");
    testApp.app.callers.cache.forgetPerson(member.personId);
    await client.call(updateMe, {
      body: { personalInfo: { lastName: "Nachher-Name" }, phone: "030 424242", settings: { language: "de" } },
    });
    for (const chain of [organization.id, otherOrganization.id, platformChainId]) {
      const entries = await auditEntries(testApp, chain, "user.profile_updated");
      const ownEntries = entries.filter((entry) => entry.target_id === member.personId);
      expect(ownEntries).toHaveLength(1);
      expect(ownEntries[0]?.record.changes).toEqual({ last_name: ["•", "•"], phone: ["•", "•"] });
      expect(JSON.stringify(ownEntries)).not.toMatch(/Vorher-Name|Nachher-Name|424242/);
    }
  });

  it("creates no version and no audit entry if nothing changes", async () => {
    const { member, client } = await signInMember({ firstName: "Mia" });
    const before = (await client.call(getMe)).result;
    for (const body of [{}, { personalInfo: { firstName: "Mia" } }, { phone: null, settings: {} }]) {
      const { result } = await client.call(updateMe, { body });
      // The calls themselves update the last activity.
      expect(result).toEqual({ ...before, lastActivity: result.lastActivity });
    }
    const entries = await auditEntries(testApp, organization.id, "user.profile_updated");
    expect(entries.filter((entry) => entry.target_id === member.personId)).toEqual([]);
  });

  it("notifies the open pages of the user's organizations after the change", async () => {
    const { member, client } = await signInMember();
    const published: unknown[] = [];
    testApp.app.live.subscribe((event) => {
      if (event.event === "userUpdate") published.push([event.organizationId, event.data]);
    });
    await client.call(updateMe, { body: { phone: "030 555555" } });
    await expect
      .poll(() => published)
      .toContainEqual([organization.id, { type: "user.profile_updated", userId: member.personId }]);
  });
});
