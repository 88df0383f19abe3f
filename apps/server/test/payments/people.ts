import { makePlatformAccount, queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";

export async function signedInOperator(test: TestApp): Promise<TestClient & { personId: string }> {
  const account = await makePlatformAccount(test, "super_admin");
  const client = new TestClient(test);
  await client.signIn(account);
  return Object.assign(client, { personId: account.personId });
}

/** Lets the proof of identity of a person expire. */
export async function expireProof(test: TestApp, personId: string): Promise<void> {
  await queryRows(
    test,
    "update session set authenticated_at = now() - interval '11 minutes' where person_id = $1",
    [personId],
  );
  test.app.callers.cache.forgetAll();
}
