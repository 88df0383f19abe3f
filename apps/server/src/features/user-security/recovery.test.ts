import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import * as reset from "@praxisportal/contract/password-reset/password-reset.endpoints";
import { stepUp, verifyTwoFactor } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import * as endpoints from "@praxisportal/contract/user-security/user-security.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditEntries,
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  testPassword,
  unique,
} from "../../../test/factories.ts";
import { mailedToken, mailsOf } from "../../../test/mailbox.ts";
import { beginSignIn, setUpSecondFactor } from "../../../test/second-factor.ts";
import { openSocket } from "../../../test/socket-client.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { platformChainId } from "../../platform/audit/audit-record.ts";

let testApp: TestApp;
let organization: { id: string; name: string };
let otherOrganization: { id: string };
let owner: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp, { maxUsers: 500 });
  otherOrganization = await makeOrganization(testApp);
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await deleteAttempts(testApp);
  // Signs in again for a fresh step-up, because tests move the clock.
  owner = await signedIn(await makeMember(testApp, organization.id, "org_admin"));
});

type Member = Awaited<ReturnType<typeof makeMember>>;
const newPassword = "Blaue-Treppe-58";
const member = (overrides: Parameters<typeof makeMember>[3] = {}) =>
  makeMember(testApp, organization.id, "viewer", overrides);

async function signedIn(
  user: { email: string | null; password?: string },
  kind: TestClient["kind"] = "client",
) {
  const client = new TestClient(testApp, kind);
  await client.signIn({ email: user.email, ...(user.password ? { password: user.password } : {}) });
  return client;
}
const about = ({ personId }: { personId: string }) => ({ params: { id: personId } });
const makeCode = (
  user: { personId: string },
  purpose: "password" | "second_factor" = "password",
  client = owner,
) => client.call(endpoints.createRecoveryCode, { ...about(user), body: { purpose } });
const redeem = (
  name: string | null,
  code: string,
  password = newPassword,
  organizationId = organization.id,
) =>
  new TestClient(testApp).call(reset.redeemRecoveryCode, {
    body: { name, organizationId, code, newPassword: password },
  });
/** Enters a code in the second step of a sign-in. */
async function proveWith(user: Member, backupCode: string) {
  const client = new TestClient(testApp);
  const tempToken = await beginSignIn(client, user);
  return client.call(verifyTwoFactor, { body: { tempToken, backupCode } });
}
const login = async (user: Member, password: string) =>
  new TestClient(testApp).call(auth.login, {
    body: { username: user.username, organizationId: organization.id, password },
  });
const wrongOf = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, "0");

