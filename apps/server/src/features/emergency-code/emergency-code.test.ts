import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import * as endpoints from "@praxisportal/contract/emergency-code/emergency-code.endpoints";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { getOrganizationStatistics } from "@praxisportal/contract/organizations/organizations.endpoints";
import { verifyTwoFactor } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { setLocked } from "../../../test/emergency-code/set-locked.ts";
import {
  auditEntries,
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  testPassword,
} from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { appCode, beginSignIn, setUpSecondFactor } from "../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { PasswordHasher } from "../../platform/crypto/password-hasher.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

type Member = Awaited<ReturnType<typeof makeMember>>;
const secretOf = (code: string) => code.replaceAll("-", "");
/** Returns a wrong code with the label of the right one. */
const wrongCode = (code: string) => `${code.slice(0, -1)}${code.endsWith("A") ? "B" : "A"}`;

async function signInMember(user: { email: string | null }) {
  const client = new TestClient(testApp);
  await client.signIn({ email: user.email });
  return client;
}

/** Creates an organization with an administrator who has created a code. */
async function withCode() {
  const organization = await makeOrganization(testApp);
  const member = await makeMember(testApp, organization.id, "org_admin");
  const client = await signInMember(member);
  const params = { id: organization.id };
  const { result } = await client.call(endpoints.createEmergencyCode, { params });
  return { organization, member, client, params, ...result };
}

const login = async (user: Member, password = testPassword) =>
  (await new TestClient(testApp).call(auth.login, { body: { email: user.email, password } })).status;

/** Signs in with a wrong password until the account is locked. */
async function lock(user: Member): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) await login(user, "Montag-frueh-1");
  expect(await login(user)).toBe(429);
}

const redeem = (
  name: string | null,
  code: string,
  organizationId: string | null = null,
  client = new TestClient(testApp),
) => client.call(endpoints.redeemEmergencyCode, { body: { name: name ?? "", code, organizationId } });

/** Returns everything in a refusal that could distinguish it from another one. */
async function shapeOf(response: ReturnType<typeof redeem>): Promise<string> {
  const { status, headers, problem } = await response;
  const { requestId: _id, ...rest } = problem as unknown as Record<string, unknown>;
  const comparedHeaders = [...headers].filter(([name]) => name !== "date" && name !== "x-request-id");
  return JSON.stringify([status, comparedHeaders, rest]);
}

/** Returns how many notifications of a kind a person has. */
async function noticesOf(personId: string, kind: string): Promise<number> {
  const rows = await queryRows<{ id: string }>(
    testApp,
    "select id from notification where person_id = $1 and kind = $2",
    [personId, kind],
  );
  return rows.length;
}

const expectNotices = (personId: string, kind: string, count: number) =>
  vi.waitFor(async () => expect(await noticesOf(personId, kind)).toBe(count), { timeout: 10_000 });

const expectMails = (template: Parameters<typeof mailsOf>[1], users: readonly Member[]) =>
  vi.waitFor(
    async () => {
      const mails = (await mailsOf(testApp, template)).join("\n");
      for (const { email } of users) expect(mails).toContain(`<${email ?? ""}>`);
    },
    { timeout: 10_000 },
  );

