import { addMember } from "@praxisportal/contract/members/members.endpoints";
import { createRecoveryCode } from "@praxisportal/contract/user-security/user-security.endpoints";
import {
  cancelOffboarding,
  getEmployment,
  planOffboarding,
  previewOffboarding,
  setChecklistItem,
  updateEmployment,
} from "@praxisportal/contract/staff/staff.endpoints";
import type { WebhookChoice } from "@praxisportal/contract/staff/staff.schema";
import { createWebhook, listWebhooks } from "@praxisportal/contract/webhooks/webhooks.endpoints";
import { getMe, getUser, listUsers } from "@praxisportal/contract/users/users.endpoints";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeApplication } from "../../../test/application.ts";
import {
  auditEntries,
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  unique,
} from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { organizationWith } from "../../../test/people.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { setUpSecondFactor } from "../../../test/second-factor.ts";
import { tally } from "../../../test/tally.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

/** Runs the scheduled job of the portal once. */
async function runJob(): Promise<void> {
  const job = testApp.app.jobs.find(({ name }) => name === "offboarding");
  if (job === undefined) throw new Error("The portal has no such job");
  await job.run(new AbortController().signal);
}

async function setUpOrganization() {
  await deleteAttempts(testApp);
  const kit = await organizationWith(testApp);
  const offboard = (personId: string, body: Record<string, unknown> = { at: null }, client = kit.client) =>
    client.call(planOffboarding, { params: { id: personId }, body });
  return { ...kit, offboard };
}

async function signedIn(member: { email: string | null }, organizationId: string) {
  const client = new TestClient(testApp);
  client.headers = { "x-organization-id": organizationId };
  await client.signIn(member);
  return client;
}

/** Signs in a platform account, which may offboard administrators. */
async function operator(organizationId: string) {
  return signedIn(await makePlatformAccount(testApp, "super_admin"), organizationId);
}

/** Makes the planned offboarding of a person due. */
const makeDue = (personId: string) =>
  queryRows(
    testApp,
    "update staff_change set takes_effect_at = now() - interval '1 second' where person_id = $1 and state = 'planned'",
    [personId],
  );

const factorsOf = (personId: string) =>
  queryRows(testApp, "select person_id from two_factor where person_id = $1", [personId]);

/** Returns all data of an organization that an offboarding could change. */
const readStored = (organizationId: string) =>
  queryRows(
    testApp,
    `select (to_jsonb(m) - 'last_activity_at')::text as row from membership m where organization_id = $1
     union all select i::text from invitation i where organization_id = $1
     union all select t::text from org_token t where organization_id = $1
     union all select c::text from staff_change c where organization_id = $1`,
    [organizationId],
  );