describe("a one-time code for a lost password", () => {
  it("see R7s-28 R7s-30 lets a user without a mailbox choose a password, and is stored as a slow hash", async () => {
    const user = await member({ email: null });
    const { result } = await makeCode(user);
    expect(result.code).toMatch(/^\d{8}$/);
    const stored = await queryRows<{ row: string; code_hash: string }>(
      testApp,
      "select c::text as row, code_hash from recovery_code c where person_id = $1",
      [user.personId],
    );
    expect(stored[0]?.row).not.toContain(result.code);
    expect(stored[0]?.code_hash).toMatch(/^\$argon2id\$/);
    const done = await redeem(
      user.username?.toUpperCase() ?? "",
      `${result.code.slice(0, 4)} ${result.code.slice(4)}`,
    );
    expect([done.status, done.headers.get("set-cookie")]).toEqual([204, null]);
    expect((await login(user, testPassword)).status).toBe(401);
    const response = await login(user, newPassword);
    expect(response.result).toMatchObject({ requires2FA: false, restriction: null });
    expect((await redeem(user.username, result.code)).problem.code).toBe("CODE_INVALID");
    for (const chain of [organization.id, platformChainId]) {
      const created = await auditEntries(testApp, chain, "user.recovery_code_created");
      expect(created.filter((entry) => entry.target_id === user.personId)).toHaveLength(1);
      const resetEntries = await auditEntries(testApp, chain, "user.password_reset");
      expect(resetEntries.find((entry) => entry.target_id === user.personId)?.record.reason).toBe(
        "recovery_code",
      );
    }
  });

  it("R7s-25 N26 gives the same response for an unknown name and a wrong, expired, used or missing code (R8-73)", async () => {
    const [used, late, wrong, withoutCode, blocked] = [
      await member(),
      await member(),
      await member(),
      await member(),
      await member(),
    ];
    const usedCode = (await makeCode(used)).result.code;
    expect((await redeem(used.email, usedCode)).status).toBe(204);
    const lateCode = (await makeCode(late)).result.code;
    testApp.clock.advance(15 * 60_000);
    owner = await signedIn(await makeMember(testApp, organization.id, "org_admin"));
    const wrongCode = (await makeCode(wrong)).result.code;
    const blockedCode = (await makeCode(blocked)).result.code;
    await queryRows(testApp, "update membership set blocked_at = now() where person_id = $1", [
      blocked.personId,
    ]);
    const shapes = new Set<string>();
    for (const [name, code] of [
      ["niemand_hier", "12345678"],
      ["niemand@example.org", "12345678"],
      [used.email, usedCode],
      [late.email, lateCode],
      [wrong.email, wrongOf(wrongCode)],
      [wrong.username, "abcdefgh"],
      [withoutCode.username, "12345678"],
      [blocked.username, blockedCode],
    ] as const) {
      const { status, headers, problem } = await redeem(name, code);
      const { instance: _path, requestId: _id, ...rest } = problem as unknown as Record<string, unknown>;
      const shownHeaders = [...headers].filter(([header]) => header !== "date" && header !== "x-request-id");
      shapes.add(JSON.stringify([status, shownHeaders, rest]));
    }
    expect([...shapes]).toEqual([expect.stringMatching(/^\[400,.*"CODE_INVALID"/)]);
    // The name is looked up in the named organization, as at the login.
    expect((await redeem(wrong.username, wrongCode, newPassword, otherOrganization.id)).problem.code).toBe(
      "CODE_INVALID",
    );
    expect((await redeem(wrong.username, wrongCode)).status).toBe(204);
  });

  it("see R7s-29 allows five attempts, and is valid only if it is the newest", async () => {
    const user = await member();
    const older = (await makeCode(user)).result.code;
    const code = (await makeCode(user)).result.code;
    expect((await redeem(user.email, older)).problem.code).toBe("CODE_INVALID");
    for (let index = 0; index < 4; index += 1) await redeem(user.email, wrongOf(code));
    expect((await redeem(user.email, code)).problem.code).toBe("CODE_INVALID");
    await deleteAttempts(testApp);
    const next = (await makeCode(user)).result.code;
    for (let index = 0; index < 4; index += 1) await redeem(user.email, wrongOf(next));
    expect((await redeem(user.email, next)).status).toBe(204);
  });

  it("see R7s-26 locks a known or unknown name after ten attempts", async () => {
    const user = await member();
    const statuses = await Promise.all(
      [user.email ?? "", "unbekannt_name"].map(async (name) => {
        const responses: number[] = [];
        for (let index = 0; index < 11; index += 1) responses.push((await redeem(name, "12345678")).status);
        return responses;
      }),
    );
    expect(statuses[0]).toEqual(statuses[1]);
    expect(statuses[0]).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });

  it("see R7s-29 can be used once, even in 50 parallel attempts", async () => {
    const user = await member();
    const { code } = (await makeCode(user)).result;
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => redeem(user.email, code, `Blaue-Treppe-${index + 100}`)),
    );
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.every((status) => [204, 400, 429].includes(status))).toBe(true);
    const word = `Blaue-Treppe-${statuses.indexOf(204) + 100}`;
    await deleteAttempts(testApp);
    expect((await login(user, word)).status).toBe(200);
  });

  it("N53 is invalid once the person also belongs to another organization", async () => {
    for (const purpose of ["password", "second_factor"] as const) {
      const user = await member();
      const client = await signedIn(user);
      if (purpose === "second_factor") await setUpSecondFactor(testApp, client);
      const { code } = (await makeCode(user, purpose)).result;
      await joinOrganization(testApp, otherOrganization.id, user.personId, "editor", { status: "pending" });
      const response = purpose === "password" ? await redeem(user.email, code) : await proveWith(user, code);
      expect([purpose, response.problem.code]).toEqual([purpose, "CODE_INVALID"]);
    }
  });

  it("see R5-34 stays valid if only the password is rejected", async () => {
    const user = await member({ lastName: "Musterfeld" });
    const { code } = (await makeCode(user)).result;
    for (const [password, issue] of [
      ["Musterfeld7", "passwordContext"],
      ["Herbst2025", "passwordBreached"],
    ] as const) {
      for (let index = 0; index < 3; index += 1) {
        const { problem } = await redeem(user.email, code, password);
        expect(problem.errors?.map((error) => error.code)).toEqual([issue]);
      }
    }
    expect((await redeem(user.email, code)).status).toBe(204);
  });

  it("see R7s-30 N28 keeps the second factor and ends sessions; a code for the second factor is not accepted", async () => {
    const user = await member();
    const client = await signedIn(user);
    await setUpSecondFactor(testApp, client);
    const factorCode = (await makeCode(user, "second_factor")).result.code;
    expect((await redeem(user.email, factorCode)).problem.code).toBe("CODE_INVALID");
    const { code } = (await makeCode(user)).result;
    expect((await redeem(user.email, code)).status).toBe(204);
    expect((await client.call(getMe)).status).toBe(401);
    expect((await login(user, newPassword)).result).toMatchObject({ requires2FA: true });
  });

  it("see R7s-28 notifies the person by mail and every other administrator at once", async () => {
    const user = await member();
    const admin = await signedIn(await makeMember(testApp, organization.id, "practice_admin"));
    const viewer = await signedIn(await member());
    const [notified, ...unrelated] = await Promise.all(
      [admin, viewer, owner].map(async (client) => {
        const { ticket } = (await client.call(auth.createSocketTicket)).result;
        return openSocket(`${testApp.baseUrl.replace("http", "ws")}/ws?token=${ticket}`, {
          origin: testApp.origin,
        });
      }),
    );
    await makeCode(user);
    const notices = async (socket: typeof notified) =>
      ((await socket?.events()) ?? []).filter((event) => event["event"] === "notification");
    await expect.poll(() => notices(notified)).toHaveLength(1);
    expect(JSON.stringify(await notices(notified))).toContain("Einmalcode");
    for (const socket of unrelated) expect(await notices(socket)).toEqual([]);
    await expect
      .poll(async () =>
        (await mailsOf(testApp, "recoveryCodeCreated")).some((mail) => mail.includes(user.email ?? "")),
      )
      .toBe(true);
    for (const socket of [notified, ...unrelated]) socket?.ws.close();
  });

  it("see R7u-14 is created for the second factor only if there is one, and always requires a fresh proof", async () => {
    const user = await member();
    expect((await makeCode(user, "second_factor")).problem.code).toBe("TWO_FACTOR_NOT_ENABLED");
    testApp.clock.advance(10 * 60_000);
    await owner.refresh({ extend: true });
    const stale = await makeCode(user);
    expect([stale.status, stale.problem.code]).toEqual([403, "STEP_UP_REQUIRED"]);
    await owner.call(stepUp, { body: { password: testPassword } });
    expect((await makeCode(user)).status).toBe(201);
  });
});

