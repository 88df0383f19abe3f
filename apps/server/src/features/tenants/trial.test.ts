import { proxyPrompt } from "@praxisportal/contract/ai/ai.endpoints";
import { listNotifications } from "@praxisportal/contract/notifications/notifications.endpoints";
import {
  revokeAllOrgTokens,
  switchOrganization,
} from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import {
  getOrganization,
  updateOrganization,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import { createTenant, getTenant } from "@praxisportal/contract/tenants/tenants.endpoints";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { platformClient } from "../../../test/ai/ai.ts";
import { makeApplication } from "../../../test/application.ts";
import { joinOrganization, makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

const dayMs = 86_400_000;

let testApp: TestApp;
let operator: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
  operator = await platformClient(testApp);
});
afterAll(() => testApp.stop());

/** Creates a tenant in its trial with a signed-in administrator and editor. */
async function newTrial(name: string) {
  const { id, status } = (await operator.call(createTenant, { body: { name, country: "DE" } })).result;
  expect(status).toBe("trial");
  await queryRows(
    testApp,
    "update organization set two_factor_policy = 'optional' where organization_id = $1",
    [id],
  );
  const signIn = async (role: "org_admin" | "editor") => {
    const member = await makeMember(testApp, id, role);
    const client = new TestClient(testApp);
    client.headers = { "x-organization-id": id };
    await client.signIn(member);
    return { client, member };
  };
  return { id, params: { id }, ...(await signIn("org_admin")), editor: (await signIn("editor")).client };
}

async function runJob(): Promise<void> {
  const job = testApp.app.jobs.find(({ name }) => name === "trial-reminder");
  await job?.run(new AbortController().signal);
}

it("R0-293 a trial ends after 30 days, is then read-only for everyone, and is over when a plan is chosen", async () => {
  const { id, params, client, member, editor } = await newTrial("Praxis Probezeit");
  const application = await makeApplication(testApp, member);
  const [stored] = await queryRows<{ days: number }>(
    testApp,
    `select extract(epoch from trial_ends_at - created_at)::float8 / 86400 as days from organization
     where organization_id = $1`,
    [id],
  );
  expect(stored?.days).toBeCloseTo(30, 2);
  const change = async (by: TestClient) => {
    const response = await by.call(updateOrganization, {
      params,
      body: { description: crypto.randomUUID() },
    });
    return response.status === 200 ? 200 : response.problem.code;
  };
  const endIn = async (ms: number) => {
    const endsAt = new Date(testApp.clock.now().getTime() + ms);
    await queryRows(testApp, "update organization set trial_ends_at = $2 where organization_id = $1", [
      id,
      endsAt,
    ]);
    testApp.app.callers.cache.forgetAll();
    return endsAt.toISOString();
  };
  await endIn(60_000);
  expect(await change(client)).toBe(200);
  const endedAt = await endIn(-1_000);
  expect(await change(client)).toBe("TRIAL_ENDED");
  expect(await change(application.client)).toBe("TRIAL_ENDED");
  for (const reader of [client, editor])
    expect((await reader.call(getOrganization, { params })).result.trialEndsAt).toBe(endedAt);
  const body = { prompt: "Ein Satz.", provider: "openai", model: "demo-standard" };
  expect((await client.call(proxyPrompt, { body })).problem.code).toBe("TRIAL_ENDED");
  const issued = await client.call(switchOrganization, { body: { organizationId: id } });
  expect(issued.problem.code).toBe("TRIAL_ENDED");
  const revoked = await client.call(revokeAllOrgTokens, { query: { reason: "Probezeit vorbei" } });
  expect([revoked.status, (await application.client.call(getOrganization, { params })).status]).toEqual([
    200, 401,
  ]);
  const choice = await operator.call(updateOrganization, { params, body: { plan: { name: "basic" } } });
  expect(choice.result).toMatchObject({ status: "active", trialEndsAt: null, plan: { name: "basic" } });
  expect(await change(client)).toBe(200);
  const tenant = (await client.call(getTenant, { params })).result;
  expect(tenant).toMatchObject({ status: "active", trialEndsAt: null, billing: { plan: "basic" } });
});

it("see R0-293 a member of two organizations gets no token for an organization whose trial is over", async () => {
  const { id, member } = await newTrial("Praxis Zweitmitgliedschaft");
  const otherOrganization = await makeOrganization(testApp);
  await joinOrganization(testApp, otherOrganization.id, member.personId, "viewer");
  // Without the header, only the body names the organization.
  const client = new TestClient(testApp);
  await client.signIn(member);
  const issue = async (organizationId: string) => {
    const response = await client.call(switchOrganization, { body: { organizationId } });
    return response.status === 200 ? 200 : response.problem.code;
  };
  expect(await issue(id)).toBe(200);
  await queryRows(
    testApp,
    "update organization set trial_ends_at = now() - interval '1 minute' where organization_id = $1",
    [id],
  );
  testApp.app.callers.cache.forgetAll();
  expect([await issue(id), await issue(otherOrganization.id)]).toEqual(["TRIAL_ENDED", 200]);
});

it("R0-294 the administrators are reminded once 7 days and once 1 day before the end of a trial", async () => {
  const name = "Praxis Erinnerung";
  const { id, client, editor } = await newTrial(name);
  await makeMember(testApp, id, "practice_admin");
  const second = await makeMember(testApp, id, "org_admin");
  const endIn = (days: number) =>
    queryRows(testApp, "update organization set trial_ends_at = $2 where organization_id = $1", [
      id,
      new Date(testApp.clock.now().getTime() + days * dayMs),
    ]);
  const remindersAfter = async (days: number) => {
    await endIn(days);
    await runJob();
    await runJob();
    const { data } = (await client.call(listNotifications)).result;
    return data.filter(({ kind }) => kind === "trialEnds");
  };
  expect(await remindersAfter(8)).toHaveLength(0);
  const [first, ...others] = await remindersAfter(7);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ organizationId: id, type: "warning", route: "organization" });
  expect(await remindersAfter(2)).toHaveLength(1);
  expect(await remindersAfter(1)).toHaveLength(2);
  expect(await remindersAfter(0.1)).toHaveLength(2);
  expect(await remindersAfter(-0.1)).toHaveLength(2);
  await vi.waitFor(
    async () => {
      const mails = (await mailsOf(testApp, "trialEnds")).filter((mail) => mail.includes(name));
      // Each org_admin gets two mails, and other people get none.
      expect(mails).toHaveLength(4);
      expect(mails.filter((mail) => mail.includes(`<${String(second.email)}>`))).toHaveLength(2);
    },
    { timeout: 10_000 },
  );
  const editorNotifications = (await editor.call(listNotifications)).result.data;
  expect(editorNotifications.filter(({ kind }) => kind === "trialEnds")).toEqual([]);
});
