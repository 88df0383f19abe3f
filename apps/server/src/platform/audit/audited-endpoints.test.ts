import { auditActions } from "@praxisportal/contract/audit-actions";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { lockSession } from "@praxisportal/contract/workstation/workstation.endpoints";
import { storeLogo } from "@praxisportal/contract/organizations/organizations.endpoints";
import { addMember } from "@praxisportal/contract/members/members.endpoints";
import { passkeyLoginOptions, passkeyOptions } from "@praxisportal/contract/passkeys/passkeys.endpoints";
import { initiateReset } from "@praxisportal/contract/password-reset/password-reset.endpoints";
import { assignSite, createSite } from "@praxisportal/contract/sites/sites.endpoints";
import { planOffboarding } from "@praxisportal/contract/staff/staff.endpoints";
import {
  blockUser,
  createDayCode,
  createRecoveryCode,
} from "@praxisportal/contract/user-security/user-security.endpoints";
import { setupTwoFactor } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { changeEmail, transferUser } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  testPassword,
  unique,
} from "../../../test/factories.ts";
import { pngOf } from "../../../test/logo/images.ts";
import { Authenticator } from "../../../test/authenticator.ts";
import { addPasskey } from "../../../test/passkeys.ts";
import { mailedToken } from "../../../test/mailbox.ts";
import { appCode, beginSignIn, setUpSecondFactor } from "../../../test/second-factor.ts";
import {
  countByChain,
  isWrittenWithChange,
  noteTransactions,
} from "../../../test/audit/audited-transactions.ts";
import { aiExamples } from "../../../test/ai/audited-calls.ts";
import { departmentExamples } from "../../../test/departments/audited-calls.ts";
import { digestExamples } from "../../../test/digest/audited-calls.ts";
import { emergencyCodeExamples } from "../../../test/emergency-code/audited-calls.ts";
import { evidenceExamples } from "../../../test/evidence/audited-calls.ts";
import { invoiceExamples } from "../../../test/invoices/audited-calls.ts";
import { reviewExamples } from "../../../test/reviews/audited-calls.ts";
import { orgTokenExamples } from "../../../test/org-tokens/audited-calls.ts";
import { paymentExamples } from "../../../test/payments/audited-calls.ts";
import { legacyExamples } from "../../../test/legacy/audited-calls.ts";
import { planExamples } from "../../../test/plans/audited-calls.ts";
import { workstationExamples } from "../../../test/workstation/audited-calls.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { backgroundWorkExamples } from "../../../test/background-work/audited-calls.ts";
import { webhookExamples } from "../../../test/webhooks/audited-calls.ts";
import { verifyChain } from "./audit-verifier.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await noteTransactions(testApp);
});
// Each case has its own organizations and people and counts only the entries that its call adds.
beforeEach(() => deleteAttempts(testApp));
afterAll(() => testApp.stop());

const publicKey = "age1lq3p8rkngljdzgvserzc25304jd3xl8rtnkxpnwm2xww46yhsssq7c3gyq";

type Example = {
  client: TestClient;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  file?: Buffer;
};

/** Runs the remaining steps of a test on a separate portal. */
async function onOwnPortal(env: Record<string, string> = {}) {
  const shared = testApp;
  testApp = await createTestApp(env);
  await noteTransactions(testApp);
  onTestFinished(async () => {
    await testApp.stop();
    testApp = shared;
  });
  return testApp;
}

/** Signs in a member of two organizations. */
async function signedIn() {
  const [first, second] = [await makeOrganization(testApp), await makeOrganization(testApp)];
  const member = await makeMember(testApp, first.id, "org_admin");
  await joinOrganization(testApp, second.id, member.personId, "viewer");
  const client = new TestClient(testApp);
  client.headers = { "x-organization-id": first.id };
  await client.signIn(member);
  return { client, member, organizationId: first.id };
}

/** Signs in an administrator who has a colleague in the same organization. */
async function withColleague() {
  const { client, organizationId } = await signedIn();
  const colleague = await makeMember(testApp, organizationId, "viewer");
  return { client, organizationId, colleague };
}

/** Signs in an administrator of two organizations who has a colleague, like {@link withColleague}. */
async function inTwoOrganizations() {
  const [first, second] = [await makeOrganization(testApp), await makeOrganization(testApp)];
  const member = await makeMember(testApp, first.id, "org_admin");
  await joinOrganization(testApp, second.id, member.personId, "org_admin");
  const client = new TestClient(testApp);
  client.headers = { "x-organization-id": first.id };
  await client.signIn(member);
  return { client, colleague: await makeMember(testApp, first.id, "viewer"), target: second.id };
}

