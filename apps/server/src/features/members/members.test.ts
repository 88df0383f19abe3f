import { login } from "@praxisportal/contract/auth/auth.endpoints";
import {
  acceptInvitation,
  addMember,
  checkInvitation,
  removeMember,
  resendInvitation,
  setMemberRole,
} from "@praxisportal/contract/members/members.endpoints";
import { startOnboarding } from "@praxisportal/contract/staff/staff.endpoints";
import {
  createUser,
  getMe,
  getUser,
  listUsers,
  setUserRole,
  updateUser,
} from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  unique,
} from "../../../test/factories.ts";
import { mailedToken, mailsOf } from "../../../test/mailbox.ts";
import { tally } from "../../../test/tally.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

const idempotencyKeyMs = 86_400_000;

const password = "Sonnen-Garten-83";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

async function setUpOrganization(maxUsers = 50) {
  await deleteAttempts(testApp);
  const organization = await makeOrganization(testApp, { maxUsers });
  const owner = await makeMember(testApp, organization.id, "org_admin", {
    firstName: "Ina",
    lastName: "Musterfrau",
  });
  const client = new TestClient(testApp);
  await client.signIn(owner);
  const params = { id: organization.id };
  const add = (body: Record<string, unknown>) => client.call(addMember, { params, body });
  return { organization, owner, client, params, add };
}

const address = () => `${unique("neu")}@example.org`;
const newClient = () => new TestClient(testApp);

