import { addMember, removeMember, setMemberRole } from "@praxisportal/contract/members/members.endpoints";
import {
  authenticateOrgToken,
  switchOrganization,
} from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import { updateOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { tokenRequestBody, makeApplication } from "../../../test/application.ts";
import { makeMember, queryRows, unique } from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { organizationWith } from "../../../test/people.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { administratorsOf } from "../user-security/security-changes.queries.ts";
import { findNotice } from "../notifications/administrator-mail.platform-queries.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

async function setUpOrganization() {
  const created = await organizationWith(testApp);
  const params = { id: created.organization.id };
  const choose = async (settings: object) => {
    const response = await created.client.call(updateOrganization, { params, body: { settings } });
    expect(response.status).toBe(200);
  };
  return { ...created, params, choose };
}

describe("effects of an organization's settings", () => {
  it("see R7t-03 R7t-20 without applications no token is issued, and existing ones are rejected", async () => {
    const { organization, choose } = await setUpOrganization();
    const person = await makeMember(testApp, organization.id, "viewer");
    const { client: application } = await makeApplication(testApp, person);
    expect((await application.call(getMe)).status).toBe(200);
    await choose({ integration: { allowApplications: false } });
    expect((await application.call(getMe)).status).toBe(401);
    const tokenRequest = await new TestClient(testApp).call(authenticateOrgToken, {
      body: tokenRequestBody(person),
    });
    expect([tokenRequest.status, tokenRequest.problem.code]).toEqual([403, "APPLICATIONS_NOT_ALLOWED"]);
    const ownClient = new TestClient(testApp);
    await ownClient.signIn(person);
    const { email: _email, password: _password, ...request } = tokenRequestBody(person);
    const organizationSwitch = await ownClient.call(switchOrganization, { body: request });
    expect([organizationSwitch.status, organizationSwitch.problem.code]).toEqual([
      403,
      "APPLICATIONS_NOT_ALLOWED",
    ]);
    await choose({ integration: { allowApplications: true } });
    expect((await application.call(getMe)).status).toBe(200);
  });

  it("see R7t-07 without applications no token is renewed", async () => {
    const { organization, choose } = await setUpOrganization();
    const person = await makeMember(testApp, organization.id, "viewer");
    const { client, pair } = await makeApplication(testApp, person);
    await choose({ integration: { allowApplications: false } });
    const response = await client.fetch("/api/v1/org-tokens/refresh", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "" },
      body: JSON.stringify({
        refreshToken: pair.refreshToken,
        organizationId: organization.id,
        applicationId: "kasse-am-empfang",
      }),
    });
    expect(response.status).toBe(400);
  });

  it("R7o-14 an invitation stays open for the configured number of days", async () => {
    const { client, params, choose } = await setUpOrganization();
    const invite = async (email: string) => {
      const { result } = await client.call(addMember, { params, body: { email } });
      return Math.round(
        (Date.parse(result.invitation?.expiresAt ?? "") - testApp.clock.now().getTime()) / 86_400_000,
      );
    };
    expect(await invite("eine@example.org")).toBe(7);
    await choose({ advanced: { invitationDays: 2 } });
    expect(await invite("zweite@example.org")).toBe(2);
  });

  it("see R7o-05 a second factor that becomes required is requested at the next sign-in", async () => {
    const { organization, choose } = await setUpOrganization();
    const person = await makeMember(testApp, organization.id, "viewer");
    const restriction = async () => (await new TestClient(testApp).signIn(person)).restriction ?? null;
    expect(await restriction()).toBeNull();
    await choose({ security: { twoFactorPolicy: "required_all" } });
    expect(await restriction()).toBe("two_factor_setup");
  });
});

