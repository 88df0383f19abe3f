import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import * as reset from "@praxisportal/contract/password-reset/password-reset.endpoints";
import { stepUp, verifyTwoFactor } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import * as endpoints from "@praxisportal/contract/user-security/user-security.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditEntries,
  forgetAttempts,
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

let test: TestApp;
let practice: { id: string; name: string };
let other: { id: string };
let owner: TestClient;
beforeAll(async () => {
  test = await createTestApp();
  practice = await makeOrganization(test, { maxUsers: 500 });
  other = await makeOrganization(test);
});
afterAll(() => test.stop());
beforeEach(async () => {
  await forgetAttempts(test);
  // Signs in again for a fresh step-up, because tests move the clock.
  owner = await signedIn(await makeMember(test, practice.id, "org_admin"));
});

type Member = Awaited<ReturnType<typeof makeMember>>;
const newPassword = "Blaue-Treppe-58";
const member = (overrides: Parameters<typeof makeMember>[3] = {}) =>
  makeMember(test, practice.id, "viewer", overrides);

async function signedIn(
  who: { email: string | null; password?: string },
  kind: TestClient["kind"] = "client",
) {
  const client = new TestClient(test, kind);
  await client.signIn({ email: who.email, ...(who.password ? { password: who.password } : {}) });
  return client;
}
const about = ({ personId }: { personId: string }) => ({ params: { id: personId } });
const makeCode = (
  who: { personId: string },
  purpose: "password" | "second_factor" = "password",
  client = owner,
) => client.call(endpoints.createRescueCode, { ...about(who), body: { purpose } });
const redeem = (name: string | null, code: string, password = newPassword, organizationId = practice.id) =>
  new TestClient(test).call(reset.redeemRescue, {
    body: { name, organizationId, code, newPassword: password },
  });
/** Enters a code in the second step of a sign-in. */
async function proveWith(who: Member, backupCode: string) {
  const client = new TestClient(test);
  const tempToken = await beginSignIn(client, who);
  return client.call(verifyTwoFactor, { body: { tempToken, backupCode } });
}
const login = async (who: Member, password: string) =>
  new TestClient(test).call(auth.login, {
    body: { username: who.username, organizationId: practice.id, password },
  });
const wrongOf = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, "0");

