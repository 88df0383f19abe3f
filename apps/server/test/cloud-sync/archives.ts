import { makeMember, makeOrganization, queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";

/** Public key of these tests' key pair. */
export const publicKey = "age1lq3p8rkngljdzgvserzc25304jd3xl8rtnkxpnwm2xww46yhsssq7c3gyq";

/** Creates an organization and signs its administrator in. */
export async function organizationWithAdmin(testApp: TestApp) {
  const { id } = await makeOrganization(testApp);
  const admin = await makeMember(testApp, id, "org_admin");
  const client = new TestClient(testApp);
  await client.signIn(admin);
  return { id, admin, client };
}

/** Requests a sync for an organization that is due now. */
export async function requestSync(testApp: TestApp, organizationId: string, key = publicKey): Promise<void> {
  await queryRows(
    testApp,
    `insert into cloud_sync (organization_id, public_key, requested_at) values ($1, $2, now())
     on conflict (organization_id) do update set requested_at = now()`,
    [organizationId, key],
  );
}

/** Runs the job once, like the scheduler. */
export async function runSyncs({ app }: TestApp): Promise<void> {
  const job = app.jobs.find(({ name }) => name === "cloud-sync");
  if (job === undefined) throw new Error("there is no job");
  await job.run(new AbortController().signal);
}