describe("immediate offboarding", () => {
  it("see R1-11 R6-50 ends all access in one transaction and keeps a record of it", async () => {
    const { client, organization, offboard } = await setUpOrganization();
    const successor = await makeMember(testApp, organization.id, "practice_admin", { firstName: "Nora" });
    const member = await makeMember(testApp, organization.id, "practice_admin");
    const memberClient = await signedIn(member, organization.id);
    const application = await makeApplication(testApp, member);
    await queryRows(
      testApp,
      "insert into two_factor (person_id, secret, enabled_at) values ($1, '\\x00', now())",
      [member.personId],
    );
    await queryRows(testApp, "update session set second_factor_at = now() where person_id = $1", [
      member.personId,
    ]);
    const params = { id: organization.id };
    const email = `${unique("offen")}@example.org`;
    const invited = await memberClient.call(addMember, { params, body: { email } });
    const memberParams = { id: member.personId };
    await client.call(createRecoveryCode, { params: memberParams, body: { purpose: "password" } });
    const socket = await openSocket(testApp, memberClient);
    const successorSocket = await openSocket(testApp, await signedIn(successor, organization.id));

    const preview = await client.call(previewOffboarding, { params: memberParams });
    expect(preview.result).toEqual({
      sessions: 1,
      applications: ["Kasse am Empfang"],
      invitations: 1,
      secondFactor: true,
      webhooks: [],
      isLastAdministrator: false,
      hasOtherMemberships: false,
    });
    const { result } = await offboard(member.personId, { at: null, successorId: successor.personId });
    expect(result).toMatchObject({
      kind: "offboarding",
      state: "done",
      createdBy: "Mia Muster-Probe",
      successor: { userId: successor.personId, name: "Nora Muster-Probe" },
      ended: { sessions: 1, applications: ["Kasse am Empfang"], invitations: 1, secondFactor: true },
    });
    expect(await socket.next("forceLogout")).toEqual({
      type: "session.ended",
      userId: member.personId,
      reason: "membership_ended",
    });
    expect(await socket.closed).toBe(4401);
    expect((await memberClient.call(getMe)).status).toBe(401);
    expect((await memberClient.refresh()).status).toBe(401);
    expect((await application.client.call(getMe)).status).toBe(401);
    expect(await factorsOf(member.personId)).toEqual([]);
    expect((await client.call(getUser, { params: memberParams })).result).toMatchObject({
      status: "deactivated",
      twoFactorEnabled: false,
    });
    // Pending invitations sent by the departed user are revoked.
    expect((await client.call(getUser, { params: { id: invited.result.id } })).status).toBe(404);
    const codes = await queryRows(
      testApp,
      "select id from recovery_code where person_id = $1 and revoked_at is null and used_at is null",
      [member.personId],
    );
    expect(codes).toEqual([]);
    expect(await successorSocket.next("notification")).toMatchObject({
      type: "info",
      messages: { de: "Übernahme nach einem Austritt" },
      kind: "handedOver",
      userId: member.personId,
    });
    successorSocket.close();
    const mail = await vi.waitFor(
      async () => {
        const [message] = await mailsOf(testApp, "handedOver");
        if (message === undefined) throw new Error("no mail yet");
        return message;
      },
      { timeout: 10_000 },
    );
    expect(mail).toContain(String(successor.email));
    expect(mail).toContain("Kasse am Empfang");
    const [entry] = await auditEntries(testApp, organization.id, "staff.offboarding_completed");
    expect(entry?.record.changes).toMatchObject({ status: ["active", "deactivated"], sessions: [1, 0] });
    expect((await offboard(member.personId)).problem.code).toBe("CONFLICT");
  });

  it("see R1-11 N22 does not affect other organizations, their sessions and the second factor", async () => {
    const { client, organization, offboard } = await setUpOrganization();
    const otherOrganization = await makeOrganization(testApp);
    const member = await makeMember(testApp, organization.id, "viewer");
    await joinOrganization(testApp, otherOrganization.id, member.personId, "editor");
    const otherClient = await signedIn(member, otherOrganization.id);
    await setUpSecondFactor(testApp, otherClient);
    await queryRows(
      testApp,
      "update session set start_organization_id = $2 where person_id = $1 and ended_at is null",
      [member.personId, otherOrganization.id],
    );
    const before = await readStored(otherOrganization.id);
    const preview = await client.call(previewOffboarding, { params: { id: member.personId } });
    expect(preview.result).toMatchObject({ sessions: 0, secondFactor: false, hasOtherMemberships: true });
    expect((await offboard(member.personId)).result.ended).toMatchObject({
      sessions: 0,
      secondFactor: false,
    });
    expect((await otherClient.call(getMe)).status).toBe(200);
    expect(await factorsOf(member.personId)).toHaveLength(1);
    expect(await readStored(otherOrganization.id)).toEqual(before);
    otherClient.headers = { "x-organization-id": organization.id };
    expect((await otherClient.call(getMe)).status).not.toBe(200);
  });

  it("see R1-11 R7u-23 frees the seat, and refuses offboarding oneself or people with more rights", async () => {
    const { client, organization, member, offboard } = await setUpOrganization();
    await queryRows(testApp, "update organization set max_users = 2 where organization_id = $1", [
      organization.id,
    ]);
    const second = await makeMember(testApp, organization.id, "viewer");
    const add = () =>
      client.call(addMember, {
        params: { id: organization.id },
        body: { email: `${unique("neu")}@example.org` },
      });
    expect((await add()).problem.code).toBe("USER_LIMIT_REACHED");
    await offboard(second.personId);
    expect((await add()).status).toBe(201);
    expect((await offboard(member.personId)).problem.code).toBe("CANNOT_MODIFY_SELF");
    await queryRows(testApp, "update organization set max_users = 9 where organization_id = $1", [
      organization.id,
    ]);
    const manager = await makeMember(testApp, organization.id, "practice_admin");
    const memberClient = await signedIn(manager, organization.id);
    const params = { id: member.personId };
    const check = { recordId: organization.id, item: "keys", done: true } as const;
    const refusals = [
      await offboard(member.personId, { at: null }, memberClient),
      await memberClient.call(cancelOffboarding, { params }),
      await memberClient.call(updateEmployment, { params, body: { initials: "Xy" } }),
      await memberClient.call(setChecklistItem, { params, body: check }),
    ];
    expect(refusals.map(({ problem }) => problem.code)).toEqual(refusals.map(() => "FORBIDDEN"));
    const selfSuccession = await offboard(manager.personId, { at: null, successorId: manager.personId });
    expect(selfSuccession.problem.errors?.[0]?.path).toBe("successorId");
  });

  it("see R1-11 N11 when the last two administrators offboard each other, one stays", async () => {
    const { organization, member, offboard } = await setUpOrganization();
    const otherAdministrator = await makeMember(testApp, organization.id, "org_admin");
    const client = await operator(organization.id);
    const responses = await Promise.all(
      [otherAdministrator, member].map(({ personId }) => offboard(personId, { at: null }, client)),
    );
    expect(tally(responses)).toEqual({ 200: 1, 409: 1 });
    const refusal = responses.find(({ status }) => status === 409)?.problem;
    expect(refusal?.code).toBe("LAST_ADMINISTRATOR");
    const rows = await queryRows(
      testApp,
      "select status from membership where organization_id = $1 and role = 'org_admin' order by status",
      [organization.id],
    );
    expect(rows).toEqual([{ status: "active" }, { status: "deactivated" }]);
  });
});

