import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createEmergencyCode,
  redeemEmergencyCode,
} from "@praxisportal/contract/emergency-code/emergency-code.endpoints";
import * as ai from "@praxisportal/contract/ai/ai.endpoints";
import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import * as members from "@praxisportal/contract/members/members.endpoints";
import { listOrganizationUsers } from "@praxisportal/contract/organizations/organizations.endpoints";
import * as reset from "@praxisportal/contract/password-reset/password-reset.endpoints";
import * as orgTokens from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import { changeMandate, removeMandate } from "@praxisportal/contract/payments/payments.endpoints";
import { startOnboarding } from "@praxisportal/contract/staff/staff.endpoints";
import { completeSetup } from "@praxisportal/contract/setup/setup.endpoints";
import * as security from "@praxisportal/contract/user-security/user-security.endpoints";
import { verifyTwoFactor } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import * as users from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  RecordingClient,
  tracesOutsideDatabase,
  locationsOf,
  recordWrites,
  type Trace,
} from "./canary-sinks.ts";
import { makeMember, makeOrganization, makePlatformAccount, queryRows, testPassword } from "./factories.ts";
import { mailedToken } from "./mailbox.ts";
import { beginSignIn, setUpSecondFactor } from "./second-factor.ts";
import { createTestApp, type TestApp } from "./test-app.ts";

/** Secret or personal data sent through the portal, and the places in which it may be found. */
interface Canary {
  readonly name: string;
  readonly value: string;
  readonly allowed: readonly string[];
}

let testApp: TestApp;
let writes: Awaited<ReturnType<typeof recordWrites>>;
const responses: Trace[] = [];
const canaries: Canary[] = [];
/** Returns all traces of the journeys. */
let traces: readonly Trace[] = [];

const keep = (name: string, value: string | undefined, allowed: readonly string[] = []) => {
  if (value === undefined || value.length < 8) throw new Error(`${name} is not a canary: ${String(value)}`);
  canaries.push({ name, value, allowed });
};
const client = (kind: "browser" | "client" = "client") => new RecordingClient(testApp, responses, kind);

/** Opens a link like a browser, which may leave traces. */
const openPage = async (path: string) => (await fetch(new URL(path, testApp.baseUrl))).arrayBuffer();

const login = "answer of POST /api/v1/auth/login 200";
const refresh = "answer of POST /api/v1/auth/refresh 200";

beforeAll(async () => {
  testApp = await createTestApp({ LOG_LEVEL: "trace" });
  writes = await recordWrites(testApp);
  await setUp();
  const organization = await makeOrganization(testApp, { maxUsers: 50 });
  await signInAndOut(organization.id);
  await authenticateApplications(organization.id);
  await addPeople(organization.id);
  await changeAddress(organization.id);
  await recoverAccounts(organization.id);
  await saveProviderKeys(organization.id);
  await giveMandate(organization.id);
  await failEveryCall(organization.id);
  traces = [...(await writes.traces()), ...(await tracesOutsideDatabase(testApp)), ...responses];
});
afterAll(async () => {
  await writes.stop();
  await testApp.stop();
});

/** Grants, mistypes and withdraws the mandate for an organization's bank account. */
async function giveMandate(organizationId: string): Promise<void> {
  const administrator = client();
  administrator.headers = { "x-organization-id": organizationId };
  await administrator.signIn(await makeMember(testApp, organizationId, "org_admin"));
  const body = { holder: "Praxis Probe", iban: "DE02500105170137075030", signedOn: "2026-01-15" };
  keep("IBAN of a mandate", body.iban);
  keep("mistyped IBAN of a mandate", "DE03500105170137075030");
  expect((await administrator.call(changeMandate, { body })).status).toBe(200);
  const invalidBody = { ...body, iban: "DE03500105170137075030" };
  expect((await administrator.call(changeMandate, { body: invalidBody })).status).toBe(400);
  expect((await administrator.call(removeMandate)).status).toBe(200);
}

