import { login } from "@praxisportal/contract/auth/auth.endpoints";
import * as endpoints from "@praxisportal/contract/organizations/organizations.endpoints";
import { addMember } from "@praxisportal/contract/members/members.endpoints";
import { createSite } from "@praxisportal/contract/sites/sites.endpoints";
import { getMe, transferUser, updateUser } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeApplication } from "../../../../test/application.ts";
import {
  auditEntries,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  testPassword,
} from "../../../../test/factories.ts";
import { organizationWith } from "../../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import { verifyChain } from "../../../platform/audit/audit-verifier.ts";

const organizationRestoreWindowMs = 30 * 86_400_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

/** Runs the scheduled job of the portal once. */
async function runJob(): Promise<void> {
  const job = testApp.app.jobs.find(({ name }) => name === "organization-erasure");
  if (job === undefined) throw new Error("The portal has no such job");
  await job.run(new AbortController().signal);
}

/** Returns an organization with data in every table, and one where some of its people also work. */
async function fullOrganization() {
  const { client, organization, member: admin } = await organizationWith(testApp);
  const otherOrganization = await makeOrganization(testApp, { maxUsers: 20 });
  await joinOrganization(testApp, otherOrganization.id, admin.personId, "org_admin");
  testApp.app.callers.cache.forgetPerson(admin.personId);
  const params = { id: organization.id };
  const alone = await makeMember(testApp, organization.id, "editor", {
    firstName: "Lia",
    lastName: "Muster-Allein",
  });
  const sharedMember = await makeMember(testApp, organization.id, "viewer", {
    firstName: "Vera",
    lastName: "Demo-Beide",
  });
  await joinOrganization(testApp, otherOrganization.id, sharedMember.personId, "viewer");
  const movedMember = await makeMember(testApp, organization.id, "viewer");
  await client.call(addMember, {
    params,
    body: { email: "neu@example.org", firstName: "Nele", lastName: "Probe-Neu" },
  });
  await client.call(createSite, { params, body: { name: "Hauptpraxis", address: null, number: null } });
  await client.call(updateUser, {
    params: { id: sharedMember.personId },
    body: { organizationData: { department: "Labor" } },
  });
  await client.call(updateUser, { params: { id: alone.personId }, body: { phone: "030 1234" } });
  await client.call(transferUser, {
    params: { id: movedMember.personId },
    body: { organizationId: otherOrganization.id },
  });
  await makeApplication(testApp, { email: alone.email, organizationId: organization.id });
  const memberClient = new TestClient(testApp);
  await memberClient.signIn(alone);
  return { organization, other: otherOrganization, alone, sharedMember, admin, memberClient };
}

const deletedSince = (organizationId: string, ms: number) =>
  queryRows(
    testApp,
    "update organization set status = 'deleted', deleted_at = $2::timestamptz where organization_id = $1",
    [organizationId, new Date(testApp.clock.now().getTime() - ms).toISOString()],
  );

/** Counts the rows of an organization in every table that has a column for an organization. */
async function rowsOf(organizationId: string): Promise<Record<string, number>> {
  const columns = await queryRows<{ table_name: string; column_name: string }>(
    testApp,
    `select c.table_name, c.column_name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.column_name in ('organization_id', 'start_organization_id', 'last_organization_id')`,
    [],
  );
  const rowCounts: Record<string, number> = {};
  for (const { table_name: table, column_name: column } of columns) {
    const [row] = await queryRows<{ n: number }>(
      testApp,
      `select count(*)::int as n from ${table} where ${column} = $1`,
      [organizationId],
    );
    if (row !== undefined && row.n > 0) rowCounts[table] = (rowCounts[table] ?? 0) + row.n;
  }
  return rowCounts;
}