describe("offboarding conditions", () => {
  it("decides by the server's clock who can take over, which applications end and whether another administrator remains", async () => {
    const { client, organization, member, offboard } = await setUpOrganization();
    const person = await makeMember(testApp, organization.id, "viewer");
    await makeApplication(testApp, person);
    const otherAdministrator = await makeMember(testApp, organization.id, "org_admin");
    const end = new Date(testApp.clock.now().getTime() + 5 * 60_000);
    await queryRows(testApp, "update membership set valid_until = $2 where person_id = $1", [
      otherAdministrator.personId,
      end,
    ]);
    await queryRows(testApp, "update org_token set refresh_expires_at = $2 where person_id = $1", [
      person.personId,
      end,
    ]);
    const read = async () => {
      const preview = async (id: string) =>
        (await client.call(previewOffboarding, { params: { id } })).result;
      const plan = { at: "2099-07-01T18:00", successorId: otherAdministrator.personId };
      return {
        applications: (await preview(person.personId)).applications,
        isLastAdministrator: (await preview(member.personId)).isLastAdministrator,
        planned: (await offboard(person.personId, plan)).status,
      };
    };
    expect(await read()).toEqual({
      applications: ["Kasse am Empfang"],
      isLastAdministrator: false,
      planned: 200,
    });
    testApp.clock.advance(6 * 60_000);
    expect(await read()).toEqual({ applications: [], isLastAdministrator: true, planned: 400 });
  });
});

