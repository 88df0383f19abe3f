import { login } from "@praxisportal/contract/auth/auth.endpoints";
import { setMemberRole } from "@praxisportal/contract/members/members.endpoints";
import { getPreferences, setPreferences } from "@praxisportal/contract/preferences/preferences.endpoints";
import {
  openUnsubscribePage,
  unsubscribe,
} from "@praxisportal/contract/notifications/notifications.endpoints";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { unsubscribeKeys } from "../../../../test/digest/audited-calls.ts";
import {
  auditEntries,
  sampleEventIds,
  joinOrganization,
  makeMember,
  makeOrganization,
  queryRows,
} from "../../../../test/factories.ts";
import { readResponse } from "../../../../test/contract-response.ts";
import { mailsOf } from "../../../../test/mailbox.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { deriveKeys } from "../../../platform/crypto/sealed-secrets.ts";
import { renderMail } from "../../../platform/mail/render-mail.ts";
import { readUnsubscribeToken, unsubscribeToken } from "./unsubscribe-token.ts";
import { weeklyDigestMail } from "./weekly-digest-mail.ts";
import { findDigest, takeDueDigests } from "./weekly-digest.platform-queries.ts";
import { weeklyDigestJob } from "./weekly-digest.worker.ts";

const dayMs = 86_400_000;
const never = new AbortController().signal;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

/** Returns Monday, 8:00 in Berlin, the given number of weeks after the first one. */
const monday = (weeks: number) => new Date(Date.parse("2030-01-07T07:00:00Z") + weeks * 7 * dayMs);

/** Runs the job at a simulated time. */
const runAt = (at: Date) =>
  weeklyDigestJob({ platformDb: testApp.app.platformDb, clock: { now: () => at } }).run(never);

/** Returns the administrators of an organization whose digest is due at a time, and records it as sent. */
async function takenAt(time: string, organizationId: string): Promise<string[]> {
  const dueDigests = await testApp.app.platformDb.write((_tx, db) => takeDueDigests(db, new Date(time), 100));
  return dueDigests
    .filter((recipient) => recipient.organizationId === organizationId)
    .map(({ personId }) => personId);
}

async function setUpOrganization() {
  const { id } = await makeOrganization(testApp);
  const owner = await makeMember(testApp, id, "org_admin");
  const client = new TestClient(testApp);
  await client.signIn(owner);
  return { id, owner, client };
}

/** Adds a blocked and an expired administrator, both locked after wrong passwords. */
async function lockedAdministrators(organizationId: string) {
  for (const change of ["blocked_at = now()", "valid_until = now() - interval '1 day'"]) {
    const { personId } = await makeMember(testApp, organizationId, "practice_admin");
    const assignments = `locked_until = '2031-01-01', ${change}`;
    await queryRows(testApp, `update membership set ${assignments} where person_id = $1`, [personId]);
  }
}

/** Waits until an address has received the given number of digests, and returns them. */
const digestsOf = (address: string | null, count: number) =>
  vi.waitFor(async () => {
    const mails = (await mailsOf(testApp, "weeklyDigest")).filter((mail) => mail.includes(String(address)));
    expect(mails).toHaveLength(count);
    return mails;
  });

it("R0-289 the weekly digest counts changes of access, failed sign-ins and open points of the last 7 days, without names", async () => {
  const { id, owner, client } = await setUpOrganization();
  const member = await makeMember(testApp, id, "viewer", {
    firstName: "Zacharias",
    lastName: "Muster-Geheim",
  });
  for (const role of ["editor", "viewer"] as const)
    await client.call(setMemberRole, { params: { id, userId: member.personId }, body: { role } });
  const body = { username: String(member.username), password: "Falsch-Kennwort-1", organizationId: id };
  expect((await new TestClient(testApp).call(login, { body })).status).toBe(401);
  await queryRows(
    testApp,
    "update membership set valid_until = now() + interval '20 days' where person_id = $1",
    [member.personId],
  );
  await lockedAdministrators(id);
  expect(testApp.app.jobs.map(({ name }) => name)).toContain("weekly-digest");
  await runAt(monday(0));
  const [first] = await digestsOf(owner.email, 1);
  for (const line of [
    "Geänderte Rollen und Fristen: 2",
    "Fehlgeschlagene Anmeldungen: 1",
    "Zugänge, die in 30 Tagen enden: 1",
    // Only the owner: the others no longer have access.
    "Praxis-Administration ohne zweiten Faktor: 1",
    `${testApp.config.publicUrl.origin}/audit`,
  ])
    expect(first).toContain(line);
  expect(first).not.toMatch(/Beendete Zugänge|gerade gesperrt/);
  expect(first).not.toMatch(/Zacharias|Geheim/);
  // A week later these changes are too old.
  testApp.clock.advance(8 * dayMs);
  await runAt(monday(1));
  const mails = await digestsOf(owner.email, 2);
  testApp.clock.advance(-8 * dayMs);
  const second = mails.find((mail) => mail !== first);
  expect(second).not.toMatch(/Geänderte Rollen|Fehlgeschlagene Anmeldungen/);
  expect(second).toContain("Zugänge, die in 30 Tagen enden: 1");
});

