import { uuidV7 } from "@praxisportal/contract/identifiers";
import { removeMember } from "@praxisportal/contract/members/members.endpoints";
import {
  deleteNotification,
  listNotifications,
} from "@praxisportal/contract/notifications/notifications.endpoints";
import { setUserRole } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeMember, queryRows } from "../../../test/factories.ts";
import { holdMessages } from "../../../test/keep-outbox-rows.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { organizationWith } from "../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { notificationMailTopic } from "../../platform/mail/mail-handler.ts";

let testApp: TestApp;
let release: () => Promise<void>;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
afterEach(() => release());

type Row = { id: string; kind: string; mail: object | null; deleted_at: Date | null };

const rowsOf = ({ personId }: { personId: string }) =>
  queryRows<Row>(
    testApp,
    "select id, kind, mail, deleted_at from notification where person_id = $1 order by id",
    [personId],
  );

/** Releases the mails and waits until all of them have been processed. */
async function sendMails(): Promise<void> {
  await release();
  release = async () => undefined;
  const openMessages = () =>
    queryRows(testApp, "select last_error from outbox where topic = $1", [notificationMailTopic]);
  await expect.poll(openMessages, { timeout: 15_000 }).toEqual([]);
}

const mailsTo = async (template: string, { email }: { email: string | null }) =>
  (await mailsOf(testApp, template)).filter((mail) => mail.includes(`<${String(email)}>`));

/**
 * Creates an organization with two administrators, the first of whom makes a viewer an administrator of the
 * organization.
 */
async function roleChange(viewer: Parameters<typeof makeMember>[3] = {}) {
  const { client, organization } = await organizationWith(testApp);
  const colleague = await makeMember(testApp, organization.id, "org_admin");
  const member = await makeMember(testApp, organization.id, "viewer", viewer);
  release = await holdMessages(testApp, notificationMailTopic);
  const change = { params: { id: member.personId }, body: { type: "practice_admin" } } as const;
  expect((await client.call(setUserRole, change)).status).toBe(200);
  return { client, organization, colleague, member };
}

describe("the mail of a notification", () => {
  it("R0-36 has the text that is stored, in the language of its recipient, and names the user who made the change", async () => {
    const { colleague, member, organization } = await roleChange();
    await queryRows(testApp, "update person set language = 'en' where id = $1", [colleague.personId]);
    expect(await rowsOf(colleague)).toEqual([expect.objectContaining({ kind: "memberRoleChanged" })]);
    await queryRows(
      testApp,
      `update notification set messages = '{"de": "Probe", "en": "Probe in English", "fr": "", "it": ""}'
       where kind = 'memberRoleChanged'`,
    );
    await sendMails();
    const [mail] = await mailsTo("memberRoleChanged", colleague);
    expect(mail).toContain("Subject: Probe in English\r\n");
    expect(mail).toContain(`practice “${organization.name}” was changed on`);
    const [ownMail] = await mailsTo("ownRoleChanged", member);
    expect(ownMail).toMatch(new RegExp(`Ausgeführt von: .+, Praxis „${organization.name}“`));
  });

  it("R0-36 N58 is sent even if the recipient, or someone else in their session, deletes the notification at once", async () => {
    const { member } = await roleChange();
    const ownClient = new TestClient(testApp);
    await ownClient.signIn(member);
    const [notification] = (await ownClient.call(listNotifications)).result.data;
    expect(notification?.kind).toBe("ownRoleChanged");
    const params = { notificationId: String(notification?.id) };
    expect((await ownClient.call(deleteNotification, { params })).status).toBe(204);
    expect((await ownClient.call(listNotifications)).result.data).toEqual([]);
    expect((await ownClient.call(deleteNotification, { params })).status).toBe(404);
    await sendMails();
    expect(await mailsTo("ownRoleChanged", member)).toHaveLength(1);
    expect(await rowsOf(member)).toEqual([]);
  });

  it("R0-36 is sent after the end of the membership if it is about the recipient's account, not about the organization", async () => {
    const { client, organization, colleague, member } = await roleChange();
    const params = { id: organization.id, userId: member.personId };
    expect((await client.call(removeMember, { params })).status).toBe(204);
    await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [
      colleague.personId,
    ]);
    await sendMails();
    expect(await mailsTo("ownRoleChanged", member)).toHaveLength(1);
    expect(await mailsTo("memberRoleChanged", colleague)).toEqual([]);
    expect([...(await rowsOf(member)), ...(await rowsOf(colleague))]).toEqual([]);
  });

  it("see R0-36 is not sent after the access of an administrator has ended by the server's clock", async () => {
    const { colleague, member } = await roleChange();
    const inFiveMinutes = new Date(testApp.clock.now().getTime() + 300_000);
    await queryRows(testApp, "update membership set valid_until = $2 where person_id = $1", [
      colleague.personId,
      inFiveMinutes,
    ]);
    testApp.clock.advance(360_000);
    await sendMails();
    expect(await mailsTo("ownRoleChanged", member)).toHaveLength(1);
    expect(await mailsTo("memberRoleChanged", colleague)).toEqual([]);
  });

  it("see R0-36 is sent once, and not to people without an address", async () => {
    const { colleague } = await roleChange();
    const { member: silent } = await withoutAddress();
    await sendMails();
    const [notification] = await rowsOf(colleague);
    expect(notification).toMatchObject({ mail: null, deleted_at: null });
    // As if the process had died before the message was settled.
    await queryRows(testApp, "insert into outbox (id, topic, payload) values ($1, $2, $3)", [
      uuidV7(),
      notificationMailTopic,
      { notificationId: notification?.id },
    ]);
    await sendMails();
    expect(await mailsTo("memberRoleChanged", colleague)).toHaveLength(1);
    expect(await rowsOf(silent)).toEqual([expect.objectContaining({ kind: "ownRoleChanged", mail: null })]);
    expect(await mailsTo("ownRoleChanged", { email: "null" })).toEqual([]);
  });
});

/** Changes the role of a member without an address, for whom no mail is held. */
async function withoutAddress() {
  await release();
  return roleChange({ email: null });
}