/** Returns an administrator's client and the id of a colleague. */
async function aboutColleague() {
  const { client, colleague } = await withColleague();
  return { client, params: { id: colleague.personId } };
}

/** Returns the same as {@link aboutColleague}, for a colleague with a second factor. */
async function aboutProtectedColleague() {
  const { client, colleague } = await withColleague();
  const otherClient = new TestClient(testApp);
  await otherClient.signIn(colleague);
  await setUpSecondFactor(testApp, otherClient);
  return { client, params: { id: colleague.personId } };
}

async function signedInSession(client: TestClient, user: { personId: string; email: string | null }) {
  await client.signIn(user);
  const [session] = await queryRows<{ id: string }>(
    testApp,
    "select id from session where person_id = $1 order by created_at desc limit 1",
    [user.personId],
  );
  return { sessionId: session?.id ?? "" };
}

/** Signs in an administrator, and again at a workstation. */
async function withWorkstation() {
  const { client, member, organizationId } = await signedIn();
  await new TestClient(testApp, "browser").signIn(member);
  const [row] = await queryRows<{ id: string }>(
    testApp,
    "select id from workstation where organization_id = $1",
    [organizationId],
  );
  return { client, organizationId, workstationId: String(row?.id) };
}

/** Signs in an administrator of an organization with a site. */
async function withSite() {
  const { client, organizationId, colleague } = await withColleague();
  const { result } = await client.call(createSite, {
    params: { id: organizationId },
    body: { name: "Hauptstelle" },
  });
  return { client, params: { id: organizationId, siteId: result.id }, personId: colleague.personId };
}

/** Signs in a user with a second factor. */
async function withSecondFactor() {
  const { client } = await signedIn();
  await setUpSecondFactor(testApp, client);
  return client;
}

/** Signs in the operator of the portal. */
async function operator() {
  const client = new TestClient(testApp);
  await client.signIn({ username: (await makePlatformAccount(testApp, "super_admin")).username });
  return client;
}

const password = "Sonnen-Garten-83";
const personalInfo = { firstName: "Erika", lastName: "Muster-Neu" };

/** A successful example of each audited call. The test below fails for a call without an example. */

