import * as endpoints from "@praxisportal/contract/passkeys/passkeys.endpoints";
import { Authenticator } from "./authenticator.ts";
import { unique } from "./factories.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

/** Adds a passkey to the account of a client that signed in recently. */
export async function addPasskey(testApp: TestApp, client: TestClient, { synced = false } = {}) {
  const authenticator = new Authenticator(testApp, synced);
  const { result: options } = await client.call(endpoints.passkeyOptions);
  const body = { ...authenticator.create(options), name: unique("Schlüssel") };
  const { result } = await client.call(endpoints.addPasskey, { body });
  return { authenticator, id: result.id, name: result.name };
}

/** Signs in only with a passkey and keeps the tokens. */
export async function signInWithPasskey(client: TestClient, authenticator: Authenticator) {
  const { result: options } = await client.call(endpoints.passkeyLoginOptions, { body: {} });
  const response = await client.call(endpoints.passkeyLogin, { body: authenticator.authenticate(options) });
  if (response.status === 200) client.accessToken = response.result.accessToken;
  return response;
}