it("R0-289 the weekly digest counts each kind of change of access for exactly 7 days, and no refused changes", async () => {
  const { id, owner } = await setUpOrganization();
  const actions = {
    added: ["member.added", "member.invitation_accepted", "user.created", "staff.onboarding_started"],
    removed: ["member.removed", "user.deleted", "user.transferred", "staff.offboarding_completed"],
    roles: ["user.role_changed", "staff.access_extended"],
    blocked: ["user.blocked", "user.unblocked"],
    credentials: [
      "user.two_factor_reset",
      "user.two_factor_disabled",
      "user.recovery_code_created",
      "user.password_set",
      "user.password_reset",
    ],
    tokens: ["token.created", "token.revoked"],
  } as const;
  const actor = { type: "system", id: null } as const;
  const ids = sampleEventIds(id);
  await testApp.app.identityDb.write(async (tx) => {
    for (const action of Object.values(actions).flat()) {
      tx.record({ organizationId: id, action, actor, ids });
      tx.record({ organizationId: id, action, actor, ids, outcome: "denied" });
    }
  });
  const [entry] = await queryRows<{ at: Date }>(
    testApp,
    "select max(occurred_at) as at from audit_entry where organization_id = $1 and action = 'user.deleted'",
    [id],
  );
  const sinceMs = entry?.at.getTime() ?? 0;
  const countsAt = async (ms: number) => {
    const recipient = { organizationId: id, personId: owner.personId };
    return (await findDigest(testApp.app.platformDb, recipient, new Date(sinceMs + ms)))?.counts;
  };
  const expectedCounts = Object.fromEntries(
    Object.entries(actions).map(([line, entries]) => [line, entries.length]),
  );
  expect(await countsAt(7 * dayMs - 60_000)).toMatchObject(expectedCounts);
  const none = Object.fromEntries(Object.keys(actions).map((line) => [line, 0]));
  expect(await countsAt(7 * dayMs + 60_000)).toMatchObject(none);

  const lines = {
    de: `Neue Zugänge: 4|Beendete Zugänge: 4|Geänderte Rollen und Fristen: 2|Blockiert oder Blockierung aufgehoben: 2
      |Zurückgesetzte Anmeldedaten: 5|Zugriffsschlüssel von Anwendungen: 2`,
    en: `New access: 4|Ended access: 4|Changed roles and end dates: 2|Blocked and unblocked: 2
      |Reset credentials: 5|Access tokens for applications: 2`,
    fr: `Nouveaux accès : 4|Accès terminés : 4|Rôles et échéances modifiés : 2|Blocages et déblocages : 2
      |Identifiants réinitialisés : 5|Jetons d’accès d’applications : 2`,
    it: `Nuovi accessi: 4|Accessi terminati: 4|Ruoli e scadenze modificati: 2|Blocchi e revoche del blocco: 2
      |Credenziali reimpostate: 5|Token di accesso di applicazioni: 2`,
  } as const;
  const mail = await testApp.app.mailJobs.weeklyDigest(
    { personId: owner.personId, organizationId: id },
    new Date(),
  );
  const values = { ...mail?.values, name: "x", time: new Date(), portal: testApp.config.publicUrl };
  for (const language of ["de", "en", "fr", "it"] as const) {
    const { text } = renderMail("weeklyDigest", language, values);
    for (const line of lines[language].split(/\s*\|/)) expect(text.split("\n")).toContain(line);
  }
});

