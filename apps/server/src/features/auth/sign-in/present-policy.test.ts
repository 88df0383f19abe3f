import { checkAuth, verifyPassword } from "@praxisportal/contract/auth/auth.endpoints";
import { updateOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import { getMe, listUsers, setUserRole } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeApplication } from "../../../../test/application.ts";
import { deleteAttempts, makeMember, makeOrganization } from "../../../../test/factories.ts";
import { addPasskey } from "../../../../test/passkeys.ts";
import { openSocket } from "../../../../test/portal-socket.ts";
import { setUpSecondFactor } from "../../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

/** Creates an organization whose second factor is optional, and an owner who has set one up. */
async function organizationWithOwner() {
  const organization = await makeOrganization(testApp);
  const owner = new TestClient(testApp);
  await owner.signIn(await makeMember(testApp, organization.id, "org_admin"));
  await setUpSecondFactor(testApp, owner);
  return {
    organization,
    setPolicy: (twoFactorPolicy: string) =>
      owner.call(updateOrganization, {
        params: { id: organization.id },
        body: { settings: { security: { twoFactorPolicy } } },
      }),
    setRole: (userId: string, type: string) =>
      owner.call(setUserRole, { params: { id: userId }, body: { type, permissions: [] } }),
  };
}

async function signInMember(organizationId: string, role: "viewer" | "editor" = "viewer") {
  const member = await makeMember(testApp, organizationId, role);
  const client = new TestClient(testApp, "browser");
  await client.signIn(member);
  // Puts the caller into the process's cache.
  for (let read = 0; read < 4; read += 1) expect((await client.call(listUsers)).status).toBe(200);
  return { member, client };
}

describe("N64 a second-factor policy that becomes stricter", () => {
  it("restricts open sessions of users without a factor from the next request, until they set one up", async () => {
    const { organization, setPolicy } = await organizationWithOwner();
    const { client } = await signInMember(organization.id);
    expect((await setPolicy("required_all")).status).toBe(200);
    expect((await client.call(listUsers)).problem.code).toBe("TWO_FACTOR_SETUP_REQUIRED");
    expect((await client.call(checkAuth)).result).toMatchObject({
      authenticated: true,
      restriction: "two_factor_setup",
    });
    expect((await client.refresh()).status).toBe(200);
    expect((await client.call(getMe)).status).toBe(403);
    await setUpSecondFactor(testApp, client);
    expect((await client.call(listUsers)).status).toBe(200);
  });

  it("lifts the restriction when the organization withdraws the requirement", async () => {
    const { organization, setPolicy } = await organizationWithOwner();
    const { client } = await signInMember(organization.id);
    await setPolicy("required_all");
    expect((await client.call(listUsers)).status).toBe(403);
    await setPolicy("optional");
    expect((await client.call(listUsers)).status).toBe(200);
  });

  it("ends sessions that began with the password alone if a sign-in would now require a passkey", async () => {
    const { organization, setPolicy } = await organizationWithOwner();
    const { member, client } = await signInMember(organization.id);
    await addPasskey(testApp, client);
    const elsewhere = new TestClient(testApp, "browser");
    await elsewhere.signIn(member);
    expect((await setPolicy("required_all")).status).toBe(200);
    // Registering a passkey proves it for that session.
    expect((await client.call(listUsers)).status).toBe(200);
    expect((await elsewhere.call(listUsers)).status).toBe(401);
    expect((await elsewhere.refresh()).status).toBe(401);
  });

  it("hides events of the organization from open sockets", async () => {
    const { organization, setPolicy } = await organizationWithOwner();
    const { client } = await signInMember(organization.id);
    const sessionId = (await client.call(verifyPassword)).result.sessionId;
    const socket = await openSocket(testApp, client);
    const userId = (await makeMember(testApp, organization.id, "viewer")).personId;
    /**
     * Returns whether an event of the organization arrives before an event of the session that is published after it.
     */
    const receivesEvents = async () => {
      let hasArrived = false;
      void socket.next("userUpdate").then(
        () => (hasArrived = true),
        () => undefined,
      );
      testApp.app.live.publish({ event: "userUpdate", organizationId: organization.id, data: { userId } });
      const ownEvent = socket.next("sessionExpiryWarning");
      testApp.app.live.publish({ event: "sessionExpiryWarning", sessionIds: [sessionId], data: {} });
      await ownEvent;
      return hasArrived;
    };
    expect(await receivesEvents()).toBe(true);
    await setPolicy("required_all");
    await expect.poll(receivesEvents).toBe(false);
  });

  it("rejects the organization tokens of users without a factor", async () => {
    const { organization, setPolicy } = await organizationWithOwner();
    const member = await makeMember(testApp, organization.id, "viewer");
    const { client: application } = await makeApplication(testApp, member);
    expect((await application.call(listUsers)).status).toBe(200);
    await setPolicy("required_all");
    expect((await application.call(listUsers)).status).toBe(401);
    await setPolicy("optional");
    expect((await application.call(listUsers)).status).toBe(200);
  });
});

describe("N64 a change to a role with stricter requirements", () => {
  it("restricts the open session of a new administrator without a factor", async () => {
    const { organization, setPolicy, setRole } = await organizationWithOwner();
    await setPolicy("required_admins");
    const { member, client } = await signInMember(organization.id);
    expect((await setRole(member.personId, "practice_admin")).status).toBe(200);
    expect((await client.call(listUsers)).problem.code).toBe("TWO_FACTOR_SETUP_REQUIRED");
  });
});