describe("a password set by an administrator", () => {
  const set = (user: { personId: string }, body: object, client = owner) =>
    client.call(endpoints.setUserPassword, { ...about(user), body });

  it("R7u-14 R7u-15 N24 must always be changed; it ends sessions, keeps the second factor and notifies the person", async () => {
    const user = await member();
    const client = await signedIn(user);
    await setUpSecondFactor(testApp, client);
    const response = await set(user, { newPassword, mustChangePassword: false });
    expect(response.result).toEqual({ mustChangePassword: true });
    expect((await client.call(getMe)).status).toBe(401);
    expect((await login(user, testPassword)).status).toBe(401);
    expect((await login(user, newPassword)).result).toMatchObject({ requires2FA: true });
    for (const requested of [{}, { mustChangePassword: true }, { mustChangePassword: false }]) {
      const plain = await member();
      const echoed = await set(plain, { newPassword, ...requested });
      expect([requested, echoed.result]).toEqual([requested, { mustChangePassword: true }]);
      const entered = await login(plain, newPassword);
      expect([requested, entered.result]).toMatchObject([requested, { restriction: "password_change" }]);
    }
    await expect
      .poll(async () =>
        (await mailsOf(testApp, "passwordChanged")).some((mail) => mail.includes(user.email ?? "")),
      )
      .toBe(true);
    for (const chain of [organization.id, platformChainId]) {
      const entries = await auditEntries(testApp, chain, "user.password_set");
      expect(entries.filter((entry) => entry.target_id === user.personId)).toHaveLength(1);
    }
  });

  it("see R5-34 R7u-14 is rejected without a step-up, and if it is a known password or a word of the person", async () => {
    const user = await member({ firstName: "Kornelia" });
    for (const [word, code] of [
      ["Kornelia1", "passwordContext"],
      ["Willkommen1!", "passwordBreached"],
    ] as const) {
      const { problem } = await set(user, { newPassword: word });
      expect(problem.errors?.map((error) => [error.path, error.code])).toEqual([["newPassword", code]]);
    }
    const missing = await set(user, { mustChangePassword: true });
    expect([missing.status, missing.problem.errors?.map(({ path }) => path)]).toEqual([400, ["newPassword"]]);
    testApp.clock.advance(10 * 60_000);
    await owner.refresh({ extend: true });
    expect((await set(user, { newPassword })).problem.code).toBe("STEP_UP_REQUIRED");
    expect((await login(user, testPassword)).status).toBe(200);
  });
});

