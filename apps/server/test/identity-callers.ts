import { updateOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import { stepUpMs } from "@praxisportal/contract/limits";
import { setUserRole } from "@praxisportal/contract/users/users.endpoints";
import { expect } from "vitest";
import { makeApplication } from "./application.ts";
import { joinOrganization, makeMember, makeOrganization, queryRows } from "./factories.ts";
import type { TestApp } from "./test-app.ts";
import { TestClient } from "./test-client.ts";

/** Caller, and the member whose identity the call changes. For calls about oneself both are the same person. */
export type World = {
  client: TestClient;
  /** Session of the caller, or token of the application. */
  sessionId: string;
  organizationId: string;
  caller: Member;
  subject: Member;
};
type Member = Awaited<ReturnType<typeof makeMember>>;

/** Kinds of callers who change their own identity. */
export const selfKinds = [
  "fresh proof",
  "stale proof",
  "has a second factor, entered only the password",
  "application with read and write",
  "application with the profile",
  "session from before a stricter policy",
] as const;
export type SelfKind = (typeof selfKinds)[number];

/** Kinds of callers who change a member. */
export const administratorKinds = [
  "higher rank, fresh proof",
  "higher rank, stale proof",
  "higher rank, has a second factor, entered only the password",
  "equal rank",
  "lower rank",
  "lacks a permission granted to the member",
  "application with read and write",
  "session from before a stricter policy",
  "session from before a demotion",
  "the member belongs to two organizations",
] as const;
export type AdministratorKind = (typeof administratorKinds)[number];

export async function selfWorld(testApp: TestApp, kind: SelfKind): Promise<World> {
  const { id } = await makeOrganization(testApp);
  const caller = await makeMember(testApp, id, "viewer");
  return { ...(await signIn(testApp, caller, kind)), organizationId: id, caller, subject: caller };
}

export async function administratorWorld(testApp: TestApp, kind: AdministratorKind): Promise<World> {
  const { id } = await makeOrganization(testApp);
  const lacks = kind === "lacks a permission granted to the member";
  const caller =
    kind === "lower rank"
      ? await makeMember(testApp, id, "viewer", { permissions: ["users:write", "users:read"] })
      : await makeMember(testApp, id, lacks ? "practice_admin" : "org_admin");
  const subject = await makeMember(testApp, id, kind === "equal rank" ? "org_admin" : "viewer", {
    permissions: lacks ? ["billing:write"] : [],
  });
  if (kind === "the member belongs to two organizations") {
    await joinOrganization(testApp, (await makeOrganization(testApp)).id, subject.personId, "viewer");
  }
  return { ...(await signIn(testApp, caller, kind)), organizationId: id, caller, subject };
}

/** Signs in a second administrator of the organization, for changes made outside the call under test. */
export async function otherOwner(testApp: TestApp, organizationId: string): Promise<TestClient> {
  const client = new TestClient(testApp);
  await client.signIn(await makeMember(testApp, organizationId, "org_admin"));
  return client;
}

async function signIn(
  testApp: TestApp,
  caller: Member,
  kind: SelfKind | AdministratorKind,
): Promise<Pick<World, "client" | "sessionId">> {
  const scope = kind === "application with the profile" ? ["profile"] : ["read", "write"];
  if (kind.startsWith("application")) {
    const { client, pair } = await makeApplication(testApp, caller, { scope });
    client.headers = { "x-organization-id": caller.organizationId };
    return { client, sessionId: pair.tokenId };
  }
  const client = new TestClient(testApp);
  client.headers = { "x-organization-id": caller.organizationId };
  const { sessionId } = await client.signIn(caller);
  return { client, sessionId };
}

/** Makes the changes that happen between the sign-in and the call. */
export async function applyChanges(
  testApp: TestApp,
  kind: SelfKind | AdministratorKind,
  { client, sessionId, caller, organizationId }: World,
): Promise<void> {
  if (kind.endsWith("stale proof")) {
    testApp.clock.advance(stepUpMs);
    expect((await client.refresh()).status).toBe(200);
  }
  if (kind.includes("entered only the password")) {
    // The proof of the factor is older than that of the password, as after an unlock with the password.
    await queryRows(
      testApp,
      "insert into two_factor (person_id, secret, enabled_at, last_step) values ($1, '', now(), 0) on conflict do nothing",
      [caller.personId],
    );
    await queryRows(
      testApp,
      `update session set authenticated_at = $2, second_factor_at = $2::timestamptz - interval '11 minutes'
       where id = $1`,
      [sessionId, testApp.clock.now()],
    );
    testApp.app.callers.cache.forgetPerson(caller.personId);
  }
  if (kind === "session from before a stricter policy") {
    const owner = await otherOwner(testApp, organizationId);
    await owner.call(updateOrganization, {
      params: { id: organizationId },
      body: { settings: { security: { twoFactorPolicy: "required_all" } } },
    });
  }
  if (kind === "session from before a demotion") {
    const owner = await otherOwner(testApp, organizationId);
    // An owner cannot change another owner.
    await queryRows(testApp, "update membership set role = 'practice_admin' where person_id = $1", [
      caller.personId,
    ]);
    const response = await owner.call(setUserRole, {
      params: { id: caller.personId },
      body: { type: "viewer", permissions: [] },
    });
    expect(response.status).toBe(200);
  }
}