describe("notices to administrators", () => {
  it("see R7w-08 go by portal and mail to all but the actor when a member is added or removed or changes role", async () => {
    const { client, organization, member, params } = await setUpOrganization();
    const otherMember = await makeMember(testApp, organization.id, "org_admin", {
      firstName: "Ada",
      lastName: "Muster-Leitung",
    });
    const bystander = await makeMember(testApp, organization.id, "practice_admin");
    const admin = new TestClient(testApp);
    await admin.signIn(otherMember);
    const socket = await openSocket(testApp, admin);
    const addition = await client.call(addMember, {
      params,
      body: { username: "erika_neu", firstName: "Erika", lastName: "Muster-Neu" },
    });
    const userId = addition.result.id;
    expect(await socket.next("notification")).toMatchObject({
      type: "info",
      messages: { de: "Person zur Praxis hinzugefügt" },
      kind: "memberAdded",
      userId,
    });
    const about = { id: organization.id, userId };
    await client.call(setMemberRole, { params: about, body: { role: "editor" } });
    expect(await socket.next("notification")).toMatchObject({ kind: "memberRoleChanged", userId });
    await client.call(removeMember, { params: about });
    expect(await socket.next("notification")).toMatchObject({ kind: "memberRemoved", userId });
    for (const template of ["memberAdded", "memberRoleChanged", "memberRemoved"]) {
      const [mail] = await vi.waitFor(
        async () => {
          const mails = (await mailsOf(testApp, template)).filter((text) => text.includes(organization.name));
          expect(mails).toHaveLength(1);
          return mails;
        },
        { timeout: 10_000 },
      );
      expect(mail).toContain(String(otherMember.email));
      expect(mail).toContain("Erika Muster-Neu");
      expect(mail).not.toContain(String(member.email));
      expect(mail).not.toContain(String(bystander.email));
    }
    socket.close();
  });

  it("R0-14 reach them only while they have access: not after its end, not while blocked", async () => {
    const { client, organization, params } = await setUpOrganization();
    const end = (person: { personId: string }, change: string) =>
      queryRows(testApp, `update membership set ${change} where person_id = $1`, [person.personId]);
    const active = await makeMember(testApp, organization.id, "org_admin");
    const expired = await makeMember(testApp, organization.id, "org_admin");
    const blockedMember = await makeMember(testApp, organization.id, "org_admin");
    const inFiveMinutes = new Date(testApp.clock.now().getTime() + 300_000);
    await end(expired, `valid_until = '${inFiveMinutes.toISOString()}'`);
    // Access ends by the server's clock, which differs from that of the database.
    testApp.clock.advance(360_000);
    await end(blockedMember, "blocked_at = now()");
    const ids = { organizationId: organization.id, actorId: null, subjectId: active.personId };
    const notice = (person: { personId: string }) =>
      findNotice(
        testApp.app.platformDb,
        { ...ids, recipientId: person.personId },
        "trial",
        testApp.clock.now(),
      );
    await client.call(addMember, { params, body: { username: unique("neu") } });
    const notices = await queryRows<{ person: string }>(
      testApp,
      "select person_id as person from notification where organization_id = $1 and kind = 'memberAdded'",
      [organization.id],
    );
    expect(notices.map(({ person }) => person)).toEqual([active.personId]);
    // The access may also end between queueing and sending a mail.
    expect(await notice(active)).toMatchObject({ organization: organization.name });
    expect(await notice(expired)).toBeUndefined();
    expect(await notice(blockedMember)).toBeUndefined();
    const alertedRecipients = await testApp.app.platformDb.write((tx) =>
      administratorsOf(tx, organization.id, testApp.clock.now()),
    );
    expect(alertedRecipients).toContain(active.personId);
    expect(alertedRecipients).not.toContain(expired.personId);
  });

  it("see R7w-08 are sent only for events that the organization chose", async () => {
    const { client, organization, params, choose } = await setUpOrganization();
    await makeMember(testApp, organization.id, "org_admin");
    await choose({ notification: { members: false, security: false } });
    const notices = async () => {
      const rows = await queryRows<{ template: string }>(
        testApp,
        "select kind as template from notification where organization_id = $1",
        [organization.id],
      );
      return rows.map((row) => row.template);
    };
    await client.call(addMember, { params, body: { username: "still_1" } });
    await choose({ security: { sessionHours: 12 } });
    expect(await notices()).not.toContain("memberAdded");
    expect(await notices()).not.toContain("organizationSecurityChanged");
    const mails = await mailsOf(testApp, "memberAdded");
    expect(mails.filter((mail) => mail.includes(organization.name))).toEqual([]);
  });

  it("see R7w-08 are sent for security settings that another administrator changed", async () => {
    const { client, organization, choose } = await setUpOrganization();
    const otherMember = await makeMember(testApp, organization.id, "org_admin");
    const admin = new TestClient(testApp);
    await admin.signIn(otherMember);
    const socket = await openSocket(testApp, admin);
    await choose({ security: { sessionHours: 12 } });
    expect(await socket.next("notification")).toMatchObject({
      type: "warning",
      messages: { de: "Sicherheitseinstellungen der Praxis geändert" },
      kind: "organizationSecurityChanged",
    });
    expect((await client.call(getMe)).status).toBe(200);
    socket.close();
  });
});