describe("an organization 30 days after its deletion", () => {
  it("see R7o-07 is erased in every table, with its people and their sessions and keys; its log stays valid, without names", async () => {
    const { organization, other, alone, sharedMember, admin, memberClient } = await fullOrganization();
    const tables = Object.keys(await rowsOf(organization.id));
    expect(tables).toEqual(
      expect.arrayContaining([
        "membership",
        "invitation",
        "site",
        "department",
        "transfer",
        "org_token",
        "org_token_secret",
        "session",
      ]),
    );
    const otherBefore = await rowsOf(other.id);
    await deletedSince(organization.id, organizationRestoreWindowMs);
    await Promise.all([runJob(), runJob()]);

    const remaining = await rowsOf(organization.id);
    expect(Object.keys(remaining).toSorted()).toEqual([
      "audit_chain",
      "audit_entry",
      "audit_name",
      "organization",
      "organization_erasure",
      "organization_size",
    ]);
    const [row] = await queryRows(
      testApp,
      "select name, details, suspension_reason from organization where organization_id = $1",
      [organization.id],
    );
    expect(row).toEqual({ name: "Gelöschte Praxis", details: {}, suspension_reason: null });
    const names = await queryRows<{ display: string | null }>(
      testApp,
      "select display from audit_name where organization_id = $1 and display is not null",
      [organization.id],
    );
    expect(names).toEqual([]);
    const platformNames = await queryRows(
      testApp,
      "select display from audit_name where person_id = $1 and display is not null",
      [organization.id],
    );
    expect(platformNames).toEqual([]);

    const people = await queryRows(
      testApp,
      `select first_name, last_name, email, phone, password_hash is null as without_password,
         (select count(*)::int from session s where s.person_id = p.id) as sessions
       from person p where id = any($1)`,
      [[alone.personId]],
    );
    expect(people).toEqual([
      {
        first_name: "",
        last_name: "Gelöschte Person",
        email: null,
        phone: null,
        without_password: true,
        sessions: 0,
      },
    ]);
    expect((await memberClient.call(getMe)).status).toBe(401);
    // People who also work elsewhere keep their names, and the other organization keeps everything.
    const [keptPerson] = await queryRows(testApp, "select last_name, email from person where id = $1", [
      sharedMember.personId,
    ]);
    expect(keptPerson).toEqual({ last_name: "Demo-Beide", email: sharedMember.email });
    expect(await rowsOf(other.id)).toEqual(otherBefore);
    const body = { email: admin.email ?? "", password: testPassword };
    expect((await new TestClient(testApp).call(login, { body })).status).toBe(200);

    for (const chain of [organization.id, platformChainId, other.id]) {
      expect(await verifyChain(testApp.app.platformDb.reads, chain)).toMatchObject({ intact: true });
    }
    for (const chain of [organization.id, platformChainId]) {
      const entries = await auditEntries(testApp, chain, "organization.erased");
      const about = entries.filter(({ record }) => record.target?.id === organization.id);
      expect(about.map(({ record }) => [record.actor.type, record.origin, record.changes])).toEqual([
        ["system", "job", { people: [2, 0] }],
      ]);
    }
  });

  it("see R7o-07 cannot be restored: the error states the reason, and the list does not contain it", async () => {
    const { organization } = await organizationWith(testApp);
    const root = new TestClient(testApp);
    await root.signIn(await makePlatformAccount(testApp, "super_admin"));
    await deletedSince(organization.id, organizationRestoreWindowMs);
    await runJob();
    const params = { id: organization.id };
    const { status, problem } = await root.call(endpoints.restoreOrganization, { params });
    expect([status, problem.code]).toEqual([409, "ORGANIZATION_ERASED"]);
    expect(problem.message).toContain("endgültig gelöscht");
    const { result } = await root.call(endpoints.listOrganizations, {
      query: { status: "deleted", limit: 100 },
    });
    expect(result.data.filter(({ id }) => id === organization.id)).toEqual([]);
  });

  it("see R7o-07 is unchanged until then, and after a restoration", async () => {
    const { organization } = await organizationWith(testApp);
    const restoredOrganization = await organizationWith(testApp);
    await deletedSince(organization.id, organizationRestoreWindowMs - 60_000);
    await deletedSince(restoredOrganization.organization.id, organizationRestoreWindowMs);
    await queryRows(
      testApp,
      "update organization set status = 'active', deleted_at = null where organization_id = $1",
      [restoredOrganization.organization.id],
    );
    const before = [await rowsOf(organization.id), await rowsOf(restoredOrganization.organization.id)];
    await runJob();
    expect([await rowsOf(organization.id), await rowsOf(restoredOrganization.organization.id)]).toEqual(
      before,
    );
  });
});
