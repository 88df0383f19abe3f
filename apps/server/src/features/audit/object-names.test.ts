import { listAudit } from "@praxisportal/contract/audit/audit.endpoints";
import type { AuditEntry } from "@praxisportal/contract/audit/audit.schema";
import * as orgTokens from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import { updateUser } from "@praxisportal/contract/users/users.endpoints";
import * as workstations from "@praxisportal/contract/workstations/workstations.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeApplication } from "../../../test/application.ts";
import { makeMember, makePlatformAccount, queryRows } from "../../../test/factories.ts";
import { organizationWith } from "../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import type { AuditDraft } from "../../platform/audit/audit-record.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

async function setUp() {
  const { organization, member, client } = await organizationWith(testApp);
  const params = { id: organization.id };
  const entries = async (action: string): Promise<AuditEntry[]> =>
    (await client.call(listAudit, { params, query: { action } })).result.data;
  return { organization, member, client, params, entries };
}

/** Writes an entry as earlier versions stored it: without the name of its object. */
async function writeUnnamed(organizationId: string, draft: Pick<AuditDraft, "action" | "target">) {
  await testApp.app.identityDb.write(async (tx) => {
    tx.record({ organizationId, actor: { type: "system", id: null }, ids: {}, ...draft });
  });
}

/** Deletes the tokens that have expired or were revoked long ago, as the operator does. */
async function cleanUpTokens(): Promise<void> {
  await queryRows(testApp, "update org_token set revoked_at = now() - interval '2 years'");
  const operator = new TestClient(testApp);
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
  const cleanup = await operator.call(orgTokens.cleanUpOrgTokens);
  expect(cleanup.result.deletedCount).toBeGreaterThan(0);
}

it("N69 an application keeps its name in the log after its token was revoked and deleted", async () => {
  const { organization, member, client, entries } = await setUp();
  const { personId } = await makeMember(testApp, organization.id, "viewer");
  const application = await makeApplication(testApp, member);
  application.client.headers = { "x-organization-id": organization.id };
  const body = { organizationData: { department: "Labor" } };
  await application.client.call(updateUser, { params: { id: personId }, body });
  const { tokenId } = application.pair;
  expect((await client.call(orgTokens.revokeOneOrgToken, { params: { id: tokenId } })).status).toBe(204);
  const target = { type: "token", id: tokenId, name: "Kasse am Empfang" };
  const expectNames = async () => {
    expect((await entries("token.created"))[0]?.target).toMatchObject(target);
    expect((await entries("token.revoked"))[0]?.target).toMatchObject(target);
    expect((await entries("user.updated"))[0]?.actor.application?.name).toBe("Kasse am Empfang");
  };
  await expectNames();
  await cleanUpTokens();
  await expectNames();
});

it("N69 an entry about a token that was stored without a name shows the application's", async () => {
  const { organization, member, entries } = await setUp();
  const { pair } = await makeApplication(testApp, member);
  await writeUnnamed(organization.id, {
    action: "token.revoked",
    target: { type: "token", id: pair.tokenId },
  });
  expect((await entries("token.revoked"))[0]?.target?.name).toBe("Kasse am Empfang");
});

it("see R7t-12 a user who revokes their own tokens sees in the log which applications had them", async () => {
  const { member, client, entries } = await setUp();
  await makeApplication(testApp, member);
  await makeApplication(testApp, member, { applicationId: "labor", applicationName: "Laborgerät" });
  const revocation = await client.call(orgTokens.revokeAllOrgTokens, {
    body: { reason: "Telefon verloren" },
  });
  expect(revocation.result.revokedCount).toBe(2);
  expect((await entries("token.revoked"))[0]?.changes).toEqual({
    applications: { before: ["Kasse am Empfang", "Laborgerät"], after: [] },
  });
});

it("see R6-01 a workstation keeps its name in the log after it was removed", async () => {
  const { organization, member, client, entries } = await setUp();
  await new TestClient(testApp, "browser").signIn(member);
  const input = { params: { id: organization.id } };
  const [workstation] = (await client.call(workstations.listWorkstations, input)).result.data;
  const params = { ...input.params, workstationId: workstation?.id ?? "" };
  const update = { params, body: { label: "Empfang 1" } };
  expect((await client.call(workstations.updateWorkstation, update)).status).toBe(200);
  expect((await client.call(workstations.removeWorkstation, { params })).status).toBe(204);
  const list = async () =>
    (await entries("workstation.*")).map(({ action, target }) => [action, target?.name]);
  expect(await list()).toEqual([
    ["workstation.removed", "Empfang 1"],
    ["workstation.updated", "Empfang 1"],
  ]);
  // Earlier versions stored the removal without the name.
  await writeUnnamed(organization.id, {
    action: "workstation.removed",
    target: { type: "workstation", id: params.workstationId },
  });
  expect((await list())[0]).toEqual(["workstation.removed", "Empfang 1"]);
});