describe("a one-time code for a lost password", () => {
  it("R7s-28 R7s-30 lets somebody without a mailbox choose a password; the code is kept as a slow hash", async () => {
    const who = await member({ email: null });
    const { result } = await makeCode(who);
    expect(result.code).toMatch(/^\d{8}$/);
    const stored = await queryRows<{ row: string; code_hash: string }>(
      test,
      "select c::text as row, code_hash from rescue_code c where person_id = $1",
      [who.personId],
    );
    expect(stored[0]?.row).not.toContain(result.code);
    expect(stored[0]?.code_hash).toMatch(/^\$argon2id\$/);
    const done = await redeem(
      who.username?.toUpperCase() ?? "",
      `${result.code.slice(0, 4)} ${result.code.slice(4)}`,
    );
    expect([done.status, done.headers.get("set-cookie")]).toEqual([204, null]);
    expect((await login(who, testPassword)).status).toBe(401);
    const answer = await login(who, newPassword);
    expect(answer.result).toMatchObject({ requires2FA: false, restriction: null });
    expect((await redeem(who.username, result.code)).problem.code).toBe("CODE_INVALID");
    for (const chain of [practice.id, platformChainId]) {
      const created = await auditEntries(test, chain, "user.rescue_code_created");
      expect(created.filter((entry) => entry.target_id === who.personId)).toHaveLength(1);
      const used = await auditEntries(test, chain, "user.password_reset");
      expect(used.find((entry) => entry.target_id === who.personId)?.record.reason).toBe("rescue_code");
    }
  });

  it("R7s-25 N26 answers alike for an unknown name, a wrong, a late and a used code, and nobody's code", async () => {
    const [used, late, wrong, without, blocked] = [
      await member(),
      await member(),
      await member(),
      await member(),
      await member(),
    ];
    const usedCode = (await makeCode(used)).result.code;
    expect((await redeem(used.email, usedCode)).status).toBe(204);
    const lateCode = (await makeCode(late)).result.code;
    test.clock.advance(15 * 60_000);
    owner = await signedIn(await makeMember(test, practice.id, "org_admin"));
    const wrongCode = (await makeCode(wrong)).result.code;
    const blockedCode = (await makeCode(blocked)).result.code;
    await queryRows(test, "update membership set blocked_at = now() where person_id = $1", [
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
      [without.username, "12345678"],
      [blocked.username, blockedCode],
    ] as const) {
      const { status, headers, problem } = await redeem(name, code);
      const { instance: _path, requestId: _id, ...rest } = problem as unknown as Record<string, unknown>;
      const told = [...headers].filter(([header]) => header !== "date" && header !== "x-request-id");
      shapes.add(JSON.stringify([status, told, rest]));
    }
    expect([...shapes]).toEqual([expect.stringContaining("CODE_INVALID")]);
    // Looked up in the named practice, as at the login.
    expect((await redeem(wrong.username, wrongCode, newPassword, other.id)).problem.code).toBe(
      "CODE_INVALID",
    );
    expect((await redeem(wrong.username, wrongCode)).status).toBe(204);
  });

  it("R7s-29 allows five tries, and only the newest code", async () => {
    const who = await member();
    const older = (await makeCode(who)).result.code;
    const code = (await makeCode(who)).result.code;
    expect((await redeem(who.email, older)).problem.code).toBe("CODE_INVALID");
    for (let index = 0; index < 4; index += 1) await redeem(who.email, wrongOf(code));
    expect((await redeem(who.email, code)).problem.code).toBe("CODE_INVALID");
    await forgetAttempts(test);
    const next = (await makeCode(who)).result.code;
    for (let index = 0; index < 4; index += 1) await redeem(who.email, wrongOf(next));
    expect((await redeem(who.email, next)).status).toBe(204);
  });

  it("R7s-26 locks a name after ten tries, known or not", async () => {
    const who = await member();
    const statuses = await Promise.all(
      [who.email ?? "", "unbekannt_name"].map(async (name) => {
        const answers: number[] = [];
        for (let index = 0; index < 11; index += 1) answers.push((await redeem(name, "12345678")).status);
        return answers;
      }),
    );
    expect(statuses[0]).toEqual(statuses[1]);
    expect(statuses[0]).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });

  it("R7s-29 of 50 parallel uses one succeeds", async () => {
    const who = await member();
    const { code } = (await makeCode(who)).result;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => redeem(who.email, code, `Blaue-Treppe-${index + 100}`)),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.every((status) => [204, 400, 429].includes(status))).toBe(true);
    const word = `Blaue-Treppe-${statuses.indexOf(204) + 100}`;
    await forgetAttempts(test);
    expect((await login(who, word)).status).toBe(200);
  });

  it("N53 opens nothing any more once she belongs to another practice as well", async () => {
    for (const purpose of ["password", "second_factor"] as const) {
      const who = await member();
      const client = await signedIn(who);
      if (purpose === "second_factor") await setUpSecondFactor(test, client);
      const { code } = (await makeCode(who, purpose)).result;
      await joinOrganization(test, other.id, who.personId, "editor", { status: "pending" });
      const answer = purpose === "password" ? await redeem(who.email, code) : await proveWith(who, code);
      expect([purpose, answer.problem.code]).toEqual([purpose, "CODE_INVALID"]);
    }
  });

  it("R5-34 keeps the code when only the password is refused", async () => {
    const who = await member({ lastName: "Musterfeld" });
    const { code } = (await makeCode(who)).result;
    for (const [password, issue] of [
      ["Musterfeld7", "passwordContext"],
      ["Herbst2025", "passwordBreached"],
    ] as const) {
      for (let index = 0; index < 3; index += 1) {
        const { problem } = await redeem(who.email, code, password);
        expect(problem.errors?.map((error) => error.code)).toEqual([issue]);
      }
    }
    expect((await redeem(who.email, code)).status).toBe(204);
  });

  it("R7s-30 N28 leaves the second factor on and ends sessions; the other kind of code opens nothing here", async () => {
    const who = await member();
    const client = await signedIn(who);
    await setUpSecondFactor(test, client);
    const factorCode = (await makeCode(who, "second_factor")).result.code;
    expect((await redeem(who.email, factorCode)).problem.code).toBe("CODE_INVALID");
    const { code } = (await makeCode(who)).result;
    expect((await redeem(who.email, code)).status).toBe(204);
    expect((await client.call(getMe)).status).toBe(401);
    expect((await login(who, newPassword)).result).toMatchObject({ requires2FA: true });
  });

  it("R7s-28 tells the person by mail and every administrator at once", async () => {
    const who = await member();
    const admin = await signedIn(await makeMember(test, practice.id, "practice_admin"));
    const viewer = await signedIn(await member());
    const [told, untold] = await Promise.all(
      [admin, viewer].map(async (client) => {
        const { ticket } = (await client.call(auth.wsTicket)).result;
        return openSocket(`${test.baseUrl.replace("http", "ws")}/ws?token=${ticket}`, {
          origin: test.origin,
        });
      }),
    );
    await makeCode(who);
    const notices = async (socket: typeof told) =>
      ((await socket?.events()) ?? []).filter((event) => event["event"] === "notification");
    await expect.poll(() => notices(told)).toHaveLength(1);
    expect(JSON.stringify(await notices(told))).toContain("Einmalcode");
    expect(await notices(untold)).toEqual([]);
    await expect
      .poll(async () =>
        (await mailsOf(test, "rescueCodeCreated")).some((mail) => mail.includes(who.email ?? "")),
      )
      .toBe(true);
    for (const socket of [told, untold]) socket?.ws.close();
  });

  it("R7u-14 for the second factor needs one; neither is made without a fresh proof", async () => {
    const who = await member();
    expect((await makeCode(who, "second_factor")).problem.code).toBe("TWO_FACTOR_OFF");
    test.clock.advance(10 * 60_000);
    await owner.refresh({ extend: true });
    const stale = await makeCode(who);
    expect([stale.status, stale.problem.code]).toEqual([403, "STEP_UP_REQUIRED"]);
    await owner.call(stepUp, { body: { password: testPassword } });
    expect((await makeCode(who)).status).toBe(201);
  });
});