/** Creates the first administrator with the setup link. */
async function setUp(): Promise<void> {
  const link = await testApp.app.setup.makeLink(testApp.config.publicUrl);
  const token = link?.split("/").at(-1);
  keep("setup link", token);
  const person = { firstName: "Petra", lastName: "Muster-Betrieb" };
  keep("operator's password", "Canary-Betrieb-4711");
  keep("owner's temporary password", "Canary-Leitung-4712");
  const { status } = await client().call(completeSetup, {
    body: {
      token,
      administrator: { ...person, username: "betrieb", password: "Canary-Betrieb-4711" },
      organization: { name: "Praxis Erstbezug", country: "DE" },
      member: { ...person, username: "leitung", password: "Canary-Leitung-4712" },
    },
  });
  expect(status).toBe(201);
}

/** Issues, refreshes, uses, validates, exports and revokes tokens of an application. */
async function authenticateApplications(organizationId: string): Promise<void> {
  const member = await makeMember(testApp, organizationId, "viewer", { password: "Canary-Kasse-4731" });
  keep("password for an application", "Canary-Kasse-4731");
  const application = client();
  const tokenOwner = { organizationId: organizationId, applicationId: "kasse" };
  const proof = { email: member.email, password: "Canary-Kasse-4731" };
  const authenticated = await application.call(orgTokens.authenticateOrgToken, {
    body: { ...proof, ...tokenOwner },
  });
  const renewedPair = await application.call(orgTokens.refreshOrgToken, {
    body: { ...tokenOwner, refreshToken: authenticated.result.refreshToken },
  });
  for (const [name, { result }, location] of [
    ["first", authenticated, "answer of POST /api/v1/org-tokens/authenticate 200"],
    ["renewed", renewedPair, "answer of POST /api/v1/org-tokens/refresh 200"],
  ] as const) {
    keep(`application's access token, ${name}`, result.accessToken, [location]);
    keep(`application's refresh token, ${name}`, result.refreshToken, [location]);
  }
  application.accessToken = renewedPair.result.accessToken;
  await application.call(users.getMe);
  const { accessToken } = renewedPair.result;
  const validated = await client().call(orgTokens.validateOrgToken, { body: { ...tokenOwner, accessToken } });
  expect(validated.result.valid).toBe(true);
  const operator = client();
  await operator.signIn({ username: (await makePlatformAccount(testApp, "super_admin")).username });
  await operator.call(orgTokens.listAllOrgTokens);
  for (const format of ["csv", "json"]) {
    await operator.fetch(`/api/v1/org-tokens/admin/export?format=${format}`);
  }
  const body = { organizationId: organizationId, reason: "Canary" };
  expect((await operator.call(orgTokens.revokeOrganizationTokens, { body })).result.revokedCount).toBe(1);
}

async function signInAndOut(organizationId: string): Promise<void> {
  const member = await makeMember(testApp, organizationId, "viewer", { password: "Canary-Anfang-4713" });
  keep("password", "Canary-Anfang-4713");
  const browser = client("browser");
  const recordTokens = (name: string, location: string) => {
    keep(`access token, ${name}`, browser.accessToken, [location]);
    keep(`cookie, ${name}`, browser.cookie?.split("=")[1], [location]);
  };
  browser.headers = {
    "user-agent": "Canary-Browser/4714",
    "x-device-fingerprint": "canary-fingerprint-4715",
  };
  keep("user agent", "Canary-Browser/4714", [
    "audit_entry.record",
    "session.user_agent",
    "workstation.user_agent",
  ]);
  keep("device fingerprint", "canary-fingerprint-4715");
  await browser.signIn({ email: member.email, password: "Canary-Anfang-4713" });
  recordTokens("first", login);
  await browser.refresh();
  recordTokens("renewed", refresh);
  const program = client();
  await program.signIn({ email: member.email, password: "Canary-Anfang-4713" });
  keep("program's access token", program.accessToken, [login]);
  keep("program's refresh token", program.refreshToken, [login]);
  await program.refresh();
  keep("program's renewed access token", program.accessToken, [refresh]);
  keep("program's renewed refresh token", program.refreshToken, [refresh]);
  const { ticket } = (await browser.call(auth.createSocketTicket)).result;
  keep("websocket ticket", ticket, ["answer of POST /api/v1/auth/ws-ticket 201"]);
  keep("new password", "Canary-Neu-4716");
  const change = { currentPassword: "Canary-Anfang-4713", newPassword: "Canary-Neu-4716" };
  expect((await browser.call(auth.changePassword, { body: change })).status).toBe(204);
  keep("search text", "canarysuche4717");
  await browser.fetch("/api/v1/users?search=canarysuche4717&canary=1");
  await browser.call(listOrganizationUsers, {
    params: { id: organizationId },
    query: { search: "canarysuche4717" },
  });
  const twoFactorMember = await makeMember(testApp, organizationId, "viewer");
  await queryRows(
    testApp,
    "insert into two_factor (person_id, secret, enabled_at) values ($1, '\\x00', now())",
    [twoFactorMember.personId],
  );
  const step = await client().call(auth.login, {
    body: { email: twoFactorMember.email, password: testPassword },
  });
  keep("token of the second step", step.result.requires2FA ? step.result.tempToken : "", [login]);
  await browser.call(auth.logout);
}

