import {
  createStreamTicket,
  proxyPrompt,
  streamPrompt,
  streamPromptFromUrl,
  transcribe,
} from "@praxisportal/contract/ai/ai.endpoints";
import { exportAudit, listAudit } from "@praxisportal/contract/audit/audit.endpoints";
import { stepUp } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { changePassword, createDownloadTicket, logout } from "@praxisportal/contract/auth/auth.endpoints";
import { getCosts } from "@praxisportal/contract/billing/billing.endpoints";
import type { Endpoint } from "@praxisportal/contract/endpoint";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { readAllNotifications } from "@praxisportal/contract/notifications/notifications.endpoints";
import {
  getOrganization,
  listOrganizationUsers,
  updateOrganization,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import {
  authenticateOrgToken,
  refreshOrgToken,
} from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import { roles } from "@praxisportal/contract/roles";
import { reactivateTenant, suspendTenant } from "@praxisportal/contract/tenants/tenants.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { organizationThatUsesAi, platformClient, startUpstream } from "../../../test/ai/ai.ts";
import { tokenRequestBody, makeApplication } from "../../../test/application.ts";
import {
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  testPassword,
} from "../../../test/factories.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
let operator: TestClient;
let upstream: Awaited<ReturnType<typeof startUpstream>>["upstream"];
beforeAll(async () => {
  testApp = await createTestApp();
  ({ upstream } = await startUpstream(testApp));
  operator = await platformClient(testApp);
});
afterAll(async () => {
  await testApp.stop();
  await upstream.stop();
});

const suspend = (id: string) =>
  operator.call(suspendTenant, { params: { id }, body: { reason: "Rechnung offen" } });

async function suspendedOrganization() {
  const { id } = await makeOrganization(testApp);
  const admin = await makeMember(testApp, id, "org_admin");
  const client = new TestClient(testApp);
  client.headers = { "x-organization-id": id };
  await client.signIn(admin);
  await suspend(id);
  return { id, admin, client };
}

/**
 * Calls that a suspended organization may make: own password and factors, step-up, tickets, read marks, signing out,
 * notice, and the SEPA mandate.
 */
const allowedChanges = [
  "auth.changePassword",
  "auth.createSocketTicket",
  "notifications.readAll",
  "notifications.update",
  "passkeys.add",
  "passkeys.options",
  "passkeys.remove",
  "passkeys.rename",
  "passkeys.stepUpOptions",
  "payments.changeMandate",
  "payments.removeMandate",
  "sessions.end",
  "sessions.endOthers",
  "tenants.giveNotice",
  "tenants.withdrawNotice",
  "twoFactor.disable",
  "twoFactor.enable",
  "twoFactor.renewBackupCodes",
  "twoFactor.stepUp",
  "workstation.lockSession",
];

async function codeOf({ method, path }: Endpoint, client: TestClient, id: string): Promise<string> {
  const url = path
    .replace(/\/(organizations?|status)\/\{id\}/, `/$1/${id}`)
    .replaceAll(/\{\w+\}/g, () => crypto.randomUUID());
  const response = await client.fetch(url, {
    method,
    headers: { "content-type": "application/json" },
    ...(method === "GET" || method === "DELETE" ? {} : { body: "{}" }),
  });
  const text = await response.text();
  if (response.ok || text === "") return String(response.status);
  // Calls in the format of an AI provider have the code in an object.
  const problem = JSON.parse(text) as { code?: string; error?: { code: string } };
  return problem.code ?? problem.error?.code ?? text;
}

describe("a suspended organization", () => {
  it("R0-87 refuses every change by its members, except those to their own access and read marks", async () => {
    const { id, client, admin } = await suspendedOrganization();
    const changes = allEndpoints.filter(
      (endpoint) =>
        (endpoint.method !== "GET" || endpoint.acceptsTicket) &&
        endpoint.access.who !== "public" &&
        !endpoint.withoutOrganization,
    );
    expect(changes.length).toBeGreaterThan(60);
    const open: string[] = [];
    for (const endpoint of changes) {
      if (allowedChanges.includes(endpoint.name)) continue;
      const code = await codeOf(endpoint, client, id);
      if (code !== "ORGANIZATION_SUSPENDED") open.push(`${endpoint.name}: ${code}`);
    }
    expect(open).toEqual([]);
    expect(
      changes
        .filter(({ whenReadOnly }) => whenReadOnly === "always")
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(allowedChanges);
    // The excepted calls fail only because of their input. The session is locked last.
    const colleague = new TestClient(testApp);
    colleague.headers = { "x-organization-id": id };
    await colleague.signIn(await makeMember(testApp, id, "org_admin"));
    const excepted = changes
      .filter(({ name }) => allowedChanges.includes(name))
      .toSorted(
        (left, right) =>
          Number(left.name.endsWith("lockSession")) - Number(right.name.endsWith("lockSession")),
      );
    const refusedCalls: string[] = [];
    for (const endpoint of excepted) {
      const code = await codeOf(endpoint, colleague, id);
      if (["ORGANIZATION_SUSPENDED", "UNAUTHENTICATED", "FORBIDDEN"].includes(code))
        refusedCalls.push(`${endpoint.name}: ${code}`);
    }
    expect(refusedCalls).toEqual([]);
    const proof = await client.call(stepUp, { body: { password: testPassword } });
    expect(proof.status).toBe(200);
    const read = await client.call(readAllNotifications, { body: { upTo: crypto.randomUUID() } });
    expect(read.status).toBe(204);
    // Of the platform roles, only the operator may change it.
    const account = await makePlatformAccount(testApp, "admin");
    await joinOrganization(testApp, id, account.personId, "org_admin");
    const platformAdmin = new TestClient(testApp);
    await platformAdmin.signIn(account);
    expect(await codeOf(updateOrganization, platformAdmin, id)).toBe("ORGANIZATION_SUSPENDED");
    const password = await client.call(changePassword, {
      body: { currentPassword: testPassword, newPassword: "Regen-Schirm-29" },
    });
    expect(password.status).toBeLessThan(300);
    expect((await client.call(logout)).status).toBeLessThan(300);
    expect(admin.organizationId).toBe(id);
  });

  it("R4-76 see R0-86 lets its administrators read and export, and refuses everyone else", async () => {
    const { id } = await makeOrganization(testApp);
    const admin = new TestClient(testApp);
    await admin.signIn(await makeMember(testApp, id, "org_admin"));
    const otherOrganization = await makeOrganization(testApp);
    const colleague = await makeMember(testApp, id, "practice_admin", {
      permissions: ["organizations:read"],
    });
    // The member also belongs to another organization, so that the session continues.
    await joinOrganization(testApp, otherOrganization.id, colleague.personId, "viewer");
    const member = new TestClient(testApp);
    await member.signIn(colleague);
    const params = { id };
    const members = [member];
    const otherRoles = roles.filter(
      (role) => !["super_admin", "admin", "org_admin", "practice_admin"].includes(role),
    );
    expect(otherRoles.length).toBeGreaterThanOrEqual(5);
    for (const [index, role] of otherRoles.entries()) {
      const client = new TestClient(testApp);
      const roleMember = await makeMember(testApp, id, role, { permissions: ["organizations:read"] });
      if (index > 0) await joinOrganization(testApp, otherOrganization.id, roleMember.personId, "viewer");
      await client.signIn(roleMember);
      members.push(client);
    }
    for (const memberClient of members)
      expect((await memberClient.call(getOrganization, { params })).status).toBe(200);
    await suspend(id);
    for (const endpoint of [getOrganization, listOrganizationUsers, listAudit] as const)
      expect([endpoint.name, (await admin.call<Endpoint>(endpoint, { params })).status]).toEqual([
        endpoint.name,
        200,
      ]);
    const headers = { "x-organization-id": id };
    expect((await admin.call(getCosts, { headers })).status).toBe(200);
    const path = exportAudit.path.replace("{id}", id);
    expect((await admin.call(createDownloadTicket, { body: { path } })).status).toBe(201);
    const file = await admin.fetch(path);
    expect(file.status).toBe(200);
    expect(await file.text()).toContain("organization.suspended");
    const statuses = [];
    for (const memberClient of members)
      statuses.push((await memberClient.call(getOrganization, { params })).status);
    // The session of the member without another organization has ended.
    expect(statuses).toEqual([403, 401, ...otherRoles.slice(1).map(() => 403)]);
    expect((await member.call(getOrganization, { params })).problem.code).toBe("ORGANIZATION_SUSPENDED");
  });

  it("R0-88 refuses AI calls and application tokens until it is reactivated", async () => {
    const { owner, organizationId, colleague, member } = await organizationThatUsesAi(testApp);
    const headers = { "x-organization-id": organizationId };
    const { client: application, pair } = await makeApplication(testApp, member);
    const body = { prompt: "Ein Satz.", provider: "openai", model: "demo-standard" };
    const promptAs = async (client: TestClient) => {
      const response = await client.call(proxyPrompt, { headers, body });
      return response.status === 200 ? 200 : response.problem.code;
    };
    const byApplication = async () =>
      (await application.fetch(getOrganization.path.replace("{id}", organizationId))).status;
    expect([await promptAs(colleague), await byApplication()]).toEqual([200, 200]);
    await suspend(organizationId);
    expect(await promptAs(owner)).toBe("ORGANIZATION_SUSPENDED");
    expect(await promptAs(operator)).toBe("ORGANIZATION_SUSPENDED");
    owner.headers = headers;
    const refusals: unknown[] = [];
    for (const endpoint of [proxyPrompt, streamPrompt, createStreamTicket, streamPromptFromUrl, transcribe])
      refusals.push(await codeOf(endpoint, owner, organizationId));
    for (const endpoint of [streamPrompt, createStreamTicket] as const)
      refusals.push((await operator.call<Endpoint>(endpoint, { headers, body })).problem.code);
    expect(refusals).toEqual(Array.from({ length: 7 }, () => "ORGANIZATION_SUSPENDED"));
    expect(await byApplication()).toBe(403);
    // An application gets no new token either.
    const { refreshToken, applicationId } = { ...pair, applicationId: "kasse-am-empfang" };
    const renew = async () =>
      (
        await new TestClient(testApp).call(refreshOrgToken, {
          body: { refreshToken, organizationId, applicationId },
        })
      ).status;
    const authenticate = async () =>
      (await new TestClient(testApp).call(authenticateOrgToken, { body: tokenRequestBody(member) })).status;
    expect([await renew(), await authenticate()]).toEqual([400, 403]);
    await operator.call(reactivateTenant, { params: { id: organizationId } });
    expect([await promptAs(owner), await byApplication()]).toEqual([200, 200]);
    expect([await renew(), await authenticate()]).toEqual([200, 200]);
  });

  it("R0-89 closes its websockets on every process within 5 s", async () => {
    const { urls } = testApp;
    const database = { urls, drop: async () => undefined };
    // The process that handles the outbox also publishes the event itself, so two processes would not prove delivery.
    const otherPortals = await Promise.all([createTestApp({}, database), createTestApp({}, database)]);
    const [second] = otherPortals;
    try {
      const { id } = await makeOrganization(testApp);
      const otherOrganization = await makeOrganization(testApp);
      const people = [
        await makeMember(testApp, id, "org_admin"),
        await makeMember(testApp, id, "viewer"),
        await makeMember(testApp, id, "viewer"),
      ];
      await joinOrganization(testApp, otherOrganization.id, people[2]?.personId ?? "", "viewer");
      const sockets = [];
      for (const app of [testApp, ...otherPortals]) {
        for (const person of people) {
          const client = new TestClient(app);
          client.headers = { "x-organization-id": id };
          await client.signIn(person);
          sockets.push(await openSocket(app, client));
        }
      }
      const stranger = new TestClient(second);
      await stranger.signIn(await makeMember(testApp, otherOrganization.id, "viewer"));
      const unrelated = await openSocket(second, stranger);
      const start = Date.now();
      await suspend(id);
      // The sessions of members without another organization end. The other clients reconnect automatically.
      expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([
        1012, 4401, 1012, 1012, 4401, 1012, 1012, 4401, 1012,
      ]);
      expect(Date.now() - start).toBeLessThan(5_000);
      second.app.live.publish({
        event: "organizationUpdate",
        organizationId: otherOrganization.id,
        data: {},
      });
      await unrelated.next("organizationUpdate");
      unrelated.close();
    } finally {
      await Promise.all(otherPortals.map((app) => app.stop()));
    }
  });
});
