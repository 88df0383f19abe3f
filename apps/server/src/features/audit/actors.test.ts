import { listAudit, listPlatformAudit, verifyAudit } from "@praxisportal/contract/audit/audit.endpoints";
import { deleteUser, updateMe, updateUser } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeApplication } from "../../../test/application.ts";
import { auditEntries, makeMember, makePlatformAccount } from "../../../test/factories.ts";
import { organizationWith } from "../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

it("N58 N69 an application is logged as itself with the user it acts for, and is found by that user", async () => {
  const { organization, member, client } = await organizationWith(testApp);
  const { personId } = await makeMember(testApp, organization.id, "viewer");
  const application = await makeApplication(testApp, member);
  application.client.headers = { "x-organization-id": organization.id };
  const body = { organizationData: { department: "Labor" }, personalInfo: { firstName: "Neu" } };
  const update = await application.client.call(updateUser, { params: { id: personId }, body });
  expect(update.status).toBe(200);

  const [stored] = await auditEntries(testApp, organization.id, "user.updated");
  expect(stored?.record.actor).toMatchObject({
    type: "token",
    id: member.personId,
    application: { id: "kasse-am-empfang" },
  });
  const params = { id: organization.id };
  const { result } = await client.call(listAudit, {
    params,
    query: { person: member.personId, action: "user.updated" },
  });
  expect(result.data[0]?.actor).toEqual({
    type: "token",
    id: member.personId,
    name: "Mia Muster-Probe",
    account: member.username,
    role: "org_admin",
    application: { id: "kasse-am-empfang", name: "Kasse am Empfang" },
  });
  expect((await client.call(verifyAudit, { params })).result.intact).toBe(true);

  const operator = new TestClient(testApp);
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
  const platform = await operator.call(listPlatformAudit, { query: { person: personId } });
  expect(platform.result.data[0]?.actor).toMatchObject({
    type: "token",
    account: null,
    application: { name: "Kasse am Empfang" },
  });
});

it("N69 users of the same name are distinguished by their usernames", async () => {
  const { organization, member, client } = await organizationWith(testApp);
  const viewer = await makeMember(testApp, organization.id, "viewer", { firstName: "Vera", email: null });
  const memberClient = new TestClient(testApp);
  await memberClient.signIn({ username: viewer.username, organizationId: organization.id });
  memberClient.headers = {
    "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  };
  // The new name equals the name of the administrator.
  const body = { personalInfo: { firstName: "Mia", lastName: "Muster-Probe" } };
  expect((await memberClient.call(updateMe, { body })).status).toBe(200);
  const entriesAbout = async (personId: string) =>
    (await client.call(listAudit, { params: { id: organization.id }, query: { person: personId } })).result
      .data;
  const [renamed] = await entriesAbout(viewer.personId);
  const [signedIn] = await entriesAbout(member.personId);
  expect(renamed?.request).toMatchObject({ browser: "Firefox 140", system: "Windows" });
  expect(signedIn?.request).toMatchObject({ browser: null, system: null });
  expect([renamed?.actor.name, signedIn?.actor.name]).toEqual(["Mia Muster-Probe", "Mia Muster-Probe"]);
  expect([renamed?.actor.account, signedIn?.actor.account]).toEqual([viewer.username, member.username]);
  expect(renamed?.target?.account).toBe(viewer.username);

  await client.call(deleteUser, { params: { id: viewer.personId } });
  const [erased] = await entriesAbout(viewer.personId);
  expect([erased?.target?.name, erased?.target?.account]).toEqual([null, null]);
});