async function addPeople(organizationId: string): Promise<void> {
  const otherOrganization = await makeOrganization(testApp);
  const knownMember = await makeMember(testApp, otherOrganization.id, "viewer", {
    firstName: "Kanaria",
    lastName: "Gelbvogel-Canary",
    email: "kanari-4718@example.org",
  });
  const owner = client();
  await owner.signIn(await makeMember(testApp, organizationId, "org_admin"));
  const params = { id: organizationId };
  const invite = async (email: string) =>
    (await owner.call(members.addMember, { params, body: { email, firstName: "Neu", lastName: "Neu" } }))
      .result;
  const invitationResponses = [
    "answer of POST /api/v1/organizations/{id}/members 201",
    "answer of POST /api/v1/organizations/{id}/members/{id}/invitation 201",
  ];

  const email = "canary-einladung-4720@example.org";
  const invited = await invite(email);
  keep("invitation link that was replaced", await mailedToken(testApp, "invitation", email), [
    `mail to ${email}`,
  ]);
  await owner.call(members.resendInvitation, { params: { ...params, userId: invited.id } });
  const token = await mailedToken(testApp, "invitation", email, 2);
  keep("invitation link", token, [`mail to ${email}`]);
  await openPage(`/invitation/${token}`);
  await client().call(members.checkInvitation, { body: { token } });
  keep("password chosen by the invited person", "Canary-Gewaehlt-4721");
  const accepted = { token, password: "Canary-Gewaehlt-4721", username: "canary_eingeladen" };
  expect((await client().call(members.acceptInvitation, { body: accepted })).status).toBe(200);

  // The person is a member of another organization, whose data must not be copied.
  await invite("kanari-4718@example.org");
  const invitationToken = await mailedToken(testApp, "invitation", "kanari-4718@example.org");
  keep("invitation link of a known person", invitationToken, ["mail to kanari-4718@example.org"]);
  const page = await owner.call(listOrganizationUsers, { params, query: { search: "canary" } });
  expect(page.result.data.length).toBeGreaterThan(0);
  keep("name known to another organization", "Gelbvogel-Canary", [
    "membership.last_name",
    "membership.search_text",
    "person.last_name",
  ]);
  const copies = await queryRows(
    testApp,
    "select id from membership where organization_id = $1 and search_text like '%gelbvogel%'",
    [organizationId],
  );
  expect([knownMember.organizationId, copies]).toEqual([otherOrganization.id, []]);

  const start = await owner.call(members.addMember, { params, body: { username: "canary_ohne_adresse" } });
  keep("temporary password", start.result.temporaryPassword ?? "", invitationResponses.slice(0, 1));
  const onboarding = { firstName: "Jana", lastName: "Muster-Neu", initials: "CJM", startsOn: "2026-02-02" };
  const started = await owner.call(startOnboarding, { params, body: onboarding });
  keep("temporary password of an onboarding", started.result.temporaryPassword ?? "", [
    "answer of POST /api/v1/organizations/{id}/onboardings 201",
  ]);
  keep("temporary password", "Canary-Vorlaeufig-4722");
  keep("idempotency key", "canary-schluessel-4723", ["idempotency_key.key"]);
  const created = await owner.call(users.createUser, {
    body: {
      username: "canary_angelegt",
      personalInfo: { firstName: "Erika", lastName: "Muster-Neu" },
      password: "Canary-Vorlaeufig-4722",
    },
    headers: { "idempotency-key": "canary-schluessel-4723" },
  });
  expect(created.status).toBe(201);
}