const examples: Readonly<Record<string, () => Promise<Example>>> = {
  "auth.login": async () => {
    const { member } = await signedIn();
    return { client: new TestClient(testApp), body: { email: member.email, password: testPassword } };
  },
  "audit.export": async () => {
    const { client, organizationId } = await signedIn();
    return { client, params: { id: organizationId } };
  },
  "billing.changeQuota": async () => ({ client: (await signedIn()).client, body: { limit: 1_000 } }),
  "billing.export": async () => ({ client: (await signedIn()).client }),
  "audit.exportPlatform": async () => ({ client: await operator() }),
  "auth.logout": async () => ({ client: (await signedIn()).client }),
  "auth.changePassword": async () => ({
    client: (await signedIn()).client,
    body: { currentPassword: testPassword, newPassword: "Sonnen-Garten-83" },
  }),
  "twoFactor.enable": async () => {
    const { client } = await signedIn();
    const { secret } = (await client.call(setupTwoFactor)).result;
    return { client, body: { totpCode: appCode(testApp, secret) } };
  },
  "twoFactor.disable": async () => ({
    client: await withSecondFactor(),
    body: { password: testPassword },
  }),
  "twoFactor.renewBackupCodes": async () => ({ client: await withSecondFactor() }),
  "twoFactor.verify": async () => {
    const { client, member } = await signedIn();
    const { secret } = await setUpSecondFactor(testApp, client);
    const otherClient = new TestClient(testApp);
    const tempToken = await beginSignIn(otherClient, member);
    return { client: otherClient, body: { tempToken, totpCode: appCode(testApp, secret) } };
  },
  "twoFactor.stepUp": async () => ({
    client: (await signedIn()).client,
    body: { password: testPassword },
  }),
  "passkeys.add": async () => {
    const { client } = await signedIn();
    const { result } = await client.call(passkeyOptions);
    return { client, body: { ...new Authenticator(testApp).create(result), name: "Empfang" } };
  },
  "passkeys.rename": async () => {
    const { client } = await signedIn();
    const { id } = await addPasskey(testApp, client);
    return { client, params: { id }, body: { name: "Empfang" } };
  },
  "passkeys.remove": async () => {
    const { client } = await signedIn();
    const { id } = await addPasskey(testApp, client);
    return { client, params: { id } };
  },
  "passkeys.login": async () => {
    const { client } = await signedIn();
    const { authenticator } = await addPasskey(testApp, client);
    const otherClient = new TestClient(testApp);
    const { result } = await otherClient.call(passkeyLoginOptions, { body: {} });
    return { client: otherClient, body: authenticator.authenticate(result) };
  },
  "sessions.end": async () => {
    const { client, member } = await signedIn();
    const { sessionId } = await new TestClient(testApp).signIn(member);
    return { client, params: { id: sessionId } };
  },
  "sessions.endOthers": async () => {
    const { client, member } = await signedIn();
    await new TestClient(testApp).signIn(member);
    return { client };
  },
  "workstation.lockSession": async () => ({ client: (await signedIn()).client }),
  "workstation.unlockSession": async () => {
    const { member } = await signedIn();
    const client = new TestClient(testApp, "browser");
    await client.signIn(member);
    await client.call(lockSession);
    return { client, body: { userId: member.personId, password: testPassword } };
  },
  "organizations.create": async () => ({
    client: await operator(),
    body: { name: "Praxis Neubeginn", country: "DE", administrator: { username: "leitung" } },
  }),
  "organizations.update": async () => {
    const { client, organizationId } = await signedIn();
    return { client, params: { id: organizationId }, body: { description: "Hausärztliche Praxis" } };
  },
  "organizations.remove": async () => {
    const { client, organizationId } = await signedIn();
    const [row] = await queryRows<{ name: string }>(
      testApp,
      "select name from organization where organization_id = $1",
      [organizationId],
    );
    return { client, params: { id: organizationId }, body: { name: row?.name } };
  },
  "organizations.storeLogo": async () => {
    const { client, organizationId } = await signedIn();
    return { client, params: { id: organizationId }, file: pngOf() };
  },
  "organizations.removeLogo": async () => {
    const { client, organizationId } = await signedIn();
    const params = { id: organizationId };
    await client.call(storeLogo, { params, file: pngOf() });
    return { client, params };
  },
  "organizations.restore": async () => {
    const { id } = await makeOrganization(testApp);
    await queryRows(
      testApp,
      "update organization set status = 'deleted', deleted_at = now() where organization_id = $1",
      [id],
    );
    return { client: await operator(), params: { id } };
  },
  "tenants.create": async () => ({
    client: await operator(),
    body: { name: "Praxis Neuland", country: "DE", administrator: { username: "leitung" } },
  }),
  "tenants.update": async () => ({
    client: await operator(),
    params: { id: (await makeOrganization(testApp)).id },
    body: { description: "Hausärztliche Praxis" },
  }),
  "ownData.export": async () => ({ client: (await signedIn()).client }),
  "tenants.export": async () => {
    const { client, organizationId } = await signedIn();
    return { client, params: { id: organizationId } };
  },
  "cloudSync.change": async () => {
    const { client, organizationId } = await signedIn();
    return { client, params: { id: organizationId }, body: { schedule: "off", publicKey } };
  },
  "cloudSync.start": async () => {
    const { client, organizationId } = await signedIn();
    await queryRows(testApp, "insert into cloud_sync (organization_id, public_key) values ($1, $2)", [
      organizationId,
      publicKey,
    ]);
    return { client, params: { id: organizationId } };
  },
  "tenants.giveNotice": async () => {
    const { client, organizationId } = await signedIn();
    const endsOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    return { client, params: { id: organizationId }, body: { endsOn } };
  },
  "tenants.withdrawNotice": async () => {
    const { client, organizationId } = await signedIn();
    const notice =
      "update organization set notice_given_at = now(), contract_ends_at = now() + interval '30 days' where organization_id = $1";
    await queryRows(testApp, notice, [organizationId]);
    return { client, params: { id: organizationId } };
  },
  ...webhookExamples(() => testApp, signedIn),
  "tenants.suspend": async () => ({
    client: await operator(),
    params: { id: (await makeOrganization(testApp)).id },
    body: { reason: "Rechnung offen" },
  }),
  "tenants.reactivate": async () => {
    const { id } = await makeOrganization(testApp);
    await queryRows(testApp, "update organization set status = 'suspended' where organization_id = $1", [id]);
    return { client: await operator(), params: { id } };
  },
  "tenants.changeLimits": async () => ({
    client: await operator(),
    params: { id: (await makeOrganization(testApp)).id },
    body: { storageGB: 7 },
  }),
  ...planExamples(() => testApp, signedIn, operator),
  ...legacyExamples(onOwnPortal),
  ...workstationExamples(() => testApp),
  ...emergencyCodeExamples(() => testApp),
  ...digestExamples(() => testApp),
  ...evidenceExamples(() => testApp),
  ...paymentExamples(() => testApp, signedIn, operator),
  ...invoiceExamples(() => testApp, signedIn, operator),
  ...departmentExamples(signedIn),
  ...reviewExamples(signedIn),
  "sites.create": async () => {
    const { client, organizationId } = await signedIn();
    return { client, params: { id: organizationId }, body: { name: "Zweigstelle" } };
  },
  "sites.update": async () => ({ ...(await withSite()), body: { address: "Musterweg 2" } }),
  "sites.remove": async () => withSite(),
  "sites.assign": async () => {
    const { client, params, personId } = await withSite();
    return { client, params, body: { userIds: [personId] } };
  },
  "sites.unassign": async () => {
    const { client, params, personId } = await withSite();
    await client.call(assignSite, { params, body: { userIds: [personId] } });
    return { client, params: { ...params, userId: personId } };
  },
  "staff.startOnboarding": async () => {
    const { client, organizationId } = await signedIn();
    const body = { firstName: "Jana", lastName: "Muster-Neu", initials: "JM", startsOn: "2026-02-01" };
    return { client, params: { id: organizationId }, body };
  },
  "staff.updateEmployment": async () => ({ ...(await aboutColleague()), body: { initials: "XY" } }),
  "staff.planOffboarding": async () => ({ ...(await aboutColleague()), body: { at: "2099-07-01T18:00" } }),
  "staff.cancelOffboarding": async () => {
    const { client, params } = await aboutColleague();
    await client.call(planOffboarding, { params, body: { at: "2099-07-01T18:00" } });
    return { client, params };
  },
  "staff.setChecklistItem": async () => {
    const { client, params } = await aboutColleague();
    const { result } = await client.call(planOffboarding, { params, body: { at: "2099-07-01T18:00" } });
    return { client, params, body: { recordId: result.id, item: "keys", done: true } };
  },
  "staff.setTemplate": async () => {
    const { client, organizationId } = await signedIn();
    const items = [{ item: "keys", label: null }];
    const body = { key: "assistant", role: "viewer", department: "Empfang", siteId: null, items };
    return { client, params: { id: organizationId }, body };
  },
  "workstations.update": async () => {
    const { client, organizationId, workstationId } = await withWorkstation();
    return { client, params: { id: organizationId, workstationId }, body: { label: "Empfang" } };
  },
  "workstations.remove": async () => {
    const { client, organizationId, workstationId } = await withWorkstation();
    return { client, params: { id: organizationId, workstationId } };
  },
  "users.updateMe": async () => ({
    client: (await signedIn()).client,
    body: { personalInfo: { firstName: "Neu" }, phone: "+49 30 1234567" },
  }),
  "users.create": async () => ({
    client: (await signedIn()).client,
    body: { username: "erika_neu", personalInfo, password },
  }),
  "users.update": async () => {
    const { client, colleague } = await withColleague();
    return { client, params: { id: colleague.personId }, body: { personalInfo: { firstName: "Neu" } } };
  },
  "users.delete": async () => {
    const { client, colleague } = await withColleague();
    return { client, params: { id: colleague.personId } };
  },
  "users.export": async () => ({ client: (await signedIn()).client, query: { format: "json" } }),
  "users.transfer": async () => {
    const { client, colleague, target } = await inTwoOrganizations();
    return { client, params: { id: colleague.personId }, body: { organizationId: target } };
  },
  "users.undoTransfer": async () => {
    const { client, colleague, target } = await inTwoOrganizations();
    const params = { id: colleague.personId };
    await client.call(transferUser, { params, body: { organizationId: target } });
    return { client, params };
  },
  "users.setRole": async () => {
    const { client, colleague } = await withColleague();
    return { client, params: { id: colleague.personId }, body: { type: "editor" } };
  },
  "users.changeEmail": async () => ({
    client: (await signedIn()).client,
    body: { newEmail: "neu@example.org", password: testPassword },
  }),
  "users.cancelEmailChange": async () => {
    const { client } = await signedIn();
    await client.call(changeEmail, { body: { newEmail: "neu@example.org", password: testPassword } });
    return { client };
  },
  "users.confirmEmailChange": async () => {
    const { client } = await signedIn();
    const newEmail = `${unique("neu")}@example.org`;
    await client.call(changeEmail, { body: { newEmail, password: testPassword } });
    return {
      client: new TestClient(testApp),
      body: { token: await mailedToken(testApp, "emailConfirm", newEmail) },
    };
  },
  "users.rejectEmailChange": async () => {
    const { client, member } = await signedIn();
    const newEmail = `${unique("neu")}@example.org`;
    await client.call(changeEmail, { body: { newEmail, password: testPassword } });
    const token = await mailedToken(testApp, "emailChangeNotice", member.email ?? "");
    return { client: new TestClient(testApp), body: { token } };
  },
  "passwordReset.initiate": async () => {
    const { member } = await signedIn();
    return { client: new TestClient(testApp), body: { email: member.email } };
  },
  "passwordReset.confirm": async () => {
    const { member } = await signedIn();
    const client = new TestClient(testApp);
    await client.call(initiateReset, { body: { email: member.email } });
    const token = await mailedToken(testApp, "passwordReset", member.email ?? "");
    return { client, body: { token, newPassword: password } };
  },
  "passwordReset.redeemCode": async () => {
    const { client, organizationId, colleague } = await withColleague();
    const { result } = await client.call(createRecoveryCode, {
      params: { id: colleague.personId },
      body: { purpose: "password" },
    });
    return {
      client: new TestClient(testApp),
      body: { name: colleague.username, organizationId, code: result.code, newPassword: password },
    };
  },
  "userSecurity.endSession": async () => {
    const { client, colleague } = await withColleague();
    const otherClient = new TestClient(testApp);
    const { sessionId } = await signedInSession(otherClient, colleague);
    return { client, params: { id: colleague.personId, sessionId } };
  },
  "userSecurity.unlockAccount": async () => aboutColleague(),
  "userSecurity.block": async () => aboutColleague(),
  "userSecurity.unblock": async () => {
    const about = await aboutColleague();
    await about.client.call(blockUser, { params: about.params });
    return about;
  },
  "userSecurity.resetConnections": async () => aboutProtectedColleague(),
  "userSecurity.setPassword": async () => ({
    ...(await aboutColleague()),
    body: { newPassword: password },
  }),
  "userSecurity.createRecoveryCode": async () => ({
    ...(await aboutColleague()),
    body: { purpose: "password" },
  }),
  "userSecurity.createDayCode": async () => ({
    ...(await aboutProtectedColleague()),
    body: { identityCheck: "in_person" },
  }),
  "userSecurity.endDayCode": async () => {
    const about = await aboutProtectedColleague();
    const body = { identityCheck: "callback" } as const;
    await about.client.call(createDayCode, { params: about.params, body });
    return about;
  },
  "userSecurity.resetTwoFactor": async () => aboutProtectedColleague(),
  "userSecurity.sendResetLink": async () => aboutColleague(),
  "members.add": async () => {
    const { client, organizationId } = await signedIn();
    return { client, params: { id: organizationId }, body: { email: "neu@example.org" } };
  },
  "members.remove": async () => {
    const { client, organizationId, colleague } = await withColleague();
    return { client, params: { id: organizationId, userId: colleague.personId } };
  },
  "members.setRole": async () => {
    const { client, organizationId, colleague } = await withColleague();
    return {
      client,
      params: { id: organizationId, userId: colleague.personId },
      body: { role: "editor" },
    };
  },
  "members.resendInvitation": async () => {
    const { client, organizationId } = await signedIn();
    const { result } = await client.call(addMember, {
      params: { id: organizationId },
      body: { email: "neu@example.org" },
    });
    return { client, params: { id: organizationId, userId: result.id } };
  },
  "members.acceptInvitation": async () => {
    const { client, organizationId } = await signedIn();
    const email = `${unique("neu")}@example.org`;
    await client.call(addMember, { params: { id: organizationId }, body: { email } });
    const token = await mailedToken(testApp, "invitation", email);
    return { client: new TestClient(testApp), body: { token, password } };
  },
  ...orgTokenExamples(() => testApp, { signedIn, operator }),
  ...backgroundWorkExamples(() => testApp, operator),
  ...aiExamples({ signedIn, withColleague, operator }),
  "setup.complete": async () => {
    // Setup works only in a portal without an administrator.
    await onOwnPortal();
    const link = await testApp.app.setup.makeLink(testApp.config.publicUrl);
    const person = { firstName: "Petra", lastName: "Muster-Betrieb", password: "Sonnen-Garten-83" };
    return {
      client: new TestClient(testApp),
      body: {
        token: link?.split("/").at(-1),
        administrator: { ...person, username: "betrieb" },
        organization: { name: "Praxis Erstbezug", country: "DE" },
        member: { ...person, username: "leitung" },
      },
    };
  },
};

