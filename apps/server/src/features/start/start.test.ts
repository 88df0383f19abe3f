import { listNotifications } from "@praxisportal/contract/notifications/notifications.endpoints";
import {
  getOrganization,
  getUserStatistics,
  listOrganizations,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import { getPreferences, setPreferences } from "@praxisportal/contract/preferences/preferences.endpoints";
import { getStart } from "@praxisportal/contract/start/start.endpoints";
import { getCurrentWorkstation } from "@praxisportal/contract/workstation/workstation.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
} from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { Notifier } from "../notifications/notifier.ts";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp, { maxUsers: 50 });
});
afterAll(() => testApp.stop());

/** Signs in a member, in the given organization if there is one. */
async function clientOf(member: Parameters<TestClient["signIn"]>[0], organizationId?: string) {
  const client = new TestClient(testApp);
  if (organizationId !== undefined) client.headers = { "x-organization-id": organizationId };
  await client.signIn(member);
  return client;
}

describe("the start data of the web app", () => {
  it("equals the responses of the single calls", async () => {
    const owner = await makeMember(testApp, organization.id, "org_admin");
    const otherOrganization = await makeOrganization(testApp);
    await joinOrganization(testApp, otherOrganization.id, owner.personId, "viewer");
    const client = await clientOf(owner, otherOrganization.id);
    await client.call(setPreferences, { body: { sidebarCollapsed: true, lists: {} } });
    const params = { id: otherOrganization.id };
    const single = {
      preferences: (await client.call(getPreferences)).result,
      notifications: (await client.call(listNotifications, { query: { limit: 100 } })).result,
      workstation: (await client.call(getCurrentWorkstation)).result,
      organizations: (await client.call(listOrganizations, { query: { limit: 20 } })).result,
      organization: (await client.call(getOrganization, { params })).result,
      userStatistics: (await client.call(getUserStatistics, { params })).result,
      offersClassicMode: false,
    };
    expect(single.preferences).toMatchObject({ sidebarCollapsed: true, version: 1 });
    expect(single.organizations.data).toHaveLength(2);
    expect((await client.call(getStart)).result).toEqual(single);
  });

  it("contains only the notifications of the caller", async () => {
    const [first, second] = [
      await makeMember(testApp, organization.id, "viewer"),
      await makeMember(testApp, organization.id, "viewer"),
    ];
    const [personId, organizationId] = [first.personId, organization.id];
    const messages = { de: "d", en: "e", fr: "f", it: "i" };
    await testApp.app.identityDb.write(async (tx) =>
      new Notifier(testApp).store(tx, [
        { personId, organizationId, type: "info", kind: "memberAdded", messages },
      ]),
    );
    const kinds = async (client: TestClient) =>
      (await client.call(getStart)).result.notifications.data.map(({ kind }) => kind);
    expect(await kinds(await clientOf(first))).toEqual(["memberAdded"]);
    expect(await kinds(await clientOf(second))).toEqual([]);
  });

  it("omits organizations that the caller may not read", async () => {
    const client = await clientOf(await makeMember(testApp, organization.id, "hr"));
    const omitted = { organizations: null, organization: null, userStatistics: null };
    expect((await client.call(getStart)).result).toMatchObject(omitted);
  });

  it("lists organizations for a user with several organizations who has selected none", async () => {
    const owner = await makeMember(testApp, organization.id, "org_admin");
    const otherOrganization = await makeOrganization(testApp);
    await joinOrganization(testApp, otherOrganization.id, owner.personId, "viewer");
    const client = await clientOf(owner);
    const { result } = await client.call(getStart);
    expect(result).toMatchObject({ organization: null, userStatistics: null });
    const single = await client.call(listOrganizations, { query: { limit: 20 } });
    expect(single.result.data).toHaveLength(2);
    expect(result.organizations).toEqual(single.result);
  });

  it("omits the list if the caller may read none of their organizations", async () => {
    const member = await makeMember(testApp, organization.id, "hr");
    const otherOrganization = await makeOrganization(testApp);
    await joinOrganization(testApp, otherOrganization.id, member.personId, "hr");
    const client = await clientOf(member);
    expect((await client.call(listOrganizations)).status).toBe(403);
    expect((await client.call(getStart)).result.organizations).toBeNull();
  });

  it("lists organizations for a platform account that has selected none", async () => {
    const operator = await makePlatformAccount(testApp, "super_admin");
    const { result } = await (await clientOf(operator)).call(getStart);
    expect(result).toMatchObject({ organization: null, userStatistics: null });
    expect(result.organizations?.data.length).toBeGreaterThan(1);
    const organizationClient = await clientOf(operator, organization.id);
    expect((await organizationClient.call(getStart)).result.organization?.id).toBe(organization.id);
  });

  it("refuses a foreign organization and a caller without a session", async () => {
    const foreign = await makeOrganization(testApp);
    const client = await clientOf(await makeMember(testApp, organization.id, "org_admin"), foreign.id);
    expect((await client.call(getStart)).status).toBe(404);
    expect((await new TestClient(testApp).call(getStart)).status).toBe(401);
  });
});