async function changeAddress(organizationId: string): Promise<void> {
  const oldEmail = "canary-alt-4730@example.org";
  const newEmail = "canary-neu-4731@example.org";
  const member = await makeMember(testApp, organizationId, "viewer", { email: oldEmail });
  const ownClient = client();
  await ownClient.signIn(member);
  const body = { newEmail, password: testPassword };
  expect((await ownClient.call(users.changeEmail, { body })).status).toBe(202);
  const confirm = await mailedToken(testApp, "emailConfirm", newEmail);
  const cancel = await mailedToken(testApp, "emailChangeNotice", oldEmail);
  keep("link that confirms an address", confirm, [`mail to ${newEmail}`]);
  keep("link that takes an address back", cancel, [`mail to ${oldEmail}`]);
  for (const path of [`/email/${confirm}`, `/email-cancel/${cancel}`]) await openPage(path);
  expect((await client().call(users.confirmEmail, { body: { token: confirm } })).status).toBe(200);
  expect((await client().call(users.cancelEmail, { body: { token: cancel } })).status).toBe(200);
  keep("password of all test members", testPassword);
}

/** Resets passwords by mail and by a recovery code of the organization. */
async function recoverAccounts(organizationId: string): Promise<void> {
  const email = "canary-vergessen-4750@example.org";
  const mailbox = [`mail to ${email}`];
  const member = await makeMember(testApp, organizationId, "viewer", { email });
  const forgot = () => client().call(reset.initiateReset, { body: { email } });
  await forgot();
  keep("reset link that was replaced", await mailedToken(testApp, "passwordReset", email), mailbox);
  await forgot();
  const token = await mailedToken(testApp, "passwordReset", email, 2);
  keep("reset link", token, mailbox);
  await openPage(`/password-reset/${token}`);
  await client().call(reset.checkReset, { body: { token } });
  keep("password chosen after forgetting it", "Canary-Wieder-4751");
  const chosen = { token, newPassword: "Canary-Wieder-4751" };
  expect((await client().call(reset.confirmReset, { body: chosen })).status).toBe(204);
  keep("unknown address that requested a link", "canary-niemand-4752@example.org");
  await client().call(reset.initiateReset, { body: { email: "canary-niemand-4752@example.org" } });

  const owner = client();
  await owner.signIn(await makeMember(testApp, organizationId, "org_admin"));
  const params = { id: member.personId };
  const { code } = (await owner.call(security.createRecoveryCode, { params, body: { purpose: "password" } }))
    .result;
  keep("recovery code", code, ["answer of POST /api/v1/users/manage/{id}/recovery-code 201"]);
  keep("name that was typed with a recovery code", "canary_tippfehler_4753");
  keep("password chosen with a recovery code", "Canary-Code-4754");
  for (const name of ["canary_tippfehler_4753", email]) {
    await client().call(reset.redeemRecoveryCode, { body: { name, code, newPassword: "Canary-Code-4754" } });
  }
  const protectedMember = await makeMember(testApp, organizationId, "viewer");
  const ownClient = client();
  await ownClient.signIn(protectedMember);
  await setUpSecondFactor(testApp, ownClient);
  const issued = await owner.call(security.createDayCode, {
    params: { id: protectedMember.personId },
    body: { identityCheck: "in_person" },
  });
  const dayCode = issued.result.code;
  keep("day code", dayCode, ["answer of POST /api/v1/users/manage/{id}/day-code 201"]);
  keep("day code without its hyphen", dayCode.replace("-", ""));
  for (const typed of [dayCode, `${dayCode}X`.slice(1)]) {
    const started = client();
    const tempToken = await beginSignIn(started, protectedMember);
    await started.call(verifyTwoFactor, { body: { tempToken, dayCode: typed } });
  }
  const emergency = (await owner.call(createEmergencyCode, { params: { id: organizationId } })).result.code;
  keep("emergency code", emergency, ["answer of POST /api/tenant/organizations/{id}/emergency-code 201"]);
  keep("name that was typed with an emergency code", "canary_tippfehler_4756");
  for (const name of ["canary_tippfehler_4756", email]) {
    await client().call(redeemEmergencyCode, { body: { name, code: emergency } });
  }
  keep("password set by an administrator", "Canary-Gesetzt-4755");
  const set = { newPassword: "Canary-Gesetzt-4755" };
  expect((await owner.call(security.setUserPassword, { params, body: set })).status).toBe(200);
  await owner.call(security.mailResetLink, { params });
  keep("reset link sent by the organization", await mailedToken(testApp, "passwordReset", email, 3), mailbox);
}