describe("webhooks of a member who leaves", () => {
  /** Creates an administrator with a webhook, and an operator who can offboard them. */
  async function setUpWebhook() {
    const { organization, member } = await setUpOrganization();
    const leaver = await makeMember(testApp, organization.id, "org_admin");
    const owner = await signedIn(leaver, organization.id);
    const params = { id: organization.id };
    const body = {
      name: "Labor",
      url: "https://labor.example.org/eingang",
      eventTypes: ["site.created" as const],
    };
    const { id: webhookId } = (await owner.call(createWebhook, { params, body })).result;
    const addWebhook = async (name: string) =>
      (await owner.call(createWebhook, { params, body: { ...body, name } })).result.id;
    const client = await operator(organization.id);
    const plan = (overrides: Record<string, unknown>, at: string | null = null) =>
      client.call(planOffboarding, { params: { id: leaver.personId }, body: { at, ...overrides } });
    const state = async () => {
      const [row] = await queryRows(testApp, "select owner_id, enabled from webhook where id = $1", [
        webhookId,
      ]);
      return row;
    };
    const choiceOf = (choice: WebhookChoice["choice"], ownerId: string | null = null, id = webhookId) => ({
      webhookId: id,
      choice,
      ownerId,
    });
    const changes = async () =>
      (await auditEntries(testApp, organization.id, "webhook.updated")).map(({ record }) => record.changes);
    return {
      organization,
      member,
      leaver,
      client,
      webhookId,
      addWebhook,
      chosen: choiceOf,
      plan,
      state,
      changes,
    };
  }

  it("see R1-11 are listed, and go to a successor who may manage them when a planned offboarding is executed", async () => {
    const { organization, member, leaver, client, webhookId, chosen, plan, state, changes } =
      await setUpWebhook();
    const params = { id: leaver.personId };
    expect((await client.call(previewOffboarding, { params })).result.webhooks).toEqual([
      { id: webhookId, name: "Labor" },
    ]);
    const planned = await plan(
      { successorId: member.personId, webhooks: [chosen("handOver")] },
      "2099-07-01T18:00",
    );
    expect(planned.result).toMatchObject({ state: "planned", webhooks: [chosen("handOver")], ended: null });
    expect(await state()).toEqual({ owner_id: leaver.personId, enabled: true });
    await makeDue(leaver.personId);
    await runJob();
    expect(await state()).toEqual({ owner_id: member.personId, enabled: true });
    expect(await changes()).toEqual([{ owner: [leaver.personId, member.personId] }]);
    const { result } = await client.call(getEmployment, { params });
    expect(result.offboarding?.ended).toMatchObject({ handedOverWebhooks: ["Labor"], disabledWebhooks: [] });
    const entries = await auditEntries(testApp, organization.id, "webhook.updated");
    expect(entries[0]?.actor_id).toBeNull();
  });

  it("see R1-11 are disabled on request, and without a successor who may still manage them", async () => {
    const disabled = await setUpWebhook();
    const { result } = await disabled.plan({ webhooks: [disabled.chosen("disable")] });
    expect(result.ended).toMatchObject({ handedOverWebhooks: [], disabledWebhooks: ["Labor"] });
    expect(await disabled.state()).toEqual({ owner_id: null, enabled: false });
    expect(await disabled.changes()).toEqual([
      { owner: [disabled.leaver.personId, null], enabled: [true, false] },
    ]);
    const params = { id: disabled.organization.id };
    const [webhook] = (await disabled.client.call(listWebhooks, { params })).result.data;
    expect(webhook).toMatchObject({ enabled: false, disabledReason: "manual" });

    const demoted = await setUpWebhook();
    const otherAdministrator = await makeMember(testApp, demoted.organization.id, "org_admin");
    await demoted.plan(
      { successorId: otherAdministrator.personId, webhooks: [demoted.chosen("handOver")] },
      "2099-07-01T18:00",
    );
    await queryRows(testApp, "update membership set role = 'viewer' where person_id = $1", [
      otherAdministrator.personId,
    ]);
    await makeDue(demoted.leaver.personId);
    await runJob();
    expect(await demoted.state()).toEqual({ owner_id: null, enabled: false });
  });

  it("see R1-11 keep their reason and time if they were already disabled", async () => {
    const { leaver, organization, client, chosen, plan, state, changes } = await setUpWebhook();
    await queryRows(
      testApp,
      `update webhook set enabled = false, disabled_reason = 'gone', disabled_at = '2026-03-01T10:00:00Z'
       where owner_id = $1`,
      [leaver.personId],
    );
    expect((await plan({ webhooks: [chosen("disable")] })).result.ended).toMatchObject({
      disabledWebhooks: ["Labor"],
    });
    expect(await state()).toEqual({ owner_id: null, enabled: false });
    expect(await changes()).toEqual([{ owner: [leaver.personId, null] }]);
    const [listedWebhook] = (await client.call(listWebhooks, { params: { id: organization.id } })).result
      .data;
    expect(listedWebhook).toMatchObject({ disabledReason: "gone", disabledAt: "2026-03-01T10:00:00.000Z" });
  });

  it("see R1-11 each have their own choice and new owner", async () => {
    const { organization, member, leaver, webhookId, addWebhook, chosen, plan } = await setUpWebhook();
    const otherAdministrator = await makeMember(testApp, organization.id, "org_admin");
    const [ownId, keptId, disabledId] = [
      await addWebhook("Abrechnung"),
      await addWebhook("Kalender"),
      await addWebhook("Warenlager"),
    ];
    const webhooks = [
      chosen("handOver"),
      chosen("handOver", otherAdministrator.personId, ownId),
      chosen("keep", null, keptId),
      chosen("disable", null, disabledId),
    ];
    const planned = await plan({ successorId: member.personId, webhooks }, "2099-07-01T18:00");
    expect(planned.result.webhooks.toSorted(byWebhookId)).toEqual(webhooks.toSorted(byWebhookId));
    const [entry] = await auditEntries(testApp, organization.id, "staff.offboarding_planned");
    expect(entry?.record.changes).toMatchObject({
      handed_over_webhooks: [[], ["Abrechnung", "Labor"]],
      disabled_webhooks: [[], ["Warenlager"]],
      kept_webhooks: [[], ["Kalender"]],
    });
    // Created after the plan, so there is no choice for it.
    const lateId = await addWebhook("Spät");
    await makeDue(leaver.personId);
    await runJob();
    const afterwards = await queryRows(
      testApp,
      "select id, owner_id, enabled from webhook where organization_id = $1 order by name",
      [organization.id],
    );
    expect(afterwards).toEqual([
      { id: ownId, owner_id: otherAdministrator.personId, enabled: true },
      { id: keptId, owner_id: null, enabled: true },
      { id: webhookId, owner_id: member.personId, enabled: true },
      { id: lateId, owner_id: null, enabled: false },
      { id: disabledId, owner_id: null, enabled: false },
    ]);
    const [record] = await queryRows(testApp, "select outcome from staff_change where person_id = $1", [
      leaver.personId,
    ]);
    expect(record?.["outcome"]).toMatchObject({
      handedOverWebhooks: ["Abrechnung", "Labor"],
      disabledWebhooks: ["Spät", "Warenlager"],
      keptWebhooks: ["Kalender"],
    });
  });

  it("see R1-11 follow the single choice of an offboarding planned by an earlier version", async () => {
    const { member, leaver, chosen, plan, state } = await setUpWebhook();
    await plan({ successorId: member.personId, webhooks: [chosen("disable")] }, "2099-07-01T18:00");
    await queryRows(
      testApp,
      "update staff_change set webhook_choices = null, webhooks = 'handOver' where person_id = $1",
      [leaver.personId],
    );
    await makeDue(leaver.personId);
    await runJob();
    expect(await state()).toEqual({ owner_id: member.personId, enabled: true });
  });

  it("see R1-11 each need a choice, and for a handover a new owner who may manage webhooks", async () => {
    const { organization, addWebhook, chosen, plan, state, leaver, member } = await setUpWebhook();
    const viewer = await makeMember(testApp, organization.id, "viewer");
    const stranger = (await setUpOrganization()).member;
    const pathOf = async (body: Record<string, unknown>) => (await plan(body)).problem.errors?.[0]?.path;
    expect(await pathOf({})).toBe("webhooks");
    expect(await pathOf({ webhooks: [chosen("handOver")] })).toBe("successorId");
    expect(await pathOf({ webhooks: [chosen("handOver")], successorId: viewer.personId })).toBe(
      "successorId",
    );
    for (const { personId } of [viewer, stranger, leaver]) {
      expect(await pathOf({ webhooks: [chosen("handOver", personId)] })).toBe("webhooks");
    }
    await addWebhook("Kalender");
    expect(await pathOf({ webhooks: [chosen("handOver", member.personId)] })).toBe("webhooks");
    expect(await state()).toEqual({ owner_id: leaver.personId, enabled: true });
  });
});

