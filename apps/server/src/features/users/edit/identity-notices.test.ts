import { changePassword } from "@praxisportal/contract/auth/auth.endpoints";
import { renewBackupCodes } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { setUserPassword } from "@praxisportal/contract/user-security/user-security.endpoints";
import {
  cancelEmail,
  confirmEmail,
  getMe,
  setUserRole,
  updateUser,
} from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditEntries,
  makeMember,
  makeOrganization,
  queryRows,
  testPassword,
  unique,
} from "../../../../test/factories.ts";
import { mailedToken, mailsOf } from "../../../../test/mailbox.ts";
import { openSocket } from "../../../../test/portal-socket.ts";
import { setUpSecondFactor } from "../../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
let organization: { id: string; name: string };
let admin: { personId: string; email: string | null };
let administrator: TestClient;

beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp, { maxUsers: 500 });
  const names = { firstName: "Ina", lastName: "Leitung" };
  admin = await makeMember(testApp, organization.id, "org_admin", names);
  await makeMember(testApp, organization.id, "org_admin", { email: "zweite-leitung@example.org" });
  administrator = new TestClient(testApp);
  administrator.headers = { "x-organization-id": organization.id };
  await administrator.signIn({ email: admin.email });
});
afterAll(() => testApp.stop());

const address = () => `${unique("neu")}@example.org`;
const byAdministrator = () => `Ausgeführt von: Ina Leitung, Praxis „${organization.name}“`;
const newClient = () => new TestClient(testApp);

async function viewer() {
  const member = await makeMember(testApp, organization.id, "viewer");
  return { ...member, email: member.email ?? "" };
}

const setEmail = async (personId: string, email: string | null) =>
  expect((await administrator.call(updateUser, { params: { id: personId }, body: { email } })).status).toBe(
    200,
  );
const confirmChange = async (newEmail: string) => {
  const token = await mailedToken(testApp, "emailConfirm", newEmail);
  expect((await newClient().call(confirmEmail, { body: { token } })).status).toBe(200);
};
const cancel = (token: string) => newClient().call(cancelEmail, { body: { token } });
const emailsOf = async (personId: string) =>
  (await queryRows(testApp, "select email, pending_email from person where id = $1", [personId]))[0];

/** Waits for the newest mail of a template to an address. */
async function mailTo(template: string, email: string): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      async () =>
        (found = (await mailsOf(testApp, template)).findLast((mail) => mail.includes(`<${email}>`))),
      { timeout: 10_000 },
    )
    .toBeDefined();
  return found ?? "";
}

describe("an address that is removed or replaced by an administrator", () => {
  it("N58 gets a mail with the administrator's name and a link that restores it and ends the sessions", async () => {
    const { personId, email } = await viewer();
    const ownClient = newClient();
    await ownClient.signIn({ email });
    await setEmail(personId, null);
    expect(await emailsOf(personId)).toEqual({ email: null, pending_email: null });
    expect(await mailTo("emailRemoved", email)).toContain(byAdministrator());
    const token = await mailedToken(testApp, "emailRemoved", email);
    expect((await cancel(token)).result).toEqual({ email });
    expect(await emailsOf(personId)).toEqual({ email, pending_email: null });
    expect((await ownClient.call(getMe)).status).toBe(401);
    expect((await cancel(token)).problem.code).toBe("LINK_INVALID");
  });

  it.each([false, true])(
    "N58 gets a mail about the address that follows a removal, and can be restored (confirmed: %s)",
    async (isConfirmed) => {
      const { personId, email } = await viewer();
      await setEmail(personId, null);
      const newEmail = address();
      await setEmail(personId, newEmail);
      const notice = await mailTo("emailChangeNotice", email);
      expect(notice).toContain(newEmail);
      expect(notice).toContain(byAdministrator());
      const token = await mailedToken(testApp, "emailChangeNotice", newEmail);
      const confirm = await mailedToken(testApp, "emailConfirm", newEmail);
      if (isConfirmed) await confirmChange(newEmail);
      expect((await cancel(token)).result).toEqual({ email });
      expect(await emailsOf(personId)).toEqual({ email, pending_email: null });
      expect((await newClient().call(confirmEmail, { body: { token: confirm } })).status).toBe(400);
    },
  );

  it("N58 recovers the account permanently, because the links in mailboxes entered since become invalid", async () => {
    const { personId, email } = await viewer();
    const [second, third] = [address(), address()];
    await setEmail(personId, second);
    const restore = await mailedToken(testApp, "emailChangeNotice", second);
    await confirmChange(second);
    await setEmail(personId, third);
    const cancelToken = await mailedToken(testApp, "emailChangeNotice", third);
    const confirm = await mailedToken(testApp, "emailConfirm", third);
    expect((await cancel(restore)).result).toEqual({ email });
    expect((await newClient().call(confirmEmail, { body: { token: confirm } })).problem.code).toBe(
      "LINK_INVALID",
    );
    expect((await cancel(cancelToken)).problem.code).toBe("LINK_INVALID");
    expect(await emailsOf(personId)).toEqual({ email, pending_email: null });
  });

  it("N58 causes a log entry with the administrator's name, not the person's, and a notice to the other administrators", async () => {
    const { personId } = await viewer();
    const newEmail = address();
    await setEmail(personId, newEmail);
    await confirmChange(newEmail);
    const entries = await auditEntries(testApp, organization.id, "user.email_changed");
    const entry = entries.findLast(({ target_id }) => target_id === personId);
    expect(entry?.record.actor).toMatchObject({ type: "link", id: admin.personId });
    expect(await mailTo("memberCredentialsChanged", "zweite-leitung@example.org")).toContain("Ina Leitung");
  });
});

