import { login } from "@praxisportal/contract/auth/auth.endpoints";
import {
  cancelEmail,
  changeEmail,
  checkEmailLink,
  confirmEmail,
  createUser,
  getMe,
  withdrawEmail,
} from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditEntries,
  deleteAttempts,
  makeMember,
  makeOrganization,
  testPassword,
  unique,
} from "../../../../test/factories.ts";
import { eventually } from "../../../../test/eventually.ts";
import { mailedToken, mailsOf } from "../../../../test/mailbox.ts";
import { tally } from "../../../../test/tally.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

const emailLinkMs = 86_400_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

const password = testPassword;
const newClient = () => new TestClient(testApp);

async function memberWithEmail() {
  const { id } = await makeOrganization(testApp);
  const member = await makeMember(testApp, id, "org_admin");
  const client = newClient();
  await client.signIn(member);
  return { client, ...member, email: member.email ?? "" };
}

async function requestChange(client: TestClient) {
  const newEmail = `${unique("neu")}@example.org`;
  const response = await client.call(changeEmail, { body: { newEmail, password } });
  return { newEmail, response };
}

describe("changing one's own address", () => {
  it("see R3-95 R7u-04 takes effect once the new mailbox confirms it; until then the old address is used to sign in", async () => {
    const { client, email, organizationId, personId } = await memberWithEmail();
    const { newEmail, response } = await requestChange(client);
    expect([response.status, response.result.email, response.result.pendingEmail]).toEqual([
      202,
      email,
      newEmail,
    ]);
    expect((await newClient().call(login, { body: { email: newEmail, password } })).status).toBe(401);
    await newClient().signIn({ email });
    const token = await mailedToken(testApp, "emailConfirm", newEmail);
    // The two mails are sent in any order.
    await eventually(async () => {
      const notice = (await mailsOf(testApp, "emailChangeNotice")).find((mail) => mail.includes(email));
      expect(notice).toContain(newEmail);
    });
    const check = () => newClient().call(checkEmailLink, { body: { token } });
    expect((await check()).result).toEqual({ email: newEmail });
    expect((await newClient().call(confirmEmail, { body: { token } })).result).toEqual({ email: newEmail });
    expect((await check()).problem.code).toBe("LINK_INVALID");
    const notice = await mailedToken(testApp, "emailChangeNotice", email);
    expect((await newClient().call(checkEmailLink, { body: { token: notice } })).result).toEqual({ email });
    expect((await client.call(getMe)).result).toMatchObject({
      email: newEmail,
      emailVerified: true,
      pendingEmail: null,
    });
    await newClient().signIn({ email: newEmail });
    expect((await newClient().call(login, { body: { email, password } })).status).toBe(401);
    const [entry] = await auditEntries(testApp, organizationId, "user.email_changed");
    expect(entry?.actor_id).toBe(personId);
    expect(JSON.stringify(entry)).not.toContain(newEmail);
  });

  it("see R5-02 R8-73 responds to a wrong password with 400, counts and audits it, and changes nothing", async () => {
    const { client, organizationId } = await memberWithEmail();
    const body = { newEmail: `${unique("neu")}@example.org`, password: "Falsches-Wort-1" };
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const { status, problem } = await client.call(changeEmail, { body });
      expect([status, problem.code]).toEqual([400, "PASSWORD_INCORRECT"]);
    }
    expect((await client.call(changeEmail, { body })).problem.code).toBe("TOO_MANY_ATTEMPTS");
    expect((await client.call(getMe)).result.pendingEmail).toBeNull();
    expect(await auditEntries(testApp, organizationId, "user.email_change_requested")).toHaveLength(10);
  });

  it("refuses an over-long or empty password before checking and counting it", async () => {
    const { client, organizationId } = await memberWithEmail();
    const change = async (word: string) => {
      const body = { newEmail: `${unique("neu")}@example.org`, password: word };
      const { status, problem } = await client.call(changeEmail, { body });
      return [status, problem.code, problem.errors?.map(({ path }) => path)];
    };
    expect(await change("x".repeat(512))).toEqual([400, "PASSWORD_INCORRECT", undefined]);
    for (const word of ["", "x".repeat(513)]) {
      expect(await change(word)).toEqual([400, "VALIDATION_FAILED", ["password"]]);
    }
    expect(await auditEntries(testApp, organizationId, "user.email_change_requested")).toHaveLength(1);
  });

  it("see R6-49 gives the same response for an address in use, and notifies only that mailbox", async () => {
    const [firstMember, secondMember] = [await memberWithEmail(), await memberWithEmail()];
    const free = await firstMember.client.call(changeEmail, {
      body: { newEmail: `${unique("frei")}@example.org`, password },
    });
    const conflict = await firstMember.client.call(changeEmail, {
      body: { newEmail: secondMember.email, password },
    });
    expect({ ...conflict.result, pendingEmail: "", version: 0 }).toEqual({
      ...free.result,
      pendingEmail: "",
      version: 0,
    });
    const token = await mailedToken(testApp, "emailConfirm", secondMember.email);
    expect((await newClient().call(confirmEmail, { body: { token } })).problem.code).toBe("ALREADY_EXISTS");
    await newClient().signIn({ email: secondMember.email });
    expect((await secondMember.client.call(getMe)).result.email).toBe(secondMember.email);
  });

  it("see R7o-19 accepts only the newest link, and only once in 20 parallel requests", async () => {
    const { client } = await memberWithEmail();
    const first = await requestChange(client);
    const old = await mailedToken(testApp, "emailConfirm", first.newEmail);
    const second = await requestChange(client);
    const token = await mailedToken(testApp, "emailConfirm", second.newEmail);
    expect((await newClient().call(confirmEmail, { body: { token: old } })).problem.code).toBe(
      "LINK_INVALID",
    );
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => newClient().call(confirmEmail, { body: { token } })),
    );
    expect(tally(responses)).toEqual({ 200: 1, 400: 19 });
  });

  it("see R7o-19 rejects a link that has expired, was withdrawn or has the other purpose", async () => {
    const { client } = await memberWithEmail();
    const { newEmail } = await requestChange(client);
    const token = await mailedToken(testApp, "emailConfirm", newEmail);
    expect((await newClient().call(cancelEmail, { body: { token } })).problem.code).toBe("LINK_INVALID");
    const withdrawn = await client.call(withdrawEmail);
    expect([withdrawn.status, withdrawn.result.pendingEmail]).toEqual([200, null]);
    expect((await newClient().call(confirmEmail, { body: { token } })).problem.code).toBe("LINK_INVALID");
    const late = await requestChange(client);
    const lateToken = await mailedToken(testApp, "emailConfirm", late.newEmail);
    testApp.clock.advance(emailLinkMs + 1000);
    expect((await newClient().call(confirmEmail, { body: { token: lateToken } })).problem.code).toBe(
      "LINK_INVALID",
    );
    testApp.clock.advance(-emailLinkMs - 1000);
  });

  it("see R6-50 can be undone from the old mailbox before and after it takes effect, which ends every session", async () => {
    for (const isConfirmed of [false, true]) {
      const { client, email } = await memberWithEmail();
      const { newEmail } = await requestChange(client);
      const confirm = await mailedToken(testApp, "emailConfirm", newEmail);
      const cancel = await mailedToken(testApp, "emailChangeNotice", newEmail);
      if (isConfirmed) await newClient().call(confirmEmail, { body: { token: confirm } });
      expect((await newClient().call(cancelEmail, { body: { token: cancel } })).result).toEqual({ email });
      expect((await client.call(getMe)).status).toBe(401);
      await newClient().signIn({ email });
      expect((await newClient().call(confirmEmail, { body: { token: confirm } })).problem.code).toBe(
        "LINK_INVALID",
      );
    }
  });

  it("see R7s-05 N25 builds the link only from the configured address", async () => {
    const { client } = await memberWithEmail();
    const newEmail = `${unique("neu")}@example.org`;
    await client.call(changeEmail, {
      body: { newEmail, password },
      headers: { "x-forwarded-host": "evil.test", forwarded: "host=evil.test", "x-forwarded-proto": "https" },
    });
    await mailedToken(testApp, "emailConfirm", newEmail);
    const mails = [
      ...(await mailsOf(testApp, "emailConfirm")),
      ...(await mailsOf(testApp, "emailChangeNotice")),
    ];
    expect(mails.join("")).not.toContain("evil.test");
    expect(mails.join("")).toContain(`${testApp.config.publicUrl.origin}/email/`);
  });

  it("see R7u-06 sends no notice when a user without an address sets a first one", async () => {
    const { client, organizationId } = await memberWithEmail();
    const body = {
      username: unique("ohne"),
      personalInfo: { firstName: "Mia", lastName: "Muster" },
      password,
      mustChangePassword: false,
    };
    await client.call(createUser, { body });
    const memberClient = newClient();
    await memberClient.signIn({ username: body.username, password, organizationId });
    const before = (await mailsOf(testApp, "emailChangeNotice")).length;
    const { newEmail, response } = await requestChange(memberClient);
    expect(response.result).toMatchObject({ email: newEmail, emailVerified: false });
    await mailedToken(testApp, "emailConfirm", newEmail);
    expect(await mailsOf(testApp, "emailChangeNotice")).toHaveLength(before);
  });
});