describe("a password set by an administrator", () => {
  const set = (who: { personId: string }, body: object, client = owner) =>
    client.call(endpoints.setUserPassword, { ...about(who), body });

  it("R7u-14 R7u-15 N24 must be changed whatever was asked; sessions end, the second factor stays, she is told", async () => {
    const who = await member();
    const client = await signedIn(who);
    await setUpSecondFactor(test, client);
    const answer = await set(who, { newPassword, mustChangePassword: false });
    expect(answer.result).toEqual({ mustChangePassword: true });
    expect((await client.call(getMe)).status).toBe(401);
    expect((await login(who, testPassword)).status).toBe(401);
    expect((await login(who, newPassword)).result).toMatchObject({ requires2FA: true });
    const plain = await member();
    await set(plain, { newPassword });
    const entered = await login(plain, newPassword);
    expect(entered.result).toMatchObject({ restriction: "password_change" });
    await expect
      .poll(async () =>
        (await mailsOf(test, "passwordChanged")).some((mail) => mail.includes(who.email ?? "")),
      )
      .toBe(true);
    for (const chain of [practice.id, platformChainId]) {
      const entries = await auditEntries(test, chain, "user.password_set");
      expect(entries.filter((entry) => entry.target_id === who.personId)).toHaveLength(1);
    }
  });

  it("R5-34 R7u-14 is refused when it is known or a word of hers, and without a fresh proof", async () => {
    const who = await member({ firstName: "Kornelia" });
    for (const [word, code] of [
      ["Kornelia1", "passwordContext"],
      ["Willkommen1!", "passwordBreached"],
    ] as const) {
      const { problem } = await set(who, { newPassword: word });
      expect(problem.errors?.map((error) => [error.path, error.code])).toEqual([["newPassword", code]]);
    }
    test.clock.advance(10 * 60_000);
    await owner.refresh({ extend: true });
    expect((await set(who, { newPassword })).problem.code).toBe("STEP_UP_REQUIRED");
    expect((await login(who, testPassword)).status).toBe(200);
  });
});