describe("a notice of a changed identity", () => {
  it("N58 goes to the address at the time of the change, even if another one has been confirmed since", async () => {
    const { personId, email } = await viewer();
    const [{ now } = { now: new Date() }] = await queryRows<{ now: Date }>(testApp, "select now() as now");
    const newEmail = address();
    await setEmail(personId, newEmail);
    await confirmChange(newEmail);
    const { passwordChanged } = testApp.app.mailJobs;
    expect((await passwordChanged({ personId }, now))?.to.address).toBe(email);
    const [later] = await queryRows<{ now: Date }>(testApp, "select now() as now");
    expect((await passwordChanged({ personId }, later?.now ?? now))?.to.address).toBe(newEmail);
  });

  it("N58 goes to the new address, not the old one, after a confirmation", async () => {
    const { personId, email } = await viewer();
    const newEmail = address();
    await setEmail(personId, newEmail);
    await confirmChange(newEmail);
    expect(await mailTo("emailChanged", newEmail)).toContain("Diese Adresse gehört");
    expect((await mailsOf(testApp, "emailChanged")).filter((mail) => mail.includes(`<${email}>`))).toEqual(
      [],
    );
  });

  it("N58 names the administrator who set a password or assigned a role", async () => {
    const { personId, email } = await viewer();
    const params = { id: personId };
    await administrator.call(setUserPassword, { params, body: { newPassword: "Blaue-Treppe-58" } });
    expect(await mailTo("passwordChanged", email)).toContain(byAdministrator());
    await administrator.call(setUserRole, { params, body: { type: "practice_admin" } });
    expect(await mailTo("ownRoleChanged", email)).toContain(byAdministrator());
  });

  it("N58 names the user's own account and device, and explains how to reset the password", async () => {
    const { email } = await viewer();
    const ownClient = newClient();
    ownClient.headers = {
      "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
    };
    await ownClient.signIn({ email });
    await setUpSecondFactor(testApp, ownClient);
    expect((await ownClient.call(renewBackupCodes)).status).toBe(200);
    const mail = await mailTo("backupCodesRenewed", email);
    expect(mail).toContain("Ausgeführt von: Ihr eigenes Konto, Gerät: Firefox 140, Windows");
    expect(mail).toContain("/password-reset");
    const body = { currentPassword: testPassword, newPassword: "Blaue-Treppe-58" };
    await ownClient.call(changePassword, { body });
    expect(await mailTo("passwordChanged", email)).toContain(
      "Ausgeführt von: Ihr eigenes Konto, Gerät: Firefox 140",
    );
  });

  it("N58 reaches a signed-in person without an address as a notification", async () => {
    const member = await makeMember(testApp, organization.id, "viewer", { email: null });
    const ownClient = newClient();
    await ownClient.signIn({ username: member.username, organizationId: organization.id });
    const socket = await openSocket(testApp, ownClient);
    await setEmail(member.personId, address());
    expect(await socket.next("notification")).toMatchObject({ type: "warning" });
    socket.close();
  });
});