/** Sets, replaces, rejects and uses the key of an AI provider, and reads the provider with each permitted role. */
async function saveProviderKeys(organizationId: string): Promise<void> {
  const operator = client();
  await operator.signIn({ username: (await makePlatformAccount(testApp, "super_admin")).username });
  const owner = client();
  await owner.signIn(await makeMember(testApp, organizationId, "org_admin"));
  const params = { p: "openai" };
  // A local provider receives the key and echoes it, like real providers.
  const provider = createServer((request, response) => {
    response.writeHead(401, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: `wrong key ${request.headers.authorization ?? ""}` } }));
  }).listen(0, "127.0.0.1");
  await once(provider, "listening");
  const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  keep("key of a provider", "sk-canary-anbieter-4770");
  keep("key of a provider, replaced", "sk-canary-anbieter-4771");
  keep("key of a provider, refused", "sk-canary-anbieter-4772");
  const models = [{ model: "probe-1", kind: "chat" }];
  const first = { apiKey: "sk-canary-anbieter-4770", baseUrl, models, enabled: true };
  const second = { apiKey: "sk-canary-anbieter-4771" };
  for (const body of [first, second]) {
    expect((await operator.call(ai.updateAiProvider, { params, body })).status).toBe(200);
  }
  const wrongKey = "sk-canary-anbieter-4772";
  for (const body of [
    { apiKey: wrongKey, region: "mars" },
    { apikey: wrongKey },
    { apiKey: `${wrongKey} x` },
    [wrongKey],
  ]) {
    expect((await operator.call(ai.updateAiProvider, { params, body })).status).toBe(400);
  }
  const body = { apiKey: wrongKey };
  expect((await owner.call(ai.updateAiProvider, { params, body })).status).toBe(403);
  const late = { params, body, headers: { "if-match": '"99"' } };
  expect((await operator.call(ai.updateAiProvider, late)).status).toBe(412);
  const { result } = await operator.call(ai.testAiProvider, { params, body: {} });
  expect(result.failure?.kind).toBe("refused_key");
  provider.closeAllConnections();
  provider.close();
  expect((await operator.call(ai.testAiProvider, { params, body: {} })).result.ok).toBe(false);
  for (const reader of [operator, owner]) {
    for (const endpoint of [ai.listAiProviders, ai.getAiProvider, ai.listAiModels]) {
      expect((await reader.call(endpoint, { params })).status).toBe(200);
    }
  }
}

