import { getOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import { listOwnActivity, listUsers, updateMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, makePlatformAccount, queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

const recentActivityEntries = 10;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

describe("GET /api/v1/users/me/activity", () => {
  it("see R2.1-23 shows only the user's own platform actions and opened organizations, newest first", async () => {
    const organization = await makeOrganization(testApp);
    const otherClient = new TestClient(testApp);
    await otherClient.signIn(await makePlatformAccount(testApp, "super_admin"));
    await otherClient.call(getOrganization, { params: { id: organization.id } });
    const account = await makePlatformAccount(testApp, "super_admin");
    const client = new TestClient(testApp);
    await client.signIn(account);
    await client.call(getOrganization, { params: { id: organization.id } });
    await client.call(listUsers);
    await client.call(updateMe, { body: { phone: "+49 30 1234567" } });
    const { result } = await client.call(listOwnActivity);
    const actor = expect.objectContaining({ id: account.personId });
    expect(result.data).toEqual([
      expect.objectContaining({ action: "user.profile_updated", outcome: "success", actor }),
      expect.objectContaining({ action: "platform.members_viewed", actor, organization: null }),
      expect.objectContaining({
        action: "platform.organization_opened",
        actor,
        organization: { id: organization.id, name: organization.name },
      }),
      expect.objectContaining({ action: "auth.login", actor }),
    ]);
    expect(result.data[0]?.target).toMatchObject({ id: account.personId, name: result.data[0]?.actor.name });
  });

  it("see R2.1-23 R9-33 shows only the newest entries", async () => {
    const account = await makePlatformAccount(testApp, "super_admin");
    const client = new TestClient(testApp);
    await client.signIn(account);
    for (let index = 0; index < recentActivityEntries + 3; index += 1) {
      await client.call(updateMe, { body: { phone: `+49 30 12345${index}` } });
    }
    const { result } = await client.call(listOwnActivity);
    expect(result.data.map(({ action }) => action)).toEqual(
      Array.from({ length: recentActivityEntries }, () => "user.profile_updated"),
    );
    const times = result.data.map(({ time }) => time);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it("see R2.1-23 is read by its own index, regardless of the length of the chains", async () => {
    const rows = await queryRows<{ "QUERY PLAN": string }>(
      testApp,
      `explain select * from audit_entry where actor_id = gen_random_uuid()
        and (organization_id = '00000000-0000-0000-0000-000000000000' or action in ('platform.organization_opened', 'platform.practice_opened'))
        order by occurred_at desc, seq desc limit 10`,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("audit_entry_platform_actor");
  });

  it.each(["org_admin", "viewer"] as const)("see R2.1-23 is refused to %s", async (role) => {
    const { id } = await makeOrganization(testApp);
    const client = new TestClient(testApp);
    await client.signIn(await makeMember(testApp, id, role, { permissions: ["users:*"] }));
    expect((await client.call(listOwnActivity)).problem.code).toBe("FORBIDDEN");
  });

  it("see R2.1-23 is refused to the system administrator", async () => {
    const client = new TestClient(testApp);
    await client.signIn(await makePlatformAccount(testApp, "admin"));
    expect((await client.call(listOwnActivity)).problem.code).toBe("FORBIDDEN");
  });
});
