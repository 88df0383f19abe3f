import * as endpoints from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { login } from "@praxisportal/contract/auth/auth.endpoints";
import { Secret, TOTP } from "otpauth";
import { testPassword } from "./factories.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

/** Returns the code that an authenticator app shows for a secret, `steps` after the current one. */
export function appCode(testApp: TestApp, secret: string, steps = 0): string {
  const timestamp = testApp.clock.now().getTime() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Sets up a second factor. The client stays signed in. */
export async function setUpSecondFactor(testApp: TestApp, client: TestClient) {
  const { secret } = (await client.call(endpoints.setupTwoFactor)).result;
  const enabled = await client.call(endpoints.enableTwoFactor, {
    body: { totpCode: appCode(testApp, secret) },
  });
  // The code of this step is used up, and a later sign-in needs a new one.
  testApp.clock.advance(60_000);
  return { secret, backupCodes: enabled.result.backupCodes };
}

/** Runs the first step of a sign-in and returns the token for the second step. */
export async function beginSignIn(
  client: TestClient,
  person: { email: string | null },
  options: { rememberMe?: boolean } = {},
): Promise<string> {
  const { result } = await client.call(login, {
    body: { email: person.email, password: testPassword, ...options },
  });
  if (!result.requires2FA) throw new Error("the sign-in needed no second step");
  return result.tempToken;
}