/** Causes errors by sending wrong input as people and programs. */
async function failEveryCall(organizationId: string): Promise<void> {
  const wrongPassword = "Canary-falsch-4740";
  keep("wrong password", wrongPassword);
  keep("unknown username", "canary_unbekannt_4741");
  keep("unknown address", "canary_adresse_4742@example.org");
  keep("password typed as a name", "Canary-Verrutscht-4743!");
  for (const identity of [
    { username: "canary_unbekannt_4741" },
    { email: "canary_adresse_4742@example.org" },
    { username: "Canary-Verrutscht-4743!" },
  ]) {
    expect((await client().call(auth.login, { body: { ...identity, password: wrongPassword } })).status).toBe(
      401,
    );
  }
  const member = await makeMember(testApp, organizationId, "org_admin");
  const ownClient = client();
  await ownClient.signIn(member);
  await client().call(auth.login, { body: { email: member.email, password: wrongPassword } });
  await ownClient.call(auth.changePassword, {
    body: { currentPassword: wrongPassword, newPassword: "Sonnen-Garten-83" },
  });
  await ownClient.call(users.changeEmail, { body: { newEmail: "x@example.org", password: wrongPassword } });
  keep("made-up token", "canaryToken4744canaryToken4744canaryToken47");
  for (const endpoint of [members.checkInvitation, users.confirmEmail, users.cancelEmail, reset.checkReset]) {
    const body = { token: "canaryToken4744canaryToken4744canaryToken47" };
    expect((await client().call(endpoint, { body })).problem.code).toBe("LINK_INVALID");
  }
  const madeUp = client();
  madeUp.accessToken = "canaryToken4744canaryToken4744canaryToken47";
  expect((await madeUp.call(users.getMe)).status).toBe(401);
  // The secret is in an unknown field, in broken JSON and in the URL.
  keep("secret in the wrong place", "Canary-Feld-4745");
  const json = { "content-type": "application/json" };
  for (const body of [
    '{"passwort":"Canary-Feld-4745"}',
    '{"password":"Canary-Feld-4745"',
    "Canary-Feld-4745",
  ]) {
    const response = await ownClient.fetch("/api/v1/users", { method: "POST", body, headers: json });
    expect(response.status).toBe(400);
  }
  await ownClient.fetch("/api/v1/auth/check-auth", {
    headers: { referer: "https://x.test/Canary-Feld-4745" },
  });
  const operator = client();
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
  await operator.fetch("/api/v1/users?password=Canary-Feld-4745");
}

describe("after the journeys", () => {
  it("see R7s-41 N29 every secret is only in the places that its list allows", () => {
    expect(canaries.length).toBeGreaterThan(30);
    expect(new Set(canaries.map(({ value }) => value)).size).toBe(canaries.length);
    const findings = canaries.map(({ name, value }) => `${name}: ${locationsOf(value, traces).join(", ")}`);
    const expected = canaries.map(({ name, allowed }) => `${name}: ${allowed.toSorted().join(", ")}`);
    expect(findings).toEqual(expected);
  });

  it("see R7s-41 the search covers every table, the log, mails, metrics and responses", async () => {
    const locations = new Set(traces.map(({ location }) => location.split(".")[0] ?? ""));
    const tables = await queryRows<{ name: string }>(
      testApp,
      "select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'note_write'",
    );
    expect(tables.length).toBeGreaterThan(15);
    for (const table of ["person", "membership", "outbox", "one_time_token", "audit_entry", "invitation"]) {
      expect([table, locations.has(table)]).toEqual([table, true]);
    }
    for (const location of ["log", "metrics", "process", "statement", "notification"]) {
      expect([location, locations.has(location)]).toEqual([location, true]);
    }
    expect([...locations].filter((location) => location.startsWith("mail to")).length).toBeGreaterThan(3);
    expect(traces.filter(({ location }) => location === "log").length).toBeGreaterThan(30);
    // Tokens are stored as hashes, which the search finds.
    for (const name of [
      "program's refresh token",
      "websocket ticket",
      "invitation link",
      "setup link",
      "reset link",
    ]) {
      const value = canaries.find((canary) => canary.name === name)?.value ?? "";
      const hash = createHash("sha256").update(value).digest("hex");
      const [location] = locationsOf(hash, traces);
      expect([name, location]).toEqual([name, expect.stringMatching(/_hash$/)]);
    }
  });

  it("see R7s-41 N29 the search finds a secret in every encoding", () => {
    const secret = "Canary ä/4799";
    for (const text of [
      `x${secret}x`,
      JSON.stringify({ secret }),
      `?a=${encodeURIComponent(secret)}`,
      `\\x${Buffer.from(secret).toString("hex")}`,
      Buffer.from(secret).toString("base64url"),
    ]) {
      expect([text, locationsOf(secret, [{ location: "here", text }])]).toEqual([text, ["here"]]);
    }
    const token = Buffer.alloc(32, 0xa7).toString("base64url");
    for (const text of [token.slice(0, 25), `\\x${"a7".repeat(32)}`]) {
      expect(locationsOf(token, [{ location: "here", text }])).toEqual(["here"]);
    }
  });
});