it("see R0-289 each administrator gets one weekly digest, on Monday at 7:00 in the organization's time zone", async () => {
  const { id, owner } = await setUpOrganization();
  await makeMember(testApp, id, "org_admin", { email: null });
  await makeMember(testApp, id, "practice_admin");
  const blockedMember = await makeMember(testApp, id, "org_admin");
  await queryRows(testApp, "update membership set blocked_at = now() where person_id = $1", [
    blockedMember.personId,
  ]);
  // Sunday, before 7:00 and in the summer at 6:59 in Berlin.
  for (const time of ["2030-02-03T12:00:00Z", "2030-02-04T05:59:00Z", "2030-07-01T04:59:00Z"])
    expect([time, await takenAt(time, id)]).toEqual([time, []]);
  const concurrentRuns = await Promise.all([
    takenAt("2030-02-04T06:00:00Z", id),
    takenAt("2030-02-04T06:00:00Z", id),
  ]);
  expect(concurrentRuns.flat()).toEqual([owner.personId]);
  expect(await takenAt("2030-02-04T20:00:00Z", id)).toEqual([]);
  expect(await takenAt("2030-02-05T07:00:00Z", id)).toEqual([]);
  expect(await takenAt("2030-02-11T06:00:00Z", id)).toEqual([owner.personId]);
  await queryRows(
    testApp,
    "update organization set time_zone = 'Atlantic/Azores' where organization_id = $1",
    [id],
  );
  expect(await takenAt("2030-02-18T07:59:00Z", id)).toEqual([]);
  expect(await takenAt("2030-02-18T08:00:00Z", id)).toEqual([owner.personId]);
});

it("R0-290 a recipient switches the weekly digest off, even after it was queued, and on again", async () => {
  const { id, owner, client } = await setUpOrganization();
  const otherMember = await makeMember(testApp, id, "org_admin");
  const choose = async (weeklyDigest: boolean) => {
    const body = { sidebarCollapsed: null, lists: {}, weeklyDigest };
    expect((await client.call(setPreferences, { body })).status).toBe(200);
  };
  await choose(false);
  expect(await takenAt("2030-03-04T07:00:00Z", id)).toEqual([otherMember.personId]);
  const prepare = () =>
    testApp.app.mailJobs.weeklyDigest({ personId: owner.personId, organizationId: id }, new Date());
  expect(await prepare()).toBeUndefined();
  await choose(true);
  expect(await prepare()).toMatchObject({ to: { address: owner.email } });
  expect(await takenAt("2030-03-04T07:00:00Z", id)).toEqual([owner.personId]);
});

/** Sends the request of a mail provider, or of the page behind the link. */
const post = (address: URL, init: RequestInit = {}) =>
  fetch(new URL(address.pathname + address.search, testApp.baseUrl), {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    ...init,
  });

it("see R0-290 one request to the address in the mail ends the digest for the person in that organization only", async () => {
  const { id, owner, client } = await setUpOrganization();
  const second = await makeOrganization(testApp);
  await joinOrganization(testApp, second.id, owner.personId, "org_admin");
  const prepare = (organizationId: string, publicUrl: string) =>
    weeklyDigestMail({
      platformDb: testApp.app.platformDb,
      clock: testApp.clock,
      publicUrl: new URL(publicUrl),
      unsubscribeKeys,
    })({ personId: owner.personId, organizationId }, new Date());
  const mail = await prepare(id, "https://portal.example.org");
  const address = mail?.values.unsubscribe;
  if (mail === undefined || address === undefined) throw new Error("the mail has no link");
  const values = {
    ...mail.values,
    name: "x",
    time: new Date(),
    portal: new URL("https://portal.example.org"),
  };
  const { text, html } = renderMail("weeklyDigest", "de", values);
  expect(text).toContain(`Oder mit einem Klick abbestellen: ${address.href}`);
  expect(html).toContain(`href="${address.href.replaceAll("&", "&amp;")}"`);
  for (const unreachable of [testApp.config.publicUrl.origin, "https://localhost:8443"])
    expect((await prepare(id, unreachable))?.values.unsubscribe).toBeUndefined();

  // Mail scanners open the link.
  const page = await fetch(new URL(address.pathname + address.search, testApp.baseUrl));
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await page.text()).toContain("<button>Abbestellen</button>");
  expect(await prepare(id, "https://portal.example.org")).toBeDefined();

  const form = new FormData();
  form.append("List-Unsubscribe", "One-Click");
  for (const init of [{}, { body: form }]) expect((await post(address, init)).status).toBe(200);
  expect(await prepare(id, "https://portal.example.org")).toBeUndefined();
  expect(await takenAt("2030-04-01T07:00:00Z", id)).toEqual([]);
  expect(await prepare(second.id, "https://portal.example.org")).toBeDefined();
  const entries = await auditEntries(testApp, id, "user.digest_ended");
  expect(entries.map(({ record }) => [record.actor.type, record.target?.id])).toEqual([
    ["link", owner.personId],
  ]);
  // The switch in the settings starts it again.
  const { version, digestEndedIn, ...preferences } = (await client.call(getPreferences)).result;
  expect([version, digestEndedIn]).toEqual([1, [id]]);
  await client.call(setPreferences, { body: preferences });
  expect(await prepare(id, "https://portal.example.org")).toBeDefined();
});

