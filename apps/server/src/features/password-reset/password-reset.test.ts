import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import * as endpoints from "@praxisportal/contract/password-reset/password-reset.endpoints";
import { verifyTwoFactor } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditEntries,
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  queryRows,
  testPassword,
  unique,
} from "../../../test/factories.ts";
import { mailedToken, mailsOf } from "../../../test/mailbox.ts";
import { appCode, beginSignIn, setUpSecondFactor } from "../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { platformChainId } from "../../platform/audit/audit-record.ts";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp);
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

const newPassword = "Blaue-Treppe-58";
const initiate = (email: string, headers: Record<string, string> = {}) =>
  new TestClient(testApp).call(endpoints.initiateReset, { body: { email }, headers });
const check = (token: string) => new TestClient(testApp).call(endpoints.checkReset, { body: { token } });
const confirm = (token: string, password = newPassword) =>
  new TestClient(testApp).call(endpoints.confirmReset, { body: { token, newPassword: password } });
const statusOf = async (user: { email: string | null }, password: string) =>
  (await new TestClient(testApp).call(auth.login, { body: { email: user.email, password } })).status;

/** Returns a new member and the token of the link mailed to them. */
async function withLink(overrides: Parameters<typeof makeMember>[3] = {}, memberOrganization = organization) {
  const member = await makeMember(testApp, memberOrganization.id, "viewer", overrides);
  return { member, token: await nextLink(member.email ?? "", 1) };
}

/** Requests a link. Returns the token of the newest one once `count` links have been mailed to the address. */
async function nextLink(email: string, count: number) {
  expect((await initiate(email)).status).toBe(202);
  return mailedToken(testApp, "passwordReset", email, count);
}

/** Returns the parts of a response that must not reveal whether an address is known. */
async function shapeOf(response: Promise<{ status: number; headers: Headers }>) {
  const { status, headers } = await response;
  const shownHeaders = [...headers].filter(([name]) => name !== "date" && name !== "x-request-id");
  return JSON.stringify([status, shownHeaders]);
}