describe("a second factor removed by an administrator", () => {
  it("see R7u-14 N24 loses codes and passkeys; sessions end, and the notified person sets it up again", async () => {
    const user = await member();
    const client = await signedIn(user);
    const { backupCodes } = await setUpSecondFactor(testApp, client);
    await queryRows(
      testApp,
      "insert into passkey (id, person_id, credential_id, public_key, name) values (gen_random_uuid(), $1, '\\x01', '\\x02', 'Probe')",
      [user.personId],
    );
    const started = new TestClient(testApp);
    const tempToken = await beginSignIn(started, user);
    const response = await owner.call(endpoints.resetUserTwoFactor, about(user));
    expect(response.result.twoFactorEnabled).toBe(false);
    expect((await client.call(getMe)).status).toBe(401);
    expect(
      (await started.call(verifyTwoFactor, { body: { tempToken, backupCode: backupCodes[0] } })).status,
    ).toBe(401);
    expect((await login(user, testPassword)).result).toMatchObject({ requires2FA: false });
    expect(await queryRows(testApp, "select id from passkey where person_id = $1", [user.personId])).toEqual(
      [],
    );
    expect((await owner.call(endpoints.resetUserTwoFactor, about(user))).problem.code).toBe(
      "TWO_FACTOR_NOT_ENABLED",
    );
    await expect
      .poll(async () =>
        (await mailsOf(testApp, "twoFactorOff")).some((mail) => mail.includes(user.email ?? "")),
      )
      .toBe(true);
  });
});