describe("the emergency code of an organization", () => {
  it("N28 unlocks a locked administrator once, and neither signs in nor replaces password and second factor", async () => {
    const { organization, member, client, code } = await withCode();
    const colleague = await makeMember(testApp, organization.id, "org_admin");
    const { secret } = await setUpSecondFactor(testApp, client);
    await lock(member);
    const typedCode = ` ${code.toLowerCase().replaceAll("-", " ")} `;
    const device = new TestClient(testApp, "browser");
    const response = await redeem(member.username?.toUpperCase() ?? "", typedCode, organization.id, device);
    expect([response.status, response.headers.get("set-cookie")]).toEqual([204, null]);
    // The password is still required, and leads to the second step.
    expect(await login(member, "falsch")).toBe(401);
    const next = new TestClient(testApp);
    const tempToken = await beginSignIn(next, member);
    const body = { tempToken, totpCode: appCode(testApp, secret) };
    expect((await next.call(verifyTwoFactor, { body })).status).toBe(200);
    await setLocked(testApp, member.personId);
    expect((await redeem(member.email, code)).problem.code).toBe("CODE_INVALID");
    expect(await login(member)).toBe(429);

    const [entry] = await auditEntries(testApp, organization.id, "organization.emergency_code_used");
    // The user of the code has not signed in.
    const unlockedWithCode = {
      actor: { type: "emergency_code", id: null },
      target: { type: "user", id: member.personId },
    };
    expect(entry).toMatchObject({ outcome: "success", actor_id: null, record: unlockedWithCode });
    const [unlocked] = await auditEntries(testApp, organization.id, "user.unlocked");
    expect(unlocked?.record).toMatchObject({ reason: "emergency_code", ...unlockedWithCode });
    const reader = await signInMember(colleague);
    const params = { id: organization.id };
    const { recentActivity } = (await reader.call(getOrganizationStatistics, { params })).result;
    const unlockActivity = recentActivity?.find((activity) => activity.action === "user.unlocked");
    expect(unlockActivity).toMatchObject({ byEmergencyCode: true, actor: { id: null, name: null } });
    for (const { personId } of [member, colleague]) await expectNotices(personId, "emergencyCodeUsed", 1);
    await expectMails("emergencyCodeUsed", [member, colleague]);
  });

  it("see J4 is shown once, stored as a slow hash, and its state names who created and used it", async () => {
    const { organization, member, client, params, code, practiceCode, emergencyCode } = await withCode();
    expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    expect(practiceCode).not.toBe("");
    const name = "Mia Muster-Probe";
    expect(emergencyCode).toMatchObject({ state: "open", label: code.slice(0, 4), createdBy: name });
    const [stored] = await queryRows<{ row: string; code_hash: string }>(
      testApp,
      "select c::text as row, code_hash from emergency_code c where organization_id = $1",
      [organization.id],
    );
    expect(stored?.code_hash).toMatch(/^\$argon2id\$/);
    for (const part of [code, secretOf(code), code.slice(5)]) expect(stored?.row).not.toContain(part);
    const status = async () => (await client.call(endpoints.getEmergencyCode, { params })).result;
    expect(JSON.stringify(await status())).not.toContain(code.slice(5));
    await setLocked(testApp, member.personId);
    expect((await redeem(member.email, code)).status).toBe(204);
    expect(await status()).toMatchObject({ state: "used", createdBy: name, usedBy: name });
    expect((await client.call(endpoints.withdrawEmergencyCode, { params })).status).toBe(204);
    expect(await status()).toMatchObject({ state: "none", label: null, createdBy: null });
    // Withdrawing again changes nothing.
    expect((await client.call(endpoints.withdrawEmergencyCode, { params })).status).toBe(204);
    for (const [action, count] of [
      ["organization.emergency_code_created", 1],
      ["organization.emergency_code_withdrawn", 1],
    ] as const)
      expect(await auditEntries(testApp, organization.id, action)).toHaveLength(count);
  });

  it("see J4 no longer works once it has been replaced or withdrawn", async () => {
    const { member, client, params, code } = await withCode();
    const { result } = await client.call(endpoints.createEmergencyCode, { params });
    await setLocked(testApp, member.personId);
    expect((await redeem(member.email, code)).problem.code).toBe("CODE_INVALID");
    await client.call(endpoints.withdrawEmergencyCode, { params });
    expect((await redeem(member.email, result.code)).problem.code).toBe("CODE_INVALID");
    expect(await login(member)).toBe(429);
    await expectNotices(member.personId, "emergencyCodeChanged", 3);
  });

  it("see J4 can be created and withdrawn only by an org_admin with a fresh proof of identity", async () => {
    const { organization, client, params } = await withCode();
    const manager = await signInMember(await makeMember(testApp, organization.id, "practice_admin"));
    for (const endpoint of [endpoints.createEmergencyCode, endpoints.withdrawEmergencyCode])
      expect((await manager.call(endpoint, { params })).problem.code).toBe("FORBIDDEN");
    await queryRows(
      testApp,
      "update session set authenticated_at = authenticated_at - interval '10 minutes'",
    );
    testApp.app.callers.cache.forgetAll();
    for (const endpoint of [endpoints.createEmergencyCode, endpoints.withdrawEmergencyCode])
      expect((await client.call(endpoint, { params })).problem.code).toBe("STEP_UP_REQUIRED");
  });
});