const audited = allEndpoints.flatMap((endpoint) =>
  "action" in endpoint.audit ? [[endpoint.name, endpoint, endpoint.audit.action] as const] : [],
);

const idsIn = ({ path }: { path: string }, id: string) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? "", id]));

describe("calls that declare an audit action", () => {
  it("see R7n-22 have an example here", () => {
    expect(audited.length).toBeGreaterThan(3);
    expect(audited.map(([name]) => name as string).filter((name) => !(name in examples))).toEqual([]);
    expect(Object.keys(examples).filter((name) => !audited.some(([audit]) => audit === name))).toEqual([]);
  });

  it.each(audited)(
    "R7n-22 R7x-05 %s writes one entry of its action, with the change, to each affected chain and responds as declared",
    async (name, endpoint, action) => {
      const { client, ...parts } = (await examples[name]?.()) ?? { client: new TestClient(testApp) };
      const before = await countByChain(testApp, action);
      const response = await client.call(endpoint, parts);
      expect(response.status).toBeLessThan(300);
      const after = await countByChain(testApp, action);
      const addedEntries = [...after]
        .map(([chain, count]) => count - (before.get(chain) ?? 0))
        .filter((count) => count > 0);
      expect(addedEntries.length).toBeGreaterThan(0);
      expect(new Set(addedEntries)).toEqual(new Set([1]));
      for (const chain of after.keys()) {
        expect((await verifyChain(testApp.app.platformDb.reads, chain)).intact).toBe(true);
      }
      expect(await isWrittenWithChange(testApp, name, action)).toBe(true);
    },
  );

  it.each(audited.filter(([, endpoint]) => endpoint.replay !== undefined))(
    "R7x-11 %s takes effect only once if it is repeated with the same key",
    async (name, endpoint, action) => {
      const { client, ...parts } = (await examples[name]?.()) ?? { client: new TestClient(testApp) };
      const call = { ...parts, headers: { "idempotency-key": "einmal" } };
      const first = await client.call(endpoint, call);
      const once = await countByChain(testApp, action);
      const again = await Promise.all([1, 2, 3].map(() => client.call(endpoint, call)));
      const expected = endpoint.replay === "resource" ? first.status : 409;
      expect([first.status < 300, ...again.map(({ status }) => status)]).toEqual([
        true,
        ...Array<number>(3).fill(expected),
      ]);
      expect(await countByChain(testApp, action)).toEqual(once);
    },
  );

  it.each(audited)(
    "see R7n-22 %s writes no success entry if it was refused",
    async (_name, endpoint, action) => {
      const { client, organizationId, member } = await signedIn();
      const before = await queryRows(
        testApp,
        "select count(*) from audit_entry where action = $1 and outcome = 'success'",
        [action],
      );
      const isOperators = endpoint.access.scope === "platform";
      const { status } = await client.call(endpoint, {
        params: {
          ...idsIn(endpoint, organizationId),
          userId: member.personId,
          p: "mistral",
          planId: "basic-2020-01-01",
          country: "DE",
          validFrom: "2099-01-01",
        },
        ...(endpoint.method === "GET" ? { query: { unknown: "true" } } : { body: { unknown: true } }),
      });
      expect(status).toBe(isOperators ? 403 : 400);
      const after = await queryRows(
        testApp,
        "select count(*) from audit_entry where action = $1 and outcome = 'success'",
        [action],
      );
      expect(after).toEqual(before);
    },
  );
});

describe("the list of audited actions", () => {
  it("see R7n-22 names each action once", () => {
    expect(new Set(auditActions).size).toBe(auditActions.length);
  });
});

describe("calls that only read", () => {
  it("see R7n-22 write no entries", async () => {
    const { client, organizationId } = await signedIn();
    const before = await countByChain(testApp);
    const reads = allEndpoints.filter((endpoint) => endpoint.method === "GET" && "none" in endpoint.audit);
    expect(reads.length).toBeGreaterThan(5);
    for (const endpoint of reads) {
      await client.call(endpoint, { params: idsIn(endpoint, organizationId) });
    }
    expect(await countByChain(testApp)).toEqual(before);
  });
});
