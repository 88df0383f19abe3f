import { login } from "@praxisportal/contract/auth/auth.endpoints";
import { addMember, resendInvitation } from "@praxisportal/contract/members/members.endpoints";
import { createOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import {
  initiateReset,
  redeemRecoveryCode,
} from "@praxisportal/contract/password-reset/password-reset.endpoints";
import { startOnboarding } from "@praxisportal/contract/staff/staff.endpoints";
import {
  createRecoveryCode,
  mailResetLink,
  unlockUser,
} from "@praxisportal/contract/user-security/user-security.endpoints";
import { changeEmail, createUser, getMe, updateUser } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { platformClient } from "../../../../test/ai/ai.ts";
import { deleteAttempts, makeMember, queryRows, testPassword, unique } from "../../../../test/factories.ts";
import { newUser, organizationWith } from "../../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { attemptKey, recoveryKey } from "../../../directory/rate-limiter.ts";

const emailChangesPerPersonPerDay = 10;
const loginFailuresBeforeLock = 10;
const passwordResetsPerMailboxPerHour = 5;
const resetLinksPerMailboxPerHour = 5;
const externalMailsPerOrganizationPerDay = 600;
const externalMailsPerRecipientPerDay = 5;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

const address = () => `${unique("fremd")}@example.org`;
const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(Date.now());

/** Sets a counter to a number of attempts; with `isFull` the key is locked. */
async function setCounter(key: Buffer, failures: number, isFull: boolean) {
  const until = new Date(testApp.clock.now().getTime() + 3_600_000);
  await queryRows(
    testApp,
    "insert into attempt_limit (key, failures, window_ends_at, locked_until) values ($1, $2, $3, $4)",
    [key, failures, until, isFull ? until : null],
  );
}

/** Counts the rows for which a mail is sent. */
async function countMailRows() {
  const [row] = await queryRows<{ count: number }>(
    testApp,
    `select ((select count(*) from invitation) + (select count(*) from email_change)
       + (select count(*) from person))::int as count`,
  );
  return row?.count;
}

describe("a user's own new address", () => {
  it("N66 can be requested a few times a day; after that no mail is sent", async () => {
    const { client, member } = await organizationWith(testApp);
    const key = attemptKey("address-changes", member.personId);
    await setCounter(key, emailChangesPerPersonPerDay - 2, false);
    const requestChange = () =>
      client.call(changeEmail, { body: { newEmail: address(), password: testPassword } });
    expect([(await requestChange()).status, (await requestChange()).status]).toEqual([202, 202]);
    const before = await countMailRows();
    const refusal = await requestChange();
    expect(refusal.problem.code).toBe("TOO_MANY_ATTEMPTS");
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(3_600);
    expect(await countMailRows()).toBe(before);
  });
});

describe("mails of an organization to unconfirmed addresses", () => {
  it("N66 reach one mailbox a few times a day; another organization may still invite its owner", async () => {
    const ownOrganization = await organizationWith(testApp);
    const email = address();
    const params = { id: ownOrganization.organization.id };
    const { result } = await ownOrganization.client.call(addMember, { params, body: { email } });
    const resend = () =>
      ownOrganization.client.call(resendInvitation, { params: { ...params, userId: result.id } });
    for (let mailCount = 1; mailCount < externalMailsPerRecipientPerDay; mailCount += 1) {
      expect((await resend()).status).toBeLessThan(300);
    }
    const before = await countMailRows();
    expect((await resend()).problem.code).toBe("TOO_MANY_ATTEMPTS");
    expect(await countMailRows()).toBe(before);
    const elsewhere = await organizationWith(testApp);
    const invitation = await elsewhere.client.call(addMember, {
      params: { id: elsewhere.organization.id },
      body: { email },
    });
    expect(invitation.status).toBe(201);
  });

  it("N66 are counted together for all calls that send them, and a refused call writes nothing", async () => {
    const { client, organization } = await organizationWith(testApp);
    const params = { id: organization.id };
    await setCounter(
      attemptKey("mails-organization", organization.id),
      externalMailsPerOrganizationPerDay - 2,
      false,
    );
    const { result: invited } = await client.call(addMember, { params, body: { email: address() } });
    const confirmed = await makeMember(testApp, organization.id, "viewer");
    const last = await client.call(createUser, { body: newUser({ email: address() }) });
    expect(last.status).toBe(201);

    const before = await countMailRows();
    const join = {
      firstName: "Jana",
      lastName: "Muster-Neu",
      initials: "JM",
      role: "editor",
      startsOn: today,
    };
    const refusals = [
      await client.call(addMember, { params, body: { email: address() } }),
      await client.call(createUser, { body: newUser({ email: address() }) }),
      await client.call(resendInvitation, { params: { ...params, userId: invited.id } }),
      await client.call(updateUser, { params: { id: invited.id }, body: { email: address() } }),
      await client.call(updateUser, { params: { id: confirmed.personId }, body: { email: address() } }),
      await client.call(startOnboarding, { params, body: { ...join, email: address() } }),
    ];
    expect(refusals.map(({ problem }) => problem.code)).toEqual(Array(6).fill("TOO_MANY_ATTEMPTS"));
    expect(await countMailRows()).toBe(before);
    // Calls that send no mail still work.
    expect((await client.call(createUser, { body: newUser() })).status).toBe(201);
  });

  it("N66 of one person are counted over all their organizations", async () => {
    const { client, organization, member } = await organizationWith(testApp);
    await setCounter(attemptKey("mails-person", member.personId), 1, true);
    const body = { email: address() };
    const { problem } = await client.call(addMember, { params: { id: organization.id }, body });
    expect(problem.code).toBe("TOO_MANY_ATTEMPTS");
  });

  it("N66 to one mailbox are counted over all organizations", async () => {
    const { client, organization } = await organizationWith(testApp);
    const body = { email: address() };
    await setCounter(attemptKey("mails-mailbox", body.email), 1, true);
    const { problem } = await client.call(addMember, { params: { id: organization.id }, body });
    expect(problem.code).toBe("TOO_MANY_ATTEMPTS");
  });

  it("N66 of an operator who creates organizations count against the operator", async () => {
    const operator = await platformClient(testApp);
    const { result: me } = await operator.call(getMe);
    await setCounter(attemptKey("mails-person", me.id), 1, true);
    const { problem } = await operator.call(createOrganization, {
      body: { name: "Praxis am Musterplatz 3/4", country: "DE", administrator: { email: address() } },
    });
    expect(problem.code).toBe("TOO_MANY_ATTEMPTS");
  });

  it("N66 contain no web address in names and messages", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { problem } = await client.call(addMember, {
      params: { id: organization.id },
      body: {
        email: address(),
        firstName: "Gewinn evil.example/x",
        message: "Bitte auf www.evil.example klicken",
      },
    });
    expect(problem.errors?.map(({ path, code }) => [path, code])).toEqual([
      ["firstName", "urlNotAllowed"],
      ["message", "urlNotAllowed"],
    ]);
  });
});

