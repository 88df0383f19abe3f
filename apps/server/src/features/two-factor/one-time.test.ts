import { authenticateOrgToken } from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import * as endpoints from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tokenRequestBody } from "../../../test/application.ts";
import { deleteAttempts, makeMember, makeOrganization, testPassword } from "../../../test/factories.ts";
import { appCode, beginSignIn, setUpSecondFactor } from "../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp);
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

async function signedInMember() {
  const member = await makeMember(testApp, organization.id, "viewer");
  const client = new TestClient(testApp);
  await client.signIn(member);
  return { member, client };
}

describe("an authenticator code", () => {
  it("R7s-13 N17 completes only one of 20 simultaneous sign-ins that use it", async () => {
    const { member, client } = await signedInMember();
    const { secret } = await setUpSecondFactor(testApp, client);
    const tokens: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      tokens.push(await beginSignIn(new TestClient(testApp), member));
    }
    const totpCode = appCode(testApp, secret);
    const responses = await Promise.all(
      tokens.map((tempToken) =>
        new TestClient(testApp).call(endpoints.verifyTwoFactor, { body: { tempToken, totpCode } }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusalCodes = responses.filter(({ status }) => status !== 200).map(({ problem }) => problem.code);
    expect(refusalCodes.filter((code) => code !== "CODE_INVALID" && code !== "TOO_MANY_ATTEMPTS")).toEqual(
      [],
    );
  });

  it("R7s-13 N17 cannot be used to sign in if it enabled the second factor", async () => {
    const { member, client } = await signedInMember();
    const { secret } = (await client.call(endpoints.setupTwoFactor)).result;
    const totpCode = appCode(testApp, secret);
    expect((await client.call(endpoints.enableTwoFactor, { body: { totpCode } })).status).toBe(200);
    const otherClient = new TestClient(testApp);
    const tempToken = await beginSignIn(otherClient, member);
    const again = await otherClient.call(endpoints.verifyTwoFactor, { body: { tempToken, totpCode } });
    expect([again.status, again.problem.code]).toEqual([400, "CODE_INVALID"]);
    const later = appCode(testApp, secret, 1);
    const next = await otherClient.call(endpoints.verifyTwoFactor, { body: { tempToken, totpCode: later } });
    expect(next.status).toBe(200);
  });
});

describe("a code that was used to sign in", () => {
  it.each(["totpCode", "backupCode"] as const)(
    "see R7s-13 R7s-14 N17 is refused by every other call that takes one: %s",
    async (kind) => {
      const { member, client } = await signedInMember();
      const { secret, backupCodes } = await setUpSecondFactor(testApp, client);
      const code = { [kind]: kind === "totpCode" ? appCode(testApp, secret) : backupCodes[0] };
      const tempToken = await beginSignIn(client, member);
      const { result } = await client.call(endpoints.verifyTwoFactor, { body: { tempToken, ...code } });
      client.accessToken = result.accessToken;
      const refusals = [
        await client.call(endpoints.stepUp, { body: code }),
        await client.call(endpoints.disableTwoFactor, { body: { password: testPassword, ...code } }),
        await new TestClient(testApp).call(authenticateOrgToken, { body: tokenRequestBody(member, code) }),
      ];
      expect(refusals.map(({ problem }) => problem.code)).toEqual([
        "CODE_INVALID",
        "CODE_INVALID",
        "AUTHENTICATION_FAILED",
      ]);
      expect((await client.call(endpoints.getTwoFactor)).result.enabled).toBe(true);
    },
  );
});

describe("disabling the second factor", () => {
  it("R7s-35 see R8-73 N36 requires the correct password, even shortly after a code", async () => {
    const { client } = await signedInMember();
    const { secret } = await setUpSecondFactor(testApp, client);
    for (const totpCode of [undefined, appCode(testApp, secret)]) {
      const response = await client.call(endpoints.disableTwoFactor, {
        body: { password: "Falsches-Kennwort-1", ...(totpCode && { totpCode }) },
      });
      expect([response.status, response.problem.code]).toEqual([400, "PASSWORD_INCORRECT"]);
    }
    expect((await client.call(endpoints.getTwoFactor)).result.enabled).toBe(true);
    const right = await client.call(endpoints.disableTwoFactor, { body: { password: testPassword } });
    expect(right.status).toBe(204);
  });
});