const byWebhookId = (left: WebhookChoice, right: WebhookChoice) =>
  left.webhookId.localeCompare(right.webhookId);

describe("a planned offboarding", () => {
  it("see R1-11 accepts a local time; changing, canceling and planning it again are each audited", async () => {
    const { client, organization, offboard } = await setUpOrganization();
    const { personId } = await makeMember(testApp, organization.id, "viewer");
    const params = { id: personId };
    expect((await offboard(personId, { at: "2020-01-01T18:00" })).problem.errors?.[0]?.path).toBe("at");
    expect((await offboard(personId, { at: "2099-13-01T18:00" })).status).toBe(400);
    // An hour that occurs twice means the later one, so that access does not end early.
    const planned = await offboard(personId, { at: "2099-10-25T02:30" });
    expect(planned.result).toMatchObject({ state: "planned", takesEffectAt: "2099-10-25T01:30:00.000Z" });
    const change = await offboard(personId, { at: "2099-07-01T18:00" });
    expect(change.result).toMatchObject({
      id: planned.result.id,
      takesEffectAt: "2099-07-01T16:00:00.000Z",
    });
    await runJob();
    expect((await client.call(getUser, { params })).result.status).toBe("active");
    expect((await client.call(getEmployment, { params })).result.offboarding?.state).toBe("planned");
    expect((await client.call(cancelOffboarding, { params })).status).toBe(204);
    expect((await client.call(cancelOffboarding, { params })).problem.code).toBe("CONFLICT");
    expect((await client.call(getEmployment, { params })).result.offboarding).toBeNull();
    await makeDue(personId);
    await runJob();
    expect((await client.call(getUser, { params })).result.status).toBe("active");
    for (const action of ["planned", "changed", "cancelled"] as const) {
      expect(await auditEntries(testApp, organization.id, `staff.offboarding_${action}`)).toHaveLength(1);
    }
  });

  it("see R1-11 is executed once, even if the job runs repeatedly and in several processes", async () => {
    const { organization, offboard } = await setUpOrganization();
    const member = await makeMember(testApp, organization.id, "viewer");
    const memberClient = await signedIn(member, organization.id);
    await offboard(member.personId, { at: "2099-07-01T18:00" });
    await makeDue(member.personId);
    await Promise.all([runJob(), runJob(), runJob()]);
    await runJob();
    expect((await memberClient.call(getMe)).status).toBe(401);
    const entries = await auditEntries(testApp, organization.id, "staff.offboarding_completed");
    expect(entries).toHaveLength(1);
    expect(entries[0]?.actor_id).toBeNull();
    const mails = await queryRows(
      testApp,
      "select id from staff_change where person_id = $1 and state = 'done' and done_at is not null",
      [member.personId],
    );
    expect(mails).toHaveLength(1);
  });

  it("see R1-11 changes nothing if its execution fails midway, and is executed by the next run", async () => {
    const { organization, offboard } = await setUpOrganization();
    const member = await makeMember(testApp, organization.id, "viewer");
    const memberClient = await signedIn(member, organization.id);
    await offboard(member.personId, { at: "2099-07-01T18:00" });
    await makeDue(member.personId);
    const before = await readStored(organization.id);
    // The last statement of the transaction fails, as if the process had been killed before it.
    const owner = new pg.Client({ connectionString: testApp.urls.owner });
    await owner.connect();
    await owner.query(`
      create function break_log() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
      create trigger break_log before insert on audit_entry for each row execute function break_log()`);
    await expect(runJob()).rejects.toThrow("killed");
    await owner.query("drop function break_log cascade");
    await owner.end();
    expect(await readStored(organization.id)).toEqual(before);
    expect((await memberClient.call(getMe)).status).toBe(200);
    await runJob();
    expect((await memberClient.call(getMe)).status).toBe(401);
    expect(await auditEntries(testApp, organization.id, "staff.offboarding_completed")).toHaveLength(1);
  });

  it("see R1-11 N11 of the last administrator is blocked until there is another one", async () => {
    const { organization, member, offboard } = await setUpOrganization();
    const otherAdministrator = await makeMember(testApp, organization.id, "org_admin");
    const client = await operator(organization.id);
    await offboard(otherAdministrator.personId, { at: "2099-07-01T18:00" }, client);
    await makeDue(otherAdministrator.personId);
    await queryRows(
      testApp,
      "update membership set valid_until = now() - interval '1 minute' where person_id = $1",
      [member.personId],
    );
    await runJob();
    await runJob();
    const blockedEntries = await auditEntries(testApp, organization.id, "staff.offboarding_blocked");
    expect(blockedEntries.map(({ outcome, target_id }) => [outcome, target_id])).toEqual([
      ["failed", otherAdministrator.personId],
    ]);
    await queryRows(testApp, "update membership set valid_until = null where person_id = $1", [
      member.personId,
    ]);
    const params = { id: otherAdministrator.personId };
    const { result } = await client.call(getEmployment, { params });
    expect(result.offboarding).toMatchObject({ state: "planned", blocked: true });
    await runJob();
    expect((await client.call(getUser, { params })).result.status).toBe("deactivated");
  });
});