describe("a reset link sent by an administrator", () => {
  it("N67 is sent although an attacker has used up the public limit", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { personId, email } = await makeMember(testApp, organization.id, "viewer");
    const requestReset = () => new TestClient(testApp).call(initiateReset, { body: { email: email ?? "" } });
    for (let index = 0; index < passwordResetsPerMailboxPerHour; index += 1) await requestReset();
    expect((await requestReset()).problem.code).toBe("TOO_MANY_REQUESTS");
    expect((await client.call(mailResetLink, { params: { id: personId } })).status).toBe(202);
  });

  it("N67 unlock, recovery code and reset link work although an attacker has used up every counter", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { personId, email, username } = await makeMember(testApp, organization.id, "viewer");
    const attacker = new TestClient(testApp);
    const organizationId = organization.id;
    const guess = () => attacker.call(login, { body: { username, organizationId, password: "Falsch-123" } });
    for (let index = 0; index < loginFailuresBeforeLock; index += 1) await guess();
    expect((await guess()).problem.code).toBe("TOO_MANY_ATTEMPTS");
    // Wrong one-time codes under both names, and everything that is counted per mailbox.
    for (const name of [username ?? "", email ?? ""]) {
      for (const scope of [organizationId, null]) await setCounter(recoveryKey(name, scope), 10, true);
    }
    await setCounter(attemptKey("reset-mailbox", email ?? ""), 5, true);

    const params = { id: personId };
    expect((await client.call(mailResetLink, { params })).status).toBe(202);
    const { result } = await client.call(createRecoveryCode, { params, body: { purpose: "password" } });
    const newPassword = "Sonnen-Garten-83";
    const redemption = await new TestClient(testApp).call(redeemRecoveryCode, {
      body: { name: username ?? "", organizationId, code: result.code, newPassword },
    });
    expect(redemption.status).toBe(204);
    for (let index = 0; index < loginFailuresBeforeLock; index += 1) await guess();
    expect((await guess()).problem.code).toBe("TOO_MANY_ATTEMPTS");
    expect((await client.call(unlockUser, { params, body: {} })).status).toBe(200);
    const credentials = { username, organizationId, password: newPassword };
    expect((await new TestClient(testApp).call(login, { body: credentials })).status).toBe(200);
  });

  it("N67 is limited per administrator and mailbox; one administrator does not use up another's limit", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { personId } = await makeMember(testApp, organization.id, "viewer");
    const params = { id: personId };
    for (let index = 0; index < resetLinksPerMailboxPerHour; index += 1) {
      expect((await client.call(mailResetLink, { params })).status).toBe(202);
    }
    expect((await client.call(mailResetLink, { params })).problem.code).toBe("TOO_MANY_REQUESTS");
    const colleague = new TestClient(testApp);
    await colleague.signIn(await makeMember(testApp, organization.id, "org_admin"));
    expect((await colleague.call(mailResetLink, { params })).status).toBe(202);
  });

  it("N67 is limited per administrator over all mailboxes", async () => {
    const { client, organization, member } = await organizationWith(testApp);
    const { personId } = await makeMember(testApp, organization.id, "viewer");
    await setCounter(attemptKey("reset-links", member.personId), 1, true);
    const { problem } = await client.call(mailResetLink, { params: { id: personId } });
    expect(problem.code).toBe("TOO_MANY_REQUESTS");
  });
});
