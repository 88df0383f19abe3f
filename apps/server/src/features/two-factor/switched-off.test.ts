import {
  enableTwoFactor,
  getTwoFactor,
  setupTwoFactor,
  verifyTwoFactor,
} from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization } from "../../../test/factories.ts";
import { appCode, beginSignIn } from "../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { deriveKeys, seal } from "../../platform/crypto/sealed-secrets.ts";
import { makeTotpSecret } from "./totp.ts";
import * as queries from "./two-factor.queries.ts";

let testApp: TestApp;
let strictOrganization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp({ FEATURE_TWO_FACTOR: "off" });
  strictOrganization = await makeOrganization(testApp, { twoFactorPolicy: "required_all" });
});
afterAll(() => testApp.stop());

describe("FEATURE_TWO_FACTOR=off", () => {
  it("R0-45 see R9-52 refuses to set up a second factor", async () => {
    const client = new TestClient(testApp, "browser");
    await client.signIn(await makeMember(testApp, strictOrganization.id, "viewer"));
    for (const response of [
      await client.call(setupTwoFactor),
      await client.call(enableTwoFactor, { body: { totpCode: "123456" } }),
    ]) {
      expect([response.status, response.problem.code]).toEqual([409, "TWO_FACTOR_NOT_OFFERED"]);
    }
  });

  it("R0-45 does not require a second factor from a member without one, regardless of the organization's policy", async () => {
    const client = new TestClient(testApp, "browser");
    expect(
      (await client.signIn(await makeMember(testApp, strictOrganization.id, "org_admin"))).restriction,
    ).toBeNull();
    expect((await client.call(getMe)).status).toBe(200);
    expect((await client.call(getTwoFactor)).result).toMatchObject({ enabled: false, required: false });
  });

  it("R0-45 still requires the code of a member who has a second factor", async () => {
    const member = await makeMember(testApp, strictOrganization.id, "viewer");
    const { personId } = member;
    const secret = makeTotpSecret();
    const { sealing } = deriveKeys(Buffer.alloc(32, 7));
    await testApp.app.identityDb.write((tx) =>
      queries.enable(tx, {
        personId,
        secret: seal(sealing, `two_factor:${personId}`, secret),
        step: 0,
        now: testApp.clock.now(),
      }),
    );
    const client = new TestClient(testApp, "browser");
    const tempToken = await beginSignIn(client, member);
    const { status } = await client.call(verifyTwoFactor, {
      body: { tempToken, totpCode: appCode(testApp, secret) },
    });
    expect(status).toBe(200);
  });
});