describe("adding a member", () => {
  it("R7o-13 R7o-14 R6-06 R3-06 creates a pending viewer and mails an invitation that names the inviter", async () => {
    const { add, client, params, organization } = await setUpOrganization();
    const email = address();
    const { status, result } = await add({
      email,
      firstName: "Erika",
      lastName: "Muster-Neu",
      message: "Bis Montag!",
    });
    expect(status).toBe(201);
    expect(result).toMatchObject({
      status: "pending",
      role: { type: "viewer" },
      email,
      emailVerified: false,
      temporaryPassword: null,
      joinedAt: null,
    });
    const validMs = Date.parse(result.invitation?.expiresAt ?? "") - Date.now();
    expect(validMs).toBeGreaterThan(7 * 86_400_000 - 60_000);
    expect(validMs).toBeLessThan(7 * 86_400_000 + 60_000);
    const token = await mailedToken(testApp, "invitation", email);
    const mail = (await mailsOf(testApp, "invitation")).find((text) => text.includes(email));
    expect(mail).toContain(`${testApp.config.publicUrl.origin}/invitation/${token}`);
    for (const texts of ["Ina Musterfrau", organization.name, "Bis Montag!"]) expect(mail).toContain(texts);
    // An onboarding gives the same role.
    const newcomer = { firstName: "Jana", lastName: "Muster-Neu", initials: "JM", startsOn: "2026-01-01" };
    const onboarding = await client.call(startOnboarding, { params, body: newcomer });
    expect([onboarding.status, onboarding.result.user.role.type]).toEqual([201, "viewer"]);
  });

  it("R7o-13 adds a member with the given address, name and role", async () => {
    const { add, client, params } = await setUpOrganization();
    const email = address();
    const body = { email, firstName: "Erika", lastName: "Muster-Neu", role: "editor" };
    for (const [field, wrong] of [
      ["email", "keine Adresse"],
      ["firstName", ""],
      ["lastName", ""],
      ["role", "chef"],
    ] as const) {
      const refusal = await add({ ...body, [field]: wrong });
      expect([field, wrong, refusal.status]).toEqual([field, wrong, 400]);
      expect(refusal.problem.errors?.map(({ path }) => path)).toEqual([field]);
    }
    const { status, result } = await add(body);
    expect(status).toBe(201);
    const expectedMember = {
      email,
      personalInfo: { firstName: "Erika", lastName: "Muster-Neu" },
      role: { type: "editor" },
    };
    expect(result).toMatchObject(expectedMember);
    const [stored] = await queryRows(
      testApp,
      "select first_name, last_name, role, status from membership where organization_id = $1 and person_id = $2",
      [params.id, result.id],
    );
    expect(stored).toEqual({
      first_name: "Erika",
      last_name: "Muster-Neu",
      role: "editor",
      status: "pending",
    });
    const headers = { "x-organization-id": params.id };
    expect((await client.call(getUser, { params: { id: result.id }, headers })).result).toMatchObject(
      expectedMember,
    );
  });

  it("R7o-13 accepts a username instead of an address and shows a temporary password once", async () => {
    const { add, client, params } = await setUpOrganization();
    const username = unique("anna");
    const key = { headers: { "idempotency-key": unique("key") } };
    const body = { username, firstName: "Anna", lastName: "Beispiel" };
    const { result } = await client.call(addMember, { params, body, ...key });
    expect(result).toMatchObject({ status: "active", invitation: null, mustChangePassword: true });
    expect(result.temporaryPassword).toMatch(/^(?:\w{4}-){3}\w{4}$/);
    await newClient().signIn({ username, password: result.temporaryPassword ?? "" });
    // A repeated request creates no second member and returns the first without the secret.
    const repeated = await client.call(addMember, { params, body, ...key });
    expect(repeated.status).toBe(201);
    expect(repeated.result).toMatchObject({ id: result.id, username, temporaryPassword: null });
    expect((await add({ firstName: "Ohne", lastName: "Alles" })).problem.errors?.[0]).toMatchObject({
      path: "email",
    });
  });

  it("R5-12 N19 exactly one of 20 parallel invitations for one free seat succeeds", async () => {
    const { add } = await setUpOrganization(2);
    const responses = await Promise.all(Array.from({ length: 20 }, () => add({ email: address() })));
    expect(tally(responses)).toEqual({ 201: 1, 409: 19 });
  });

  it("see R6-49 N53 a person known elsewhere gets the same response and mail as a new one", async () => {
    const [ownSetup, otherSetup] = [await setUpOrganization(), await setUpOrganization()];
    const existingMember = await makeMember(testApp, ownSetup.organization.id, "editor", {
      firstName: "Ada",
      lastName: "Geheim-Muster",
    });
    const names = { firstName: "Neu", lastName: "Beispiel" };
    const responses = [
      await otherSetup.add({ email: existingMember.email, ...names }),
      await otherSetup.add({ email: address(), ...names }),
    ];
    const shapes = responses.map(({ status, result }) => ({
      answered: status,
      ...result,
      id: "",
      _id: "",
      email: "",
      personalInfo: { ...result.personalInfo, email: "" },
      createdAt: "",
      invitation: Object.keys(result.invitation ?? {}),
    }));
    expect(shapes[0]).toEqual(shapes[1]);
    expect(responses[0]?.result.id).not.toBe(existingMember.personId);
  });

  it.each([
    ["ada＠example.org", "email"],
    ["ada@example.org\r\nBcc: alle@example.org", "email"],
    ["ada@exam ple.org", "email"],
  ])("R5-14 N51 refuses the address %j", async (email, path) => {
    const { add } = await setUpOrganization();
    expect((await add({ email })).problem.errors?.[0]?.path).toBe(path);
  });

  it("R5-14 N51 a line break in a name or message is rejected, and each mailbox has one spelling", async () => {
    const { add } = await setUpOrganization();
    const email = address();
    expect((await add({ email, firstName: "A\r\nBcc: x@example.org" })).status).toBe(400);
    expect((await add({ email, message: "A\nB" })).status).toBe(400);
    expect((await add({ email: ` ${email.toUpperCase()} ` })).result.email).toBe(email);
    expect((await add({ email })).problem.code).toBe("ALREADY_EXISTS");
  });
});