it("see R0-290 the address in the mail gives the same response to an unknown token as to a valid one, and changes nothing", async () => {
  const { id, owner } = await setUpOrganization();
  const recipient = { personId: owner.personId, organizationId: id };
  const valid = unsubscribeToken(unsubscribeKeys, recipient);
  const foreign = unsubscribeToken(deriveKeys(Buffer.alloc(32, 9)).unsubscribe, recipient);
  const otherId = (await makeOrganization(testApp)).id;
  const responses = new Set<string>();
  const postWith = async (token: string | undefined) => {
    const address = new URL(openUnsubscribePage.path, testApp.baseUrl);
    if (token !== undefined) address.searchParams.set("token", token);
    const response = await post(address);
    responses.add(JSON.stringify([response.status, await response.text()]));
  };
  for (const token of [
    undefined,
    "",
    "kein-token",
    foreign,
    valid.slice(0, -4),
    unsubscribeToken(unsubscribeKeys, { ...recipient, organizationId: otherId }),
  ])
    await postWith(token);
  for (const organizationId of [id, otherId])
    expect(await auditEntries(testApp, organizationId, "user.digest_ended")).toEqual([]);
  await postWith(valid);
  expect([...responses]).toHaveLength(1);
  expect(await auditEntries(testApp, id, "user.digest_ended")).toHaveLength(1);
  // A key from before the last change to the master key is still valid; a changed token is not.
  const rotated = deriveKeys(Buffer.alloc(32, 8), Buffer.alloc(32, 7)).unsubscribe;
  expect(readUnsubscribeToken(rotated, valid)).toEqual(recipient);
  expect(readUnsubscribeToken({ present: rotated.present }, valid)).toBeUndefined();
  const forged = Buffer.from(valid, "base64url");
  forged[0] = (forged[0] ?? 0) ^ 1;
  expect(readUnsubscribeToken(unsubscribeKeys, forged.toString("base64url"))).toBeUndefined();
});

it("see R0-290 the address in the mail takes only the prescribed body, not from other sites, and not too often", async () => {
  const address = new URL(`${openUnsubscribePage.path}?token=kein-token`, testApp.baseUrl);
  for (const init of [
    { body: new URLSearchParams({ other: "One-Click" }) },
    { body: new URLSearchParams() },
    { headers: { origin: "https://andere.example.org" } },
    { body: "List-Unsubscribe=One-Click", headers: { "content-type": "text/plain" } },
  ])
    expect((await post(address, init)).status).toBeGreaterThanOrEqual(400);
  const malformed = { body: "--x", headers: { "content-type": "multipart/form-data; boundary=x" } };
  const response = await post(address, malformed);
  const received = {
    status: response.status,
    contentType: response.headers.get("content-type"),
    text: await response.text(),
  };
  expect(readResponse(unsubscribe, received)).toMatchObject({ problem: { code: "UPLOAD_MALFORMED" } });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 100 && statuses.at(-1) !== 429; attempt += 1)
    statuses.push((await post(address)).status);
  expect(statuses.at(-1)).toBe(429);
});
