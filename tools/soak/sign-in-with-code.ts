import { demoPassword, demoTotpSecret } from "../../apps/server/src/features/demo/demo-people.ts";
import { AuthenticatorApp } from "../../e2e/support/second-factor.ts";

/** The demonstration account with a second factor. */
const username = "zweifaktor";

/** Returns the authenticator app of that account. */
export function demoAuthenticator(): AuthenticatorApp {
  return AuthenticatorApp.fromKey(demoTotpSecret);
}

/** Signs in with that account and a code from its app. Returns the status of the second step. */
export async function signInWithCode(origin: string, totpCode: string): Promise<number> {
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${origin}/api/v1/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const firstStep = await post("login", { username, password: demoPassword });
  const { tempToken } = (await firstStep.json()) as { tempToken: string };
  return (await post("verify-2fa", { tempToken, totpCode })).status;
}
