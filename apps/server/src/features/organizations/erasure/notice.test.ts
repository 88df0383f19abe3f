import {
  getOrganization,
  updateOrganization,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import {
  getDeletionCertificate,
  getTenant,
  giveNotice,
  reactivateTenant,
  withdrawNotice,
} from "@praxisportal/contract/tenants/tenants.endpoints";
import { exportTenant } from "@praxisportal/contract/tenant-export/tenant-export.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditEntries,
  deleteAttempts,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";

const dayMs = 86_400_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

const runJob = () =>
  testApp.app.jobs.find(({ name }) => name === "organization-erasure")?.run(new AbortController().signal);

/** Returns the date in Germany after the given number of days. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(
    new Date(testApp.clock.now().getTime() + days * dayMs),
  );

async function signInMember(person: { email: string | null }): Promise<TestClient> {
  const client = new TestClient(testApp, "browser");
  await client.signIn(person);
  return client;
}

async function organizationWithAdmin(overrides: Parameters<typeof makeOrganization>[1] = {}) {
  const { id } = await makeOrganization(testApp, overrides);
  const admin = await makeMember(testApp, id, "org_admin", { firstName: "Lia", lastName: "Muster-Probe" });
  return { id, params: { id }, admin, client: await signInMember(admin) };
}

const operator = async () => signInMember(await makePlatformAccount(testApp, "super_admin"));

describe("a notice", () => {
  it("see R0-106 names the end of the contract, is recorded, and reaches the other administrators", async () => {
    const { id, params, client } = await organizationWithAdmin();
    const colleague = await makeMember(testApp, id, "org_admin");
    const { status, result } = await client.call(giveNotice, { params, body: { endsOn: dayIn(10) } });
    expect(status).toBe(200);
    const endsAt = new Date(result.notice?.endsAt ?? "");
    expect(
      new Intl.DateTimeFormat("sv-SE", {
        timeZone: "Europe/Berlin",
        dateStyle: "short",
        timeStyle: "short",
      }).format(endsAt),
    ).toBe(`${dayIn(11)} 00:00`);
    expect(new Date(result.notice?.erasedFrom ?? "").getTime() - endsAt.getTime()).toBe(30 * dayMs);
    expect(result.status).toBe("active");
    expect((await client.call(getTenant, { params })).result.notice).toEqual(result.notice);
    expect(
      await queryRows(testApp, "select person_id, kind from notification where organization_id = $1", [id]),
    ).toEqual([{ person_id: colleague.personId, kind: "noticeGiven" }]);
    for (const chain of [id, platformChainId]) {
      const entries = await auditEntries(testApp, chain, "organization.notice_given");
      expect(entries.filter(({ target_id }) => target_id === id)).toHaveLength(1);
    }
    const secondNotice = await client.call(giveNotice, { params, body: { endsOn: dayIn(20) } });
    expect([secondNotice.status, secondNotice.problem.code]).toEqual([409, "CONFLICT"]);
  });

  it("see R0-106 needs an administrator with a fresh proof, and a day within two months", async () => {
    const { id, params, client, admin } = await organizationWithAdmin();
    for (const endsOn of [dayIn(-1), dayIn(70)]) {
      const { status, problem } = await client.call(giveNotice, { params, body: { endsOn } });
      expect([status, problem.code]).toEqual([400, "VALIDATION_FAILED"]);
    }
    const member = await signInMember(await makeMember(testApp, id, "practice_admin"));
    expect((await member.call(giveNotice, { params, body: { endsOn: dayIn(5) } })).status).toBe(403);
    await queryRows(
      testApp,
      "update session set authenticated_at = authenticated_at - interval '11 minutes' where person_id = $1",
      [admin.personId],
    );
    testApp.app.callers.cache.forgetAll();
    const late = await client.call(giveNotice, { params, body: { endsOn: dayIn(5) } });
    expect(late.problem.code).toBe("STEP_UP_REQUIRED");
    expect((await client.call(getTenant, { params })).result.notice).toBeNull();
  });

  it("see R0-106 can be withdrawn by administrators until the contract ends, and after that only by the operator", async () => {
    const { id, params, client, admin } = await organizationWithAdmin();
    expect((await client.call(withdrawNotice, { params })).problem.code).toBe("CONFLICT");
    await client.call(giveNotice, { params, body: { endsOn: dayIn(0) } });
    const withdrawn = await client.call(withdrawNotice, { params });
    expect([withdrawn.status, withdrawn.result.notice]).toEqual([200, null]);
    await client.call(giveNotice, { params, body: { endsOn: dayIn(0) } });
    testApp.clock.advance(2 * dayMs);
    await runJob();
    const later = await signInMember(admin);
    expect((await later.call(withdrawNotice, { params })).problem.code).toBe("CONFLICT");
    const root = await operator();
    expect((await root.call(reactivateTenant, { params })).problem.code).toBe("CONFLICT");
    const { result } = await root.call(withdrawNotice, { params });
    expect([result.status, result.notice, result.suspendedAt]).toEqual(["active", null, null]);
    testApp.clock.advance(40 * dayMs);
    await runJob();
    expect(
      await queryRows(testApp, "select status from organization where organization_id = $1", [id]),
    ).toEqual([{ status: "active" }]);
  });

  it("R0-106 deletes the organization when it expires, after 30 days of reading and exporting", async () => {
    const { id, params, client, admin } = await organizationWithAdmin();
    const viewer = await signInMember(await makeMember(testApp, id, "viewer"));
    const trial = await organizationWithAdmin({ status: "trial" });
    await trial.client.call(giveNotice, { params: trial.params, body: { endsOn: dayIn(3) } });
    const notice = await client.call(giveNotice, { params, body: { endsOn: dayIn(3) } });
    const endsAt = Date.parse(notice.result.notice?.endsAt ?? "");
    await runJob();
    expect((await viewer.call(getMe)).status).toBe(200);
    testApp.clock.advance(4 * dayMs);
    await runJob();
    expect((await viewer.call(getMe)).status).toBe(401);
    for (const days of [0, 29]) {
      testApp.clock.advance(days * dayMs);
      await runJob();
      const reader = await signInMember(admin);
      const { status, result } = await reader.call(getOrganization, { params });
      expect(status).toBe(200);
      expect(result.suspension?.erasedFrom).toBe(new Date(endsAt + 30 * dayMs).toISOString());
      expect((await reader.call(exportTenant, { params, query: {} })).status).toBe(200);
      const change = await reader.call(updateOrganization, { params, body: { name: "Neuer Name" } });
      expect(change.problem.code).toBe("ORGANIZATION_SUSPENDED");
    }
    testApp.clock.advance(2 * dayMs);
    await Promise.all([runJob(), runJob()]);
    for (const organizationId of [id, trial.id])
      expect(
        await queryRows(
          testApp,
          "select status, erased_at is not null as erased from organization where organization_id = $1",
          [organizationId],
        ),
      ).toEqual([{ status: "deleted", erased: true }]);
    expect(await queryRows(testApp, "select from membership where organization_id = $1", [id])).toEqual([]);
    const root = await operator();
    const response = await root.fetch(getDeletionCertificate.path.replace("{id}", id));
    const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    const text = (await extractText(pdf, { mergePages: true })).text.replaceAll(/\s+/g, " ");
    // Who gave notice, and when.
    expect(text).toMatch(/ um [\d:]+ von Lia Muster-Probe /);
  });
});