describe("a second factor taken away by an administrator", () => {
  it("R7u-14 N24 is gone with codes and passkeys; sessions end, she is told, and sets up anew", async () => {
    const who = await member();
    const client = await signedIn(who);
    const { backupCodes } = await setUpSecondFactor(test, client);
    await queryRows(
      test,
      "insert into passkey (id, person_id, credential_id, public_key, name) values (gen_random_uuid(), $1, '\\x01', '\\x02', 'Probe')",
      [who.personId],
    );
    const begun = new TestClient(test);
    const tempToken = await beginSignIn(begun, who);
    const answer = await owner.call(endpoints.resetUserTwoFactor, about(who));
    expect(answer.result.twoFactorEnabled).toBe(false);
    expect((await client.call(getMe)).status).toBe(401);
    expect(
      (await begun.call(verifyTwoFactor, { body: { tempToken, backupCode: backupCodes[0] } })).status,
    ).toBe(401);
    expect((await login(who, testPassword)).result).toMatchObject({ requires2FA: false });
    expect(await queryRows(test, "select id from passkey where person_id = $1", [who.personId])).toEqual([]);
    expect((await owner.call(endpoints.resetUserTwoFactor, about(who))).problem.code).toBe("TWO_FACTOR_OFF");
    await expect
      .poll(async () => (await mailsOf(test, "twoFactorOff")).some((mail) => mail.includes(who.email ?? "")))
      .toBe(true);
  });
});

describe("a reset link sent by an administrator", () => {
  const send = (who: { personId: string }) => owner.call(endpoints.mailResetLink, about(who));

  it("R7s-27 reaches the mailbox alone, also of somebody in several practices", async () => {
    const who = await member();
    await joinOrganization(test, other.id, who.personId, "editor");
    const answer = await send(who);
    expect(answer.status).toBe(202);
    const token = await mailedToken(test, "passwordReset", who.email ?? "");
    const confirmed = await new TestClient(test).call(reset.confirmReset, { body: { token, newPassword } });
    expect(confirmed.status).toBe(204);
    for (let index = 0; index < 4; index += 1) expect((await send(who)).status).toBe(202);
    expect((await send(who)).problem.code).toBe("TOO_MANY_REQUESTS");
  });

  it("R7s-27 needs a confirmed address", async () => {
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
    ["make a code for her password", endpoints.createRescueCode, { purpose: "password" }],
    ["make a code for her second factor", endpoints.createRescueCode, { purpose: "second_factor" }],
    ["reset her second factor", endpoints.resetUserTwoFactor, undefined],
  ] as const;

  it.each(calls)("N53 only the practice that holds her alone may %s", async (_word, endpoint, body) => {
    const hers = async (change: (who: Member) => Promise<unknown>) => {
      const who = await member();
      await queryRows(
        test,
        "insert into two_factor (person_id, secret, enabled_at) values ($1, '\\x00', now())",
        [who.personId],
      );
      await change(who);
      return who;
    };
    const refused = [
      await hers((who) => joinOrganization(test, other.id, who.personId, "viewer")),
      await hers((who) => joinOrganization(test, other.id, who.personId, "viewer", { status: "pending" })),
      await hers((who) =>
        queryRows(test, "update person set platform_role = 'admin', platform_username = $2 where id = $1", [
          who.personId,
          unique("plattform"),
        ]),
      ),
      // Has an unanswered invitation by another practice to their address.
      await hers((who) =>
        makeMember(test, other.id, "viewer", { email: null, pendingEmail: who.email, status: "pending" }),
      ),
    ];
    const stored = (who: Member) =>
      queryRows(
        test,
        `select p.password_hash, (select count(*) from rescue_code c where c.person_id = p.id) as codes,
           (select count(*) from two_factor f where f.person_id = p.id) as factors from person p where id = $1`,
        [who.personId],
      );
    for (const who of refused) {
      const before = await stored(who);
      const { status, problem } = await owner.call(endpoint, { ...about(who), body });
      expect([status, problem.code]).toEqual([409, "PERSON_IN_SEVERAL_PRACTICES"]);
      expect(await stored(who)).toEqual(before);
    }
    const alone = await hers(async () => undefined);
    expect((await owner.call(endpoint, { ...about(alone), body })).status).toBeLessThan(300);
  });

  it("N53 the operator without this practice's bond is held to the same", async () => {
    const who = await member();
    await joinOrganization(test, other.id, who.personId, "viewer");
    const operator = await signedIn(await makePlatformAccount(test, "super_admin"));
    operator.headers = { "x-organization-id": practice.id };
    const answer = await operator.call(endpoints.setUserPassword, { ...about(who), body: { newPassword } });
    expect(answer.problem.code).toBe("PERSON_IN_SEVERAL_PRACTICES");
  });
});