describe("a failed attempt", () => {
  it("N42 gives the same response for unknown names, wrong codes, other organizations and unsuitable accounts (R8-73)", async () => {
    const { organization, member, code } = await withCode();
    const makeColleague = (role: Parameters<typeof makeMember>[2]) =>
      makeMember(testApp, organization.id, role);
    const [manager, open, blocked, expired, deactivated] = [
      await makeColleague("practice_admin"),
      await makeColleague("org_admin"),
      await makeColleague("org_admin"),
      await makeColleague("org_admin"),
      await makeColleague("org_admin"),
    ];
    const otherSetup = await withCode();
    const operator = await makePlatformAccount(testApp, "super_admin");
    await joinOrganization(testApp, organization.id, operator.personId, "org_admin");
    const lockedUsers = [member, manager, blocked, expired, deactivated, otherSetup.member, operator];
    for (const user of lockedUsers) await setLocked(testApp, user.personId);
    for (const [sql, { personId }] of [
      ["update membership set blocked_at = now() where person_id = $1", blocked],
      ["update membership set valid_until = '2000-01-01' where person_id = $1", expired],
      ["update person set deactivated_at = now() where id = $1", deactivated],
    ] as const)
      await queryRows(testApp, sql, [personId]);
    // The limit of the organization is reached, which the responses must not reveal.
    for (const name of ["niemand_eins", "niemand_zwei", "niemand_drei", "niemand_vier", "niemand_fuenf"])
      await redeem(name, code, organization.id);
    const shapes = new Set<string>();
    const verify = vi.spyOn(PasswordHasher.prototype, "verify");
    for (const [name, typed, chosen] of [
      ["niemand_hier", code, organization.id],
      ["niemand@example.org", code, null],
      [member.username, wrongCode(code), organization.id],
      [member.email, "kein Code", null],
      [member.email, otherSetup.code, null],
      [otherSetup.member.email, code, null],
      [otherSetup.member.email, code, organization.id],
      [manager.email, code, null],
      [open.email, code, null],
      [blocked.email, code, null],
      [expired.email, code, null],
      [deactivated.email, code, null],
      [operator.email, code, null],
      [operator.email, code, organization.id],
      [operator.email, code, otherSetup.organization.id],
    ] as const) {
      shapes.add(await shapeOf(redeem(name, typed, chosen)));
      expect([name, verify.mock.calls.length]).toEqual([name, 1]);
      verify.mockClear();
    }
    expect([...shapes]).toHaveLength(1);
    expect([...shapes][0]).toMatch(/^\[400,.*"CODE_INVALID"/);
    for (const user of [member, manager, otherSetup.member]) expect(await login(user)).toBe(429);
    // None of these attempts used up the code.
    expect((await redeem(member.email, code)).status).toBe(204);
  });

  it("see J4 alerts all administrators and is logged, even for an unknown name", async () => {
    const { organization, member, code } = await withCode();
    const colleague = await makeMember(testApp, organization.id, "org_admin");
    const viewer = await makeMember(testApp, organization.id, "viewer");
    const outsider = await makeMember(testApp, (await makeOrganization(testApp)).id, "org_admin");
    // Alerts cannot be switched off.
    await queryRows(testApp, "update organization set notify_security = false where organization_id = $1", [
      organization.id,
    ]);
    expect((await redeem(member.email, wrongCode(code))).status).toBe(400);
    expect((await redeem("niemand_hier", code, organization.id)).status).toBe(400);
    expect((await redeem("niemand_hier", code)).status).toBe(400);
    expect((await redeem(outsider.email, code)).status).toBe(400);
    for (const { personId } of [member, colleague]) await expectNotices(personId, "emergencyCodeFailed", 2);
    for (const { personId } of [viewer, outsider])
      expect(await noticesOf(personId, "emergencyCodeFailed")).toBe(0);
    const entries = await auditEntries(testApp, organization.id, "organization.emergency_code_used");
    const reasons = entries.map(
      ({ outcome, record: { reason, actor, target } }) =>
        `${outcome} ${reason} ${actor.type} ${actor.id} ${target?.id}`,
    );
    expect(reasons.toSorted((left, right) => left.localeCompare(right))).toEqual([
      `failed code_incorrect emergency_code null ${member.personId}`,
      "failed name_unknown emergency_code null undefined",
    ]);
    await expectMails("emergencyCodeFailed", [member, colleague]);
  });

  it("see J4 alerts once, even if its message is redelivered after that of a later attempt", async () => {
    const { organization, member } = await withCode();
    const payload = { personId: member.personId, organizationId: organization.id };
    const topic = "emergency-code.failed";
    const [first, second] = [uuidV7(), uuidV7()];
    for (const id of [first, second])
      await queryRows(
        testApp,
        "insert into outbox (id, topic, payload, available_at) values ($1, $2, $3, 'infinity')",
        [id, topic, JSON.stringify(payload)],
      );
    for (const id of [first, second, first]) {
      const message = { id, topic, payload, attempt: 1, createdAt: new Date() };
      await testApp.app.outboxHandlers[topic]?.handle(message, new AbortController().signal);
    }
    expect(await noticesOf(member.personId, "emergencyCodeFailed")).toBe(2);
  });

  it("see J4 is limited per typed name and sheet of paper, so that a stranger cannot use up the attempts", async () => {
    const { member, client, params, code } = await withCode();
    await setLocked(testApp, member.personId);
    const codeOf = async (typed: string) => (await redeem(member.email, typed)).problem.code;
    const guess = `${code.startsWith("A") ? "B" : "A"}${wrongCode(code).slice(1)}`;
    const responses: unknown[] = [];
    for (const typed of [guess, wrongCode(code)])
      for (let attempt = 0; attempt < 6; attempt += 1) responses.push(await codeOf(typed));
    const five = Array.from({ length: 5 }, () => "CODE_INVALID");
    expect(responses).toEqual([...five, "TOO_MANY_ATTEMPTS", ...five, "TOO_MANY_ATTEMPTS"]);
    const refusal = await redeem(member.email, code);
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
    const { result } = await client.call(endpoints.createEmergencyCode, { params });
    expect((await redeem(member.email, result.code)).status).toBe(204);
  });

  it("see J4 is alerted and logged at most five times an hour per organization", async () => {
    const { organization, member, code } = await withCode();
    const operator = await makePlatformAccount(testApp, "super_admin");
    for (const name of [
      "niemand_eins",
      operator.email,
      "niemand_zwei",
      member.email,
      member.username,
      "drei",
      "vier",
    ])
      expect((await redeem(name, wrongCode(code), organization.id)).status).toBe(400);
    await vi.waitFor(
      async () =>
        expect(
          await queryRows(testApp, "select 1 from outbox where topic = 'emergency-code.failed'"),
        ).toEqual([]),
      { timeout: 10_000 },
    );
    expect(await noticesOf(member.personId, "emergencyCodeFailed")).toBe(5);
    expect(await auditEntries(testApp, organization.id, "organization.emergency_code_used")).toHaveLength(5);
  });

  it("N70 an organization cannot reset the guess counter of a person repeatedly", async () => {
    const { member, client, params } = await withCode();
    const newCode = async () => {
      await setLocked(testApp, member.personId);
      return (await client.call(endpoints.createEmergencyCode, { params })).result.code;
    };
    for (let unlock = 0; unlock < 3; unlock += 1)
      expect((await redeem(member.email, await newCode())).status).toBe(204);
    const code = await newCode();
    expect((await redeem(member.email, code)).problem.code).toBe("CODE_INVALID");
    expect((await client.call(endpoints.getEmergencyCode, { params })).result.state).toBe("open");
    await deleteAttempts(testApp);
    await setLocked(testApp, member.personId);
    expect((await redeem(member.email, code)).status).toBe(204);
  });
});