describe("requesting a new password", () => {
  it("R7s-25 N26 gives the same response for known, unknown, unconfirmed, deactivated, locked and blocked addresses", async () => {
    const change = async (sql: string) => {
      const member = await makeMember(testApp, organization.id, "viewer");
      await queryRows(testApp, sql, [member.personId]);
      return member.email ?? "";
    };
    const claimed = `${unique("claimed")}@example.org`;
    await makeMember(testApp, organization.id, "viewer", { email: null, pendingEmail: claimed });
    const knownEmail = (await makeMember(testApp, organization.id, "viewer")).email ?? "";
    const lockedEmail = await change(
      "update person set locked_until = now() + interval '1 hour', failed_login_attempts = 10 where id = $1",
    );
    const silent = [
      "niemand@example.org",
      claimed,
      await change("update person set deactivated_at = now() where id = $1"),
      await change("update membership set blocked_at = now() where person_id = $1"),
      await change("update membership set status = 'removed' where person_id = $1"),
    ];
    const shapes = new Set<string>();
    for (const email of [...silent, knownEmail, lockedEmail, knownEmail.toUpperCase()]) {
      shapes.add(await shapeOf(initiate(email)));
    }
    expect([...shapes]).toEqual([expect.stringMatching(/^\[202,/)]);
    await mailedToken(testApp, "passwordReset", knownEmail, 2);
    await mailedToken(testApp, "passwordReset", lockedEmail);
    // All other mails were queued earlier, so they have been sent by now.
    const mails = await mailsOf(testApp, "passwordReset");
    expect(silent.filter((email) => mails.some((mail) => mail.includes(email)))).toEqual([]);
  });

  it("R7s-25 R7s-26 does the same work for any name: one audit entry without a name, or one count", async () => {
    const { email } = await makeMember(testApp, organization.id, "viewer");
    const readLog = () => auditEntries(testApp, platformChainId, "auth.password_reset_requested");
    const readCounts = async () => {
      const [row] = await queryRows(
        testApp,
        "select coalesce(sum(attempts), 0)::int as attempts from unknown_name where action = 'auth.password_reset_requested'",
      );
      return row?.["attempts"] as number;
    };
    for (const [address, entries, counts] of [
      [email ?? "", 1, 0],
      ["unbekannt@example.org", 0, 1],
    ] as const) {
      const before = [(await readLog()).length, await readCounts()] as const;
      await initiate(address);
      expect([(await readLog()).length - before[0], (await readCounts()) - before[1]]).toEqual([
        entries,
        counts,
      ]);
    }
    expect((await readLog()).at(-1)).toMatchObject({ actor_id: null, target_id: null, outcome: "success" });
  });

  it("R7s-27 N25 links to PUBLIC_URL only, regardless of the headers", async () => {
    const { email } = await makeMember(testApp, organization.id, "viewer");
    await initiate(email ?? "", {
      host: "evil.test",
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.test;proto=https",
      "x-original-host": "evil.test",
    });
    await mailedToken(testApp, "passwordReset", email ?? "");
    const mail = (await mailsOf(testApp, "passwordReset")).findLast((text) => text.includes(email ?? ""));
    expect(mail).not.toContain("evil.test");
    const links = [...(mail ?? "").matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => new URL(link).origin);
    expect(new Set(links)).toEqual(new Set([testApp.origin]));
  });

  it("see R7s-26 N26 is limited to five per hour and mailbox, known or not, and thirty per network address", async () => {
    const { email } = await makeMember(testApp, organization.id, "viewer");
    // The seconds of Retry-After are compared.
    testApp.clock.stop();
    const shapes: string[][] = [];
    for (const address of [email ?? "", "niemand-hier@example.org"]) {
      const responses: string[] = [];
      for (let index = 0; index < 6; index += 1) {
        const { status, headers } = await initiate(address);
        responses.push(`${status} ${headers.get("retry-after") ?? ""}`);
      }
      shapes.push(responses);
    }
    expect(shapes[0]).toEqual(shapes[1]);
    expect(shapes[0]).toEqual([...Array.from({ length: 5 }, () => "202 "), "429 3600"]);
    // Twelve so far; each further one is for another mailbox.
    const later: number[] = [];
    for (let index = 0; index < 19; index += 1)
      later.push((await initiate(`postfach${index}@example.org`)).status);
    expect(later).toEqual([...Array.from({ length: 18 }, () => 202), 429]);
    testApp.clock.advance(3_600_000);
    expect((await initiate(email ?? "")).status).toBe(202);
  });
});

describe("a mailed link", () => {
  it("R7s-28 R7s-29 R7s-30 N24 sets the password once; every session and token ends, and no new session begins", async () => {
    const otherOrganization = await makeOrganization(testApp);
    const { member, token } = await withLink();
    await joinOrganization(testApp, otherOrganization.id, member.personId, "editor");
    const others = [new TestClient(testApp, "browser"), new TestClient(testApp, "client")];
    for (const other of others) await other.signIn(member);
    for (const organizationId of [organization.id, otherOrganization.id]) {
      await queryRows(
        testApp,
        `insert into org_token (organization_id, id, person_id, membership_id, application_id, application_name,
           application_type, scopes, access_expires_at, refresh_expires_at)
         values ($1, gen_random_uuid(), $2, gen_random_uuid(), 'app', 'App', 'web', '{read}', now() + interval '1 h', now() + interval '1 d')`,
        [organizationId, member.personId],
      );
    }
    const [before] = await queryRows<{ updated_at: Date }>(
      testApp,
      "select updated_at from person where id = $1",
      [member.personId],
    );
    const { result } = await check(token);
    expect(Date.parse(result.expiresAt)).toBeGreaterThan(testApp.clock.now().getTime() + 29 * 60_000);
    const confirmation = await confirm(token);
    expect([confirmation.status, confirmation.headers.get("set-cookie")]).toEqual([204, null]);
    for (const other of others) {
      expect((await other.call(getMe)).status).toBe(401);
      expect((await other.refresh()).status).toBe(401);
    }
    expect(await statusOf(member, testPassword)).toBe(401);
    expect(await statusOf(member, newPassword)).toBe(200);
    const storedRow = await queryRows(
      testApp,
      `select p.must_change_password, p.updated_at > $2 as moved,
         (select count(*)::int from org_token t where t.person_id = p.id and t.revoked_at is null) as tokens
       from person p where p.id = $1`,
      [member.personId, before?.updated_at],
    );
    expect(storedRow).toEqual([{ must_change_password: false, moved: true, tokens: 0 }]);
    for (const chain of [organization.id, otherOrganization.id, platformChainId]) {
      const entries = await auditEntries(testApp, chain, "user.password_reset");
      expect(entries.filter((entry) => entry.target_id === member.personId)).toHaveLength(1);
    }
    await expect
      .poll(async () =>
        (await mailsOf(testApp, "passwordChanged")).some((mail) => mail.includes(member.email ?? "")),
      )
      .toBe(true);
    for (const again of [await confirm(token), await check(token)]) {
      expect([again.status, again.problem.code]).toEqual([400, "LINK_INVALID"]);
    }
  });

  it("R7s-29 50 parallel confirmations set one password", async () => {
    const { member, token } = await withLink();
    const words = Array.from({ length: 50 }, (_, index) => `Blaue-Treppe-${index + 100}`);
    const statuses = await Promise.all(words.map(async (word) => (await confirm(token, word)).status));
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(49);
    expect(await statusOf(member, words[statuses.indexOf(204)] ?? "")).toBe(200);
  });

  it("R7s-29 N27 is invalid if it is expired, replaced, truncated, of another kind, or not a token", async () => {
    const { member, token: older } = await withLink();
    const newer = await nextLink(member.email ?? "", 2);
    const { token: late } = await withLink();
    const ticket = new TestClient(testApp);
    await ticket.signIn(member);
    const otherTicket = (await ticket.call(auth.createSocketTicket)).result.ticket;
    const responses = [older, newer.slice(0, -1), `${newer}A`, otherTicket, "x"].map((token) =>
      confirm(token),
    );
    for (const { status, problem } of await Promise.all(responses)) {
      expect([status, problem.code]).toEqual([400, "LINK_INVALID"]);
    }
    const long = await confirm("A".repeat(10_000));
    expect([long.status, long.problem.code]).toEqual([400, "VALIDATION_FAILED"]);
    const huge = await new TestClient(testApp).fetch("/api/v1/auth/password-reset/confirm", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: "A".repeat(1_048_576), newPassword }),
    });
    expect(huge.status).toBe(413);
    testApp.clock.advance(30 * 60_000 - 30_000);
    expect((await check(newer)).status).toBe(200);
    expect((await confirm(late)).status).toBe(204);
    testApp.clock.advance(30_000);
    expect((await check(newer)).problem.code).toBe("LINK_INVALID");
    expect((await confirm(newer)).problem.code).toBe("LINK_INVALID");
    expect(await statusOf(member, testPassword)).toBe(200);
  });

  it.each([
    ["blocked", "update membership set blocked_at = now() where person_id = $1"],
    ["removed", "update membership set status = 'removed' where person_id = $1"],
    ["only invited", "update membership set status = 'pending' where person_id = $1"],
    ["deactivated", "update person set deactivated_at = now() where id = $1"],
    [
      "of another address",
      "update person set email = id || '@example.org', email_verified_at = now() where id = $1",
    ],
  ])("N21 N27 is rejected for a user who was %s in the meantime", async (_word, change) => {
    const { member, token } = await withLink();
    await queryRows(testApp, change, [member.personId]);
    expect((await check(token)).problem.code).toBe("LINK_INVALID");
    expect((await confirm(token)).problem.code).toBe("LINK_INVALID");
  });

  it("N21 is rejected in a suspended organization", async () => {
    const closed = await makeOrganization(testApp);
    const { token } = await withLink({}, closed);
    await queryRows(testApp, "update organization set status = 'suspended' where organization_id = $1", [
      closed.id,
    ]);
    expect((await confirm(token)).problem.code).toBe("LINK_INVALID");
  });

  it("R7s-30 N28 keeps the second factor, even on a trusted device, and ends a sign-in that had begun", async () => {
    const { member, token } = await withLink();
    const browser = new TestClient(testApp, "browser");
    await browser.signIn(member);
    const { secret } = await setUpSecondFactor(testApp, browser);
    const trusted = new TestClient(testApp, "browser");
    const tempToken = await beginSignIn(trusted, member, { rememberMe: true });
    await trusted.call(verifyTwoFactor, { body: { tempToken, totpCode: appCode(testApp, secret) } });
    expect(
      (await trusted.call(auth.login, { body: { email: member.email, password: testPassword } })).result,
    ).toMatchObject({ requires2FA: false });
    const otherClient = new TestClient(testApp);
    const secondStep = await beginSignIn(otherClient, member);
    expect((await confirm(token)).status).toBe(204);
    const late = await otherClient.call(verifyTwoFactor, {
      body: { tempToken: secondStep, totpCode: appCode(testApp, secret, 1) },
    });
    expect([late.status, late.problem.code]).toEqual([401, "SECOND_STEP_EXPIRED"]);
    const nextSignIn = await trusted.call(auth.login, {
      body: { email: member.email, password: newPassword },
    });
    expect(nextSignIn.result).toMatchObject({ requires2FA: true });
  });

  it("see R7s-29 is invalid once the user has changed their password", async () => {
    const { member, token } = await withLink();
    const client = new TestClient(testApp);
    await client.signIn(member);
    await client.call(auth.changePassword, {
      body: { currentPassword: testPassword, newPassword: "Gruener-Baum-93" },
    });
    expect((await confirm(token)).problem.code).toBe("LINK_INVALID");
  });

  it("R5-34 rejects words of the person and their organizations and known passwords, and stays valid", async () => {
    const namedOrganization = await makeOrganization(testApp, { name: "Praxis Lindenallee" });
    const { member, token } = await withLink({ lastName: "Musterfeld" }, namedOrganization);
    for (const [password, code] of [
      ["Musterfeld2024", "passwordContext"],
      ["Praxislindenallee1", "passwordContext"],
      ["Sommer2024!", "passwordBreached"],
      ["kurz", "passwordMinLength"],
    ] as const) {
      const { status, problem } = await confirm(token, password);
      expect([status, problem.errors?.map((issue) => [issue.path, issue.code])]).toEqual([
        400,
        expect.arrayContaining([["newPassword", code]]),
      ]);
    }
    expect((await confirm(token)).status).toBe(204);
    expect(await statusOf(member, newPassword)).toBe(200);
  });

  it("see R7s-30 removes the lock caused by failed sign-ins", async () => {
    const { member, token } = await withLink();
    for (let index = 0; index < 10; index += 1) await statusOf(member, "falsch");
    expect(await statusOf(member, testPassword)).toBe(429);
    await confirm(token);
    expect(await statusOf(member, newPassword)).toBe(200);
  });
});