describe("accepting an invitation", () => {
  async function inviteMember(body: { email?: string | null; role?: string } = {}) {
    const setup = await setUpOrganization();
    const email = body.email ?? address();
    const { result } = await setup.add({ email, firstName: "Erika", lastName: "Muster-Neu", ...body });
    return { ...setup, email, userId: result.id, token: await mailedToken(testApp, "invitation", email) };
  }

  it("R7o-19 an invited person chooses a password, signs in with their address and becomes an active member", async () => {
    const { token, email, client, organization, userId } = await inviteMember();
    const view = await newClient().call(checkInvitation, { body: { token } });
    expect(view.result).toMatchObject({
      organizationName: organization.name,
      invitedBy: "Ina Musterfrau",
      email,
      answer: "password",
    });
    const accepted = await newClient().call(acceptInvitation, {
      body: { token, password, username: "erika_neu" },
    });
    expect(accepted.result).toEqual({
      organizationId: organization.id,
      organizationName: organization.name,
      username: "erika_neu",
      email,
    });
    const memberClient = newClient();
    await memberClient.signIn({ email, password });
    expect((await memberClient.call(getMe)).result).toMatchObject({ id: userId, email, emailVerified: true });
    await newClient().signIn({ username: "erika_neu", password, organizationId: organization.id });
    const details = await client.call(getUser, {
      params: { id: userId },
      headers: { "x-organization-id": organization.id },
    });
    expect(details.result).toMatchObject({ status: "active", emailVerified: true });
    expect(details.result.joinedAt).not.toBeNull();
    const places = await queryRows(testApp, "select organization_id from membership where person_id = $1", [
      userId,
    ]);
    expect(places).toEqual([{ organization_id: organization.id }]);
    // For a known address only its owner can accept, not another person with the link.
    const home = await setUpOrganization();
    const existingMember = await makeMember(testApp, home.organization.id, "editor");
    const second = await inviteMember({ email: existingMember.email });
    for (const other of [newClient(), memberClient, home.client]) {
      const refusal = await other.call(acceptInvitation, { body: { token: second.token, password } });
      expect([refusal.status, refusal.problem.code]).toEqual([409, "SIGN_IN_TO_ACCEPT"]);
    }
    const ownerClient = newClient();
    await ownerClient.signIn({ email: existingMember.email });
    const acceptance = await ownerClient.call(acceptInvitation, { body: { token: second.token } });
    expect(acceptance.result).toMatchObject({
      organizationId: second.organization.id,
      email: existingMember.email,
    });
    const again = await ownerClient.call(acceptInvitation, { body: { token: second.token } });
    expect([again.status, again.problem.code]).toEqual([400, "LINK_INVALID"]);
  });

  it("R7o-19 N30 works once, even if 20 accept at the same moment", async () => {
    const { token } = await inviteMember();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => newClient().call(acceptInvitation, { body: { token, password } })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(19);
    expect((await newClient().call(checkInvitation, { body: { token } })).problem.code).toBe("LINK_INVALID");
  });

  it("R7o-19 R7o-20 N30 a revoked, replaced, expired or made-up link is rejected", async () => {
    const revokedInvitation = await inviteMember();
    const params = { id: revokedInvitation.organization.id, userId: revokedInvitation.userId };
    expect((await revokedInvitation.client.call(removeMember, { params })).status).toBe(204);
    const replaced = await inviteMember();
    const resent = await replaced.client.call(resendInvitation, {
      params: { id: replaced.organization.id, userId: replaced.userId },
    });
    expect(resent.status).toBe(201);
    const fresh = await mailedToken(testApp, "invitation", replaced.email, 2);
    for (const token of [revokedInvitation.token, replaced.token, "x".repeat(43), "", "x".repeat(200)]) {
      const response = await newClient().call(acceptInvitation, { body: { token, password } });
      expect([response.status, response.problem.code]).toEqual([400, "LINK_INVALID"]);
      const check = await newClient().call(checkInvitation, { body: { token } });
      expect([check.status, check.problem.code]).toEqual([400, "LINK_INVALID"]);
    }
    const acceptance = await newClient().call(acceptInvitation, { body: { token: fresh, password } });
    expect(acceptance.status === 200 ? "accepted" : acceptance.problem).toBe("accepted");
    const expired = await inviteMember();
    await queryRows(
      testApp,
      "update invitation set expires_at = now() - interval '1 s' where organization_id = $1",
      [expired.organization.id],
    );
    expect((await newClient().call(checkInvitation, { body: { token: expired.token } })).status).toBe(400);
  });

  it("see R7o-19 no invitation of a read-only organization can be accepted; a corrected address invalidates the old link", async () => {
    for (const change of [
      "status = 'suspended'",
      "status = 'trial', trial_ends_at = now() - interval '1 minute'",
    ]) {
      const { organization, token } = await inviteMember();
      await queryRows(testApp, `update organization set ${change} where organization_id = $1`, [
        organization.id,
      ]);
      expect((await newClient().call(acceptInvitation, { body: { token, password } })).status).toBe(400);
    }
    const mistyped = await inviteMember();
    const email = address();
    const headers = { "x-organization-id": mistyped.organization.id };
    await mistyped.client.call(updateUser, { params: { id: mistyped.userId }, headers, body: { email } });
    expect(
      (await newClient().call(acceptInvitation, { body: { token: mistyped.token, password } })).status,
    ).toBe(400);
    const right = await mailedToken(testApp, "invitation", email);
    expect(
      (await newClient().call(acceptInvitation, { body: { token: right, password } })).result.email,
    ).toBe(email);
  });

  it("N30 a withdrawn address cannot be used, although its invitation is still open", async () => {
    const { token, userId, organization, client } = await inviteMember();
    const headers = { "x-organization-id": organization.id };
    const params = { id: userId };
    expect((await client.call(updateUser, { params, headers, body: { email: null } })).status).toBe(200);
    const openInvitations = await queryRows(
      testApp,
      "select 1 from invitation where organization_id = $1 and revoked_at is null and accepted_at is null",
      [organization.id],
    );
    expect(openInvitations).toHaveLength(1);
    const response = await newClient().call(acceptInvitation, { body: { token, password } });
    expect(response.status === 200 ? "accepted" : response.problem.code).toBe("LINK_INVALID");
  });

  it("R5-29 requires a valid password, a free username and a free seat; the link stays valid until then", async () => {
    const { token, organization } = await inviteMember();
    const usernameOwner = await makeMember(testApp, organization.id, "viewer");
    const invalidBodies = [
      [{ token }, 400],
      [{ token, password: "kurz" }, 400],
      [{ token, password: "Erika1234" }, 400],
      [{ token, password, username: usernameOwner.username }, 409],
    ] as const;
    for (const [body, status] of invalidBodies) {
      expect((await newClient().call(acceptInvitation, { body })).status, JSON.stringify(body)).toBe(status);
    }
    await queryRows(testApp, "update organization set max_users = 2 where organization_id = $1", [
      organization.id,
    ]);
    const withoutSeat = await newClient().call(acceptInvitation, { body: { token, password } });
    expect(withoutSeat.problem.code).toBe("USER_LIMIT_REACHED");
    await queryRows(testApp, "update organization set max_users = 9 where organization_id = $1", [
      organization.id,
    ]);
    expect((await newClient().call(acceptInvitation, { body: { token, password } })).status).toBe(200);
  });

  it("see R6-49 R7o-19 N53 only the owner of a known address accepts, with their own account", async () => {
    const home = await setUpOrganization();
    const existingMember = await makeMember(testApp, home.organization.id, "editor");
    const { token, organization, userId } = await inviteMember({
      email: existingMember.email,
      role: "practice_admin",
    });
    expect((await newClient().call(checkInvitation, { body: { token } })).result.answer).toBe("sign-in");
    const otherClient = newClient();
    await otherClient.signIn(await makeMember(testApp, home.organization.id, "viewer"));
    for (const client of [newClient(), otherClient]) {
      const { problem } = await client.call(acceptInvitation, { body: { token, password } });
      expect(problem.code).toBe("SIGN_IN_TO_ACCEPT");
    }
    const memberClient = newClient();
    await memberClient.signIn({ email: existingMember.email });
    expect((await memberClient.call(acceptInvitation, { body: { token } })).status).toBe(200);
    const me = await memberClient.call(getMe, { headers: { "x-organization-id": organization.id } });
    expect(me.result).toMatchObject({
      id: existingMember.personId,
      role: { type: "practice_admin" },
      email: existingMember.email,
    });
    // The person created for the invitation is erased, and the account keeps its old password.
    const [placeholder] = await queryRows(testApp, "select * from person where id = $1", [userId]);
    expect(placeholder).toMatchObject({ pending_email: null, password_hash: null, first_name: "" });
    await newClient().signIn({ email: existingMember.email });
  });

  it("R7o-15 a former member returns with their own account and the invited role", async () => {
    const { client, organization, add, params } = await setUpOrganization();
    const member = await makeMember(testApp, organization.id, "editor", { department: "Labor" });
    await queryRows(testApp, "update membership set blocked_at = now() where person_id = $1", [
      member.personId,
    ]);
    await client.call(removeMember, { params: { ...params, userId: member.personId } });
    const home = await setUpOrganization();
    await joinOrganization(testApp, home.organization.id, member.personId, "viewer");
    const offer = await add({ email: member.email, role: "viewer", department: "Empfang" });
    const token = await mailedToken(testApp, "invitation", member.email ?? "");
    const memberClient = newClient();
    await memberClient.signIn({ email: member.email });
    expect((await memberClient.call(acceptInvitation, { body: { token } })).status).toBe(200);
    const me = await memberClient.call(getMe, { headers: { "x-organization-id": organization.id } });
    expect(me.result).toMatchObject({
      id: member.personId,
      status: "active",
      email: member.email,
      role: { type: "viewer" },
      organizationData: { department: "Empfang" },
      blockedAt: null,
    });
    const memberList = await client.call(listUsers);
    const ids = memberList.result.data.map(({ id }) => id);
    expect(ids).toContain(member.personId);
    expect(ids).not.toContain(offer.result.id);
    expect(memberList.result.pagination.total).toBe(2);
  });

  it("see R7o-19 a person without an organization returns to it or joins another with a new password", async () => {
    for (const isSame of [true, false]) {
      const { client, organization, params } = await setUpOrganization();
      const member = await makeMember(testApp, organization.id, "editor");
      await client.call(removeMember, { params: { ...params, userId: member.personId } });
      const next = isSame ? { client, organization } : await setUpOrganization();
      await next.client.call(addMember, {
        params: { id: next.organization.id },
        body: { email: member.email },
      });
      const token = await mailedToken(testApp, "invitation", member.email ?? "");
      expect((await newClient().call(checkInvitation, { body: { token } })).result.answer).toBe("password");
      const without = await newClient().call(acceptInvitation, { body: { token } });
      expect(without.problem.errors?.[0]).toMatchObject({ path: "password", code: "required" });
      const username = unique("zurueck");
      const acceptance = await newClient().call(acceptInvitation, { body: { token, password, username } });
      expect(acceptance.result.username).toBe(username);
      const memberClient = newClient();
      const session = await memberClient.signIn({ email: member.email, password });
      expect(session.user).toMatchObject({
        id: member.personId,
        username,
        organizationId: next.organization.id,
        role: { type: "viewer" },
      });
      const oldCredentials = { email: member.email, password: member.password };
      expect((await newClient().call(login, { body: oldCredentials })).problem.code).toBe(
        "INVALID_CREDENTIALS",
      );
    }
  });

  it("N53 see R6-49 an invitation does not reactivate an account that the platform deactivated", async () => {
    const { organization, client, params } = await setUpOrganization();
    const member = await makeMember(testApp, organization.id, "editor");
    await client.call(removeMember, { params: { ...params, userId: member.personId } });
    await queryRows(testApp, "update person set deactivated_at = now() where id = $1", [member.personId]);
    const { token } = await inviteMember({ email: member.email });
    const { problem } = await newClient().call(acceptInvitation, { body: { token, password } });
    expect(problem.code).toBe("SIGN_IN_TO_ACCEPT");
  });

  it("see R7u-06 R3-17 a user created with a password confirms their address with the mailed link", async () => {
    const { client, organization } = await setUpOrganization();
    const email = address();
    const body = {
      username: unique("mit_mail"),
      personalInfo: { firstName: "Mia", lastName: "Muster" },
      password,
      email,
    };
    const creation = await client.call(createUser, { body });
    const token = await mailedToken(testApp, "invitation", email);
    expect((await newClient().call(checkInvitation, { body: { token } })).result.answer).toBe("confirm");
    expect((await newClient().call(login, { body: { email, password } })).status).toBe(401);
    const renaming = await newClient().call(acceptInvitation, {
      body: { token, username: unique("anders") },
    });
    expect([renaming.status, renaming.problem.errors?.[0]]).toMatchObject([
      400,
      { path: "username", code: "usernameImmutable" },
    ]);
    expect((await newClient().call(acceptInvitation, { body: { token } })).result.username).toBe(
      body.username,
    );
    await newClient().signIn({ email, password });
    const details = await client.call(getUser, {
      params: { id: creation.result.id },
      headers: { "x-organization-id": organization.id },
    });
    expect(details.result.emailVerified).toBe(true);
  });

  it("see R5-10 an expired invitation releases its seat; sending it again takes one, even to another address", async () => {
    const { add, client, organization } = await setUpOrganization(2);
    const { result } = await add({ email: address() });
    expect((await add({ email: address() })).status).toBe(409);
    await queryRows(
      testApp,
      "update invitation set expires_at = now() - interval '1 s' where organization_id = $1",
      [organization.id],
    );
    expect((await add({ email: address() })).status).toBe(201);
    const params = { id: organization.id, userId: result.id };
    expect((await client.call(resendInvitation, { params })).problem.code).toBe("USER_LIMIT_REACHED");
    const { status, problem } = await client.call(updateUser, {
      params: { id: result.id },
      body: { email: address() },
    });
    expect([status, problem.code, problem["current"], problem["max"]]).toEqual([
      409,
      "USER_LIMIT_REACHED",
      2,
      2,
    ]);
  });

  it("see R7o-13 users cannot invite themselves, and the call declares that response", async () => {
    const { client, owner, organization } = await setUpOrganization();
    const params = { id: organization.id, userId: owner.personId };
    expect((await client.call(resendInvitation, { params })).problem.code).toBe("CANNOT_MODIFY_SELF");
  });
});