describe("people in the list who leave soon", () => {
  it("see R0-265 show their planned end and first day only to callers who may write users", async () => {
    const { organization, client, offboard } = await setUpOrganization();
    const person = await makeMember(testApp, organization.id, "viewer");
    await queryRows(testApp, "update membership set starts_on = '2099-02-01' where person_id = $1", [
      person.personId,
    ]);
    await offboard(person.personId, { at: "2099-03-31T18:00" });
    const rowFor = async (reader: TestClient) =>
      (await reader.call(listUsers)).result.data.find(({ id }) => id === person.personId);
    const row = await rowFor(client);
    expect(row?.startsOn).toBe("2099-02-01");
    expect(Date.parse(row?.leavesAt ?? "")).toBe(Date.UTC(2099, 2, 31, 16));
    const reader = await signedIn(
      await makeMember(testApp, organization.id, "hr", { permissions: ["users:read"] }),
      organization.id,
    );
    expect(await rowFor(reader)).toMatchObject({ startsOn: null, leavesAt: null });
    expect((await reader.call(listUsers, { query: { endsWithinDays: 30 } })).status).toBe(403);
    await client.call(cancelOffboarding, { params: { id: person.personId } });
    expect((await rowFor(client))?.leavesAt).toBeNull();
  });

  it("R0-269 are found if a planned end or an expiry ends their access within 30 days of the organization's calendar", async () => {
    const { organization, client } = await setUpOrganization();
    const add = async (lastName: string, validUntil: string | null, status = "active") => {
      const { personId } = await makeMember(testApp, organization.id, "viewer", { lastName });
      await queryRows(
        testApp,
        `update membership set status = $3, valid_until = case when $2::text is null then null
           else ((now() at time zone 'Europe/Berlin')::date + $2::interval) at time zone 'Europe/Berlin' end
         where person_id = $1`,
        [personId, validUntil, status],
      );
      return personId;
    };
    await add("A-last-day", "30 days 23:59:59");
    await add("B-day-after", "31 days 00:00:00");
    await add("C-ended", "-1 days");
    await add("D-deactivated", "3 days", "deactivated");
    await add("E-no-end", null);
    const leaving = await add("F-planned", null);
    await queryRows(
      testApp,
      `insert into staff_change (organization_id, id, kind, membership_id, person_id, state, takes_effect_at, created_by, created_at)
       select organization_id, gen_random_uuid(), 'offboarding', id, person_id, 'planned', now() + interval '5 days',
         person_id, now() from membership where person_id = $1`,
      [leaving],
    );
    const { result } = await client.call(listUsers, { query: { endsWithinDays: 30 } });
    expect(result.data.map(({ personalInfo }) => personalInfo.lastName)).toEqual(["A-last-day", "F-planned"]);
    expect(result.pagination.total).toBe(2);
  });
});
