import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { authenticateOrgToken } from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import { getUser } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tokenRequestBody } from "../../../../test/application.ts";
import {
  deleteAttempts,
  makeMember,
  makeOrganization,
  queryRows,
  testPassword,
} from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp);
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

/** Returns status and German text of a refused sign-in. */
async function refusal(user: { email: string | null }, password: string, client = new TestClient(testApp)) {
  const { status, problem } = await client.call(auth.login, { body: { email: user.email, password } });
  return [status, problem.message];
}

async function memberAfter(change: string) {
  const member = await makeMember(testApp, organization.id, "viewer");
  await queryRows(testApp, change, [member.personId]);
  return member;
}

describe("texts of a refused sign-in", () => {
  it("R8-48 R8-51 R8-53 a locked account is reported only to a known device and to administrators", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const knownBrowser = new TestClient(testApp, "browser");
    await knownBrowser.signIn(member);
    for (const client of [new TestClient(testApp), knownBrowser]) {
      for (let index = 0; index < 10; index += 1) await refusal(member, "falsch", client);
    }
    // A device that only a colleague has used is not known for this account.
    const colleagueDevice = new TestClient(testApp, "browser");
    await colleagueDevice.signIn(await makeMember(testApp, organization.id, "org_admin"));
    const byName = { username: member.username, organizationId: organization.id };
    for (const password of ["falsch", testPassword]) {
      for (const [client, expected] of [
        [new TestClient(testApp), [429, "Zu viele Versuche"]],
        [colleagueDevice, [429, "Zu viele Versuche"]],
        [knownBrowser, [403, "Konto gesperrt"]],
      ] as const) {
        expect(await refusal(member, password, client)).toEqual(expected);
        const { status, problem } = await client.call(auth.login, { body: { ...byName, password } });
        expect([status, problem.message]).toEqual(expected);
      }
      // An application does not count as a known device, although it runs on one.
      const applicationResponse = await knownBrowser.call(authenticateOrgToken, {
        body: tokenRequestBody({ ...member, organizationId: organization.id }, { password }),
      });
      expect([applicationResponse.status, applicationResponse.problem.message]).toEqual([
        429,
        "Zu viele Versuche",
      ]);
    }
    const admin = new TestClient(testApp);
    await admin.signIn(await makeMember(testApp, organization.id, "practice_admin"));
    const account = await admin.call(getUser, { params: { id: member.personId } });
    expect(account.result).toMatchObject({ lockStatus: "locked", lockReason: "failed_logins" });
  });

  it.each([
    ["R8-49", "Konto deaktiviert", "update membership set status = 'deactivated' where person_id = $1"],
    ["R8-49", "Konto deaktiviert", "update person set deactivated_at = now() where id = $1"],
    ["R8-50", "Konto nicht verifiziert", "update membership set status = 'pending' where person_id = $1"],
  ])(
    "R8-53 %s the text is '%s' after the right password, and reveals nothing before it",
    async (_id, text, change) => {
      const member = await memberAfter(change);
      expect(await refusal(member, "falsch")).toEqual([401, "Ungültige Anmeldedaten"]);
      // Nor does a sign-in by name, or one of an application.
      const byName = { username: member.username, organizationId: organization.id, password: "falsch" };
      const nameResponse = await new TestClient(testApp).call(auth.login, { body: byName });
      expect([nameResponse.status, nameResponse.problem.message]).toEqual([401, "Ungültige Anmeldedaten"]);
      const tokenRequests = [member, { email: "niemand@example.org" }].map(async ({ email }) => {
        const body = tokenRequestBody({ email, organizationId: organization.id }, { password: "falsch" });
        const { status, problem } = await new TestClient(testApp).call(authenticateOrgToken, { body });
        return [status, problem.code, problem.message];
      });
      const [requested, unknown] = await Promise.all(tokenRequests);
      expect(requested).toEqual(unknown);
      expect(requested).toEqual([400, "AUTHENTICATION_FAILED", expect.any(String)]);
      await deleteAttempts(testApp);
      expect(await refusal({ email: "niemand@example.org" }, "falsch")).toEqual([
        401,
        "Ungültige Anmeldedaten",
      ]);
      expect(await refusal(member, testPassword)).toEqual([403, text]);
      const right = { ...byName, password: testPassword };
      const namedRight = await new TestClient(testApp).call(auth.login, { body: right });
      expect([namedRight.status, namedRight.problem.message]).toEqual([403, text]);
      for (let index = 0; index < 9; index += 1) await refusal(member, "falsch");
      // Within the same limit: once it is reached, even the right password is not checked.
      expect(await refusal(member, testPassword)).toEqual([429, "Zu viele Versuche"]);
    },
  );
});