describe("a reset link sent by an administrator", () => {
  const send = (user: { personId: string }, headers: Record<string, string> = {}) =>
    owner.call(endpoints.mailResetLink, { ...about(user), headers });

  it("R7s-27 R2.4-18 is sent only to the mailbox with a link to PUBLIC_URL, even for a person in several organizations", async () => {
    const user = await member();
    await joinOrganization(testApp, otherOrganization.id, user.personId, "editor");
    const response = await send(user, {
      host: "evil.test",
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.test;proto=https",
    });
    expect(response.status).toBe(202);
    const token = await mailedToken(testApp, "passwordReset", user.email ?? "");
    const mail = (await mailsOf(testApp, "passwordReset")).findLast((text) =>
      text.includes(user.email ?? ""),
    );
    const links = [...(mail ?? "").matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => new URL(link).origin);
    expect(new Set(links)).toEqual(new Set([testApp.origin]));
    expect(mail).not.toContain("evil.test");
    const confirmed = await new TestClient(testApp).call(reset.confirmReset, {
      body: { token, newPassword },
    });
    expect(confirmed.status).toBe(204);
    for (let index = 0; index < 4; index += 1) expect((await send(user)).status).toBe(202);
    expect((await send(user)).problem.code).toBe("TOO_MANY_REQUESTS");
  });

  it("R7s-27 requires a confirmed address", async () => {
    for (const overrides of [
      { email: null },
      { email: null, pendingEmail: `${unique("claim")}@example.org` },
    ]) {
      expect((await send(await member(overrides))).problem.code).toBe("CONFLICT");
    }
  });
});

describe("authority over a person", () => {
  const calls = [
    ["set a password", endpoints.setUserPassword, { newPassword }],
    ["make a code for a new password", endpoints.createRecoveryCode, { purpose: "password" }],
    ["make a code for the second factor", endpoints.createRecoveryCode, { purpose: "second_factor" }],
    ["reset the second factor", endpoints.resetUserTwoFactor, undefined],
  ] as const;

  it.each(calls)("N53 only the person's sole organization may %s", async (_word, endpoint, body) => {
    const refusedFor = async (change: (user: Member) => Promise<unknown>) => {
      const user = await member();
      await queryRows(
        testApp,
        "insert into two_factor (person_id, secret, enabled_at) values ($1, '\\x00', now())",
        [user.personId],
      );
      await change(user);
      return user;
    };
    const refusals = [
      await refusedFor((user) => joinOrganization(testApp, otherOrganization.id, user.personId, "viewer")),
      await refusedFor((user) =>
        joinOrganization(testApp, otherOrganization.id, user.personId, "viewer", { status: "pending" }),
      ),
      await refusedFor((user) =>
        queryRows(
          testApp,
          "update person set platform_role = 'admin', platform_username = $2 where id = $1",
          [user.personId, unique("plattform")],
        ),
      ),
      // Their address has an unanswered invitation by another organization.
      await refusedFor((user) =>
        makeMember(testApp, otherOrganization.id, "viewer", {
          email: null,
          pendingEmail: user.email,
          status: "pending",
        }),
      ),
    ];
    const readStored = (user: Member) =>
      queryRows(
        testApp,
        `select p.password_hash, (select count(*) from recovery_code c where c.person_id = p.id) as codes,
           (select count(*) from two_factor f where f.person_id = p.id) as factors from person p where id = $1`,
        [user.personId],
      );
    for (const user of refusals) {
      const before = await readStored(user);
      const { status, problem } = await owner.call(endpoint, { ...about(user), body });
      expect([status, problem.code]).toEqual([409, "PERSON_IN_MULTIPLE_ORGANIZATIONS"]);
      expect(await readStored(user)).toEqual(before);
    }
    const singleMember = await refusedFor(async () => undefined);
    expect((await owner.call(endpoint, { ...about(singleMember), body })).status).toBeLessThan(300);
  });

  it("N53 has the same limits for an operator who does not belong to the organization", async () => {
    const user = await member();
    await joinOrganization(testApp, otherOrganization.id, user.personId, "viewer");
    const operator = await signedIn(await makePlatformAccount(testApp, "super_admin"));
    operator.headers = { "x-organization-id": organization.id };
    const response = await operator.call(endpoints.setUserPassword, {
      ...about(user),
      body: { newPassword },
    });
    expect(response.problem.code).toBe("PERSON_IN_MULTIPLE_ORGANIZATIONS");
  });
});
