import { makePlatformAccount, queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";

export async function signedInOperator(testApp: TestApp): Promise<TestClient & { personId: string }> {
  const account = await makePlatformAccount(testApp, "super_admin");
  const client = new TestClient(testApp);
  await client.signIn(account);
  return Object.assign(client, { personId: account.personId });
}

/** Lets the proof of identity of a person expire. */
export async function expireProof(testApp: TestApp, personId: string): Promise<void> {
  await queryRows(
    testApp,
    "update session set authenticated_at = now() - interval '11 minutes' where person_id = $1",
    [personId],
  );
  testApp.app.callers.cache.forgetAll();
}
