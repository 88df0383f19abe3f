import { signInWithPin } from "@praxisportal/contract/workstation/workstation.endpoints";
import { queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";

/** Default PIN of {@link enter}. */
export const pin = "482916";

/** Shares the workstation of a client with the people of an organization. */
export async function share(testApp: TestApp, client: TestClient, organizationId: string): Promise<void> {
  await queryRows(
    testApp,
    `update workstation set is_shared = true, auto_lock_minutes = 5, label = 'Empfang', released_at = now()
     where organization_id = $2 and id = (select session.device_id from session join access_token t on t.session_id = session.id
       where t.token_hash = sha256(convert_to($1, 'UTF8')))`,
    [client.accessToken, organizationId],
  );
}

/** Enters the PIN of a person at the workstation of a client, and keeps the token. */
export async function enter(client: TestClient, person: { personId: string }, typed = pin) {
  const response = await client.call(signInWithPin, {
    body: { userId: person.personId, pin: typed },
  });
  if (response.status === 200) client.accessToken = response.result.accessToken;
  return response;
}