describe("leaving and changing", () => {
  it("R7o-15 a removed member is signed out at once and keeps their account elsewhere", async () => {
    const [ownSetup, otherSetup] = [await setUpOrganization(), await setUpOrganization()];
    const member = await makeMember(testApp, ownSetup.organization.id, "viewer");
    await joinOrganization(testApp, otherSetup.organization.id, member.personId, "viewer");
    const memberClient = newClient();
    await memberClient.signIn({ email: member.email });
    const params = { id: ownSetup.organization.id, userId: member.personId };
    expect((await ownSetup.client.call(removeMember, { params })).status).toBe(204);
    expect(
      (await memberClient.call(getMe, { headers: { "x-organization-id": ownSetup.organization.id } })).status,
    ).toBe(404);
    expect(
      (await memberClient.call(getMe, { headers: { "x-organization-id": otherSetup.organization.id } }))
        .status,
    ).toBe(200);
    expect((await ownSetup.client.call(removeMember, { params })).status).toBe(404);
  });

  it("R6-47 R7o-16 changes the role of a member by the same rules as the other call (R6-46)", async () => {
    const { client, organization, owner } = await setUpOrganization();
    const member = await makeMember(testApp, organization.id, "viewer");
    const setRole = (userId: string, role: string) =>
      client.call(setMemberRole, { params: { id: organization.id, userId }, body: { role } });
    const roleOf = async () => {
      const headers = { "x-organization-id": organization.id };
      return (await client.call(getUser, { params: { id: member.personId }, headers })).result.role.type;
    };
    for (const body of [{}, { role: "chef" }, { role: "editor", other: 1 }]) {
      const refusal = await client.call(setMemberRole, {
        params: { id: organization.id, userId: member.personId },
        body,
      });
      expect([body, refusal.status, refusal.problem.code]).toEqual([body, 400, "VALIDATION_FAILED"]);
    }
    for (const role of ["editor", "practice_admin", "viewer"]) {
      const { status, result } = await setRole(member.personId, role);
      expect([status, result.role.type, await roleOf()]).toEqual([200, role, role]);
    }
    expect((await setRole(member.personId, "superAdmin")).problem.code).toBe("ROLE_NOT_GRANTABLE");
    expect((await setRole(member.personId, "org_admin")).problem.code).toBe("ROLE_NOT_GRANTABLE");
    const ownChange = await setRole(owner.personId, "viewer");
    expect([ownChange.status, ownChange.problem.code]).toEqual([409, "CANNOT_MODIFY_SELF"]);
    // The operator, too, if they are a member.
    const account = await makePlatformAccount(testApp, "super_admin");
    await joinOrganization(testApp, organization.id, account.personId, "org_admin");
    const operator = newClient();
    operator.headers = { "x-organization-id": organization.id };
    await operator.signIn(account);
    const params = { id: organization.id, userId: account.personId };
    const responses = [
      await operator.call(setMemberRole, { params, body: { role: "viewer" } }),
      await operator.call(setUserRole, { params: { id: account.personId }, body: { type: "viewer" } }),
    ];
    expect(responses.map(({ problem }) => problem.code)).toEqual(responses.map(() => "CANNOT_MODIFY_SELF"));
  });

  it("see R7u-06 N29 a link's token appears only in its mail", async () => {
    const { add } = await setUpOrganization();
    const email = address();
    await add({ email });
    const token = await mailedToken(testApp, "invitation", email);
    await newClient().call(checkInvitation, { body: { token } });
    await newClient().call(acceptInvitation, { body: { token, password } });
    expect(testApp.logLines.join("")).not.toContain(token);
    const tables = await queryRows<{ name: string }>(
      testApp,
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    expect(tables.length).toBeGreaterThan(15);
    for (const { name } of tables) {
      if (name === "migration") continue;
      const hits = await queryRows(testApp, `select 1 from "${name}" t where to_jsonb(t)::text like $1`, [
        `%${token}%`,
      ]);
      expect(hits, name).toEqual([]);
    }
  });
});

describe("Idempotency-Key", () => {
  const user = () => ({
    username: unique("einmal"),
    personalInfo: { firstName: "Mia", lastName: "Muster" },
    password,
  });

  it("see R7x-11 a repeated call returns the same status and user, even 20 in parallel, and creates one person", async () => {
    const { client, organization } = await setUpOrganization();
    const call = {
      body: user(),
      headers: { "idempotency-key": unique("k"), "x-organization-id": organization.id },
    };
    const responses = await Promise.all(Array.from({ length: 20 }, () => client.call(createUser, call)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ result }) => result.id)).size).toBe(1);
    expect((await client.call(createUser, call)).result.id).toBe(responses[0]?.result.id);
    const created = await queryRows(testApp, "select id from membership where organization_id = $1", [
      organization.id,
    ]);
    expect(created).toHaveLength(2);
  });

  it("see R7x-11 the same key with another request is rejected, and is free for other users", async () => {
    const [first, second] = [await setUpOrganization(), await setUpOrganization()];
    const headers = { "idempotency-key": unique("k") };
    expect((await first.client.call(createUser, { body: user(), headers })).status).toBe(201);
    expect((await first.client.call(createUser, { body: user(), headers })).problem.code).toBe(
      "IDEMPOTENCY_KEY_REUSED",
    );
    expect((await second.client.call(createUser, { body: user(), headers })).status).toBe(201);
  });

  it("see R7x-11 a key expires by the clock of the database, even if the clock of the process is wrong", async () => {
    const { client } = await setUpOrganization();
    const headers = { "idempotency-key": unique("k") };
    expect((await client.call(createUser, { body: user(), headers })).status).toBe(201);
    await queryRows(testApp, "update idempotency_key set created_at = now() - $1::interval where key = $2", [
      `${idempotencyKeyMs + 60_000} ms`,
      headers["idempotency-key"],
    ]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
    try {
      expect((await client.call(createUser, { body: user(), headers })).status).toBe(201);
    } finally {
      vi.useRealTimers();
    }
  });

  it("see R7x-11 a refused call releases its key, an old key expires, and an invalid key is refused", async () => {
    const { client } = await setUpOrganization();
    const headers = { "idempotency-key": unique("k") };
    const body = user();
    expect((await client.call(createUser, { body: { ...body, password: "kurz" }, headers })).status).toBe(
      400,
    );
    expect((await client.call(createUser, { body, headers })).status).toBe(201);
    await queryRows(testApp, "update idempotency_key set created_at = now() - $1::interval where key = $2", [
      `${idempotencyKeyMs + 60_000} ms`,
      headers["idempotency-key"],
    ]);
    expect((await client.call(createUser, { body: user(), headers })).status).toBe(201);
    for (const key of ["", "mit leerzeichen", "x".repeat(201)]) {
      const response = await client.call(createUser, { body: user(), headers: { "idempotency-key": key } });
      expect([response.status, response.problem.code]).toEqual([400, "INVALID_HEADER"]);
    }
  });
});
