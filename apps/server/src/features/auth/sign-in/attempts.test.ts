import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { getMe, getUser, listUsers } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  queryRows,
  testPassword,
} from "../../../../test/factories.ts";
import { inTransaction, untilLockWait } from "../../../../test/lock-waits.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp);
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

const minuteMs = 60_000;

async function tryLogin(username: string | null, password: string, client = new TestClient(testApp)) {
  const response = await client.call(auth.login, { body: { username, password } });
  const retryAfter = response.headers.get("retry-after");
  const code = response.status < 400 ? undefined : response.problem.code;
  return { status: response.status, code, retryAfter: retryAfter === null ? null : Number(retryAfter) };
}

async function fail(username: string | null, times: number, client = new TestClient(testApp)) {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) {
    statuses.push((await tryLogin(username, "wrong", client)).status);
  }
  return statuses;
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

/** Returns a person's lock as shown to the organization and the platform. */
async function storedLocks(personId: string) {
  const rows = await queryRows<{
    failures: number;
    locked: boolean;
    until: Date | null;
    reason: string | null;
  }>(
    testApp,
    `select failed_login_attempts as failures, locked_until as until, lock_reason as reason from person where id = $1
     union all
     select failed_login_attempts, locked_until, lock_reason from membership where person_id = $1`,
    [personId],
  );
  return rows.map(({ failures, until, reason }) => ({ failures, locked: until !== null, reason }));
}

describe("ten failures", () => {
  it("R5-02 R8-51 see R8-47 lock a name for 15 minutes, whether or not it exists, with the same response", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const responses: unknown[] = [];
    for (const username of [member.username, "kennt_niemand"]) {
      expect(await fail(username, 10)).toEqual(times(10, 401));
      const response = await new TestClient(testApp).fetch(auth.login.path, {
        method: "POST",
        body: JSON.stringify({ username, password: "wrong" }),
        headers: { "content-type": "application/json" },
      });
      const { requestId: _requestId, ...problem } = (await response.json()) as Record<string, unknown>;
      const retryAfter = Number(response.headers.get("retry-after"));
      expect(retryAfter).toBeGreaterThan(14 * 60);
      expect(retryAfter).toBeLessThanOrEqual(15 * 60);
      const names = [...response.headers.keys()].filter((name) => name !== "date");
      responses.push({ status: response.status, problem, names });
    }
    expect(responses[0]).toMatchObject({
      status: 429,
      problem: { code: "TOO_MANY_ATTEMPTS", message: "Zu viele Versuche" },
    });
    expect(responses[1]).toEqual(responses[0]);
  });

  it("see R5-02 prevent even the right password from being checked until the lock ends; it then resets the counter", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    await fail(member.username, 10);
    expect((await tryLogin(member.username, testPassword)).status).toBe(429);
    testApp.clock.advance(14 * minuteMs);
    expect((await tryLogin(member.username, testPassword)).status).toBe(429);
    testApp.clock.advance(minuteMs + 1_000);
    expect((await tryLogin(member.username, testPassword)).status).toBe(200);
    expect(await fail(member.username, 9)).toEqual(times(9, 401));
    expect((await tryLogin(member.username, testPassword)).status).toBe(200);
  });

  it("see R5-02 include the tenth attempt, which is still checked: the right password after nine wrong ones signs in", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    expect(await fail(member.username, 9)).toEqual(times(9, 401));
    expect((await tryLogin(member.username, testPassword)).status).toBe(200);
    expect(await storedLocks(member.personId)).toEqual(
      times(2, 0).map((failures) => ({ failures, locked: false, reason: null })),
    );
    expect((await tryLogin(member.username, testPassword)).status).toBe(200);
  });

  it("R5-02 are counted within 15 minutes only", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    await fail(member.username, 9);
    testApp.clock.advance(15 * minuteMs + 1_000);
    expect(await fail(member.username, 9)).toEqual(times(9, 401));
    expect((await tryLogin(member.username, testPassword)).status).toBe(200);
    await fail(member.username, 9);
    testApp.clock.advance(15 * minuteMs - 10_000);
    // The address and the username belong to the same account.
    const byAddress = { email: member.email, password: "wrong" };
    expect((await new TestClient(testApp).call(auth.login, { body: byAddress })).status).toBe(401);
    expect((await tryLogin(member.username, testPassword)).status).toBe(429);
  });

  it("R5-02 each further lock is twice as long, up to a day", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const minutes: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      expect(await fail(member.username, 1)).toEqual([401]);
      // Eight of the ten failures are set directly; the first and the last are real attempts.
      await queryRows(testApp, "update attempt_limit set failures = 9");
      expect(await fail(member.username, 1)).toEqual([401]);
      const { status, retryAfter } = await tryLogin(member.username, testPassword);
      expect(status).toBe(429);
      minutes.push(Math.round((retryAfter ?? 0) / 60));
      testApp.clock.advance((retryAfter ?? 0) * 1000 + 1_000);
    }
    expect(minutes).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
    testApp.clock.advance(25 * 60 * minuteMs);
    await fail(member.username, 1);
    await queryRows(testApp, "update attempt_limit set failures = 9");
    await fail(member.username, 1);
    expect((await tryLogin(member.username, testPassword)).retryAfter).toBeLessThanOrEqual(15 * 60);
  });

  it("N18 at most ten of 200 parallel wrong passwords are checked, and the counter is exact", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const client = new TestClient(testApp);
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => tryLogin(member.username, "wrong", client)),
    );
    const count = (status: number) => responses.filter((response) => response.status === status).length;
    expect(count(401)).toBeLessThanOrEqual(10);
    expect(count(401) + count(429) + count(503)).toBe(200);
    const [row] = await queryRows<{ failures: number }>(
      testApp,
      "select max(failures) as failures from attempt_limit",
    );
    expect(row?.failures).toBe(count(401));
  });

  it("R3-11 R3-12 R3-13 the lock is visible on the person in every organization, even after parallel failures", async () => {
    for (let round = 0; round < 5; round += 1) {
      const member = await makeMember(testApp, organization.id, "viewer");
      const otherOrganization = await makeOrganization(testApp);
      await joinOrganization(testApp, otherOrganization.id, member.personId, "editor");
      await fail(member.username, 3);
      const beforeLock = { failures: 3, locked: false, reason: null };
      expect(await storedLocks(member.personId)).toEqual([beforeLock, beforeLock, beforeLock]);
      await Promise.all(Array.from({ length: 7 }, () => tryLogin(member.username, "wrong")));
      const afterLock = { failures: 10, locked: true, reason: "failed_logins" };
      expect(await storedLocks(member.personId)).toEqual([afterLock, afterLock, afterLock]);
    }
  });

  it("R3-11 the list, the person and users/me contain the lock status", async () => {
    const administrator = new TestClient(testApp);
    administrator.headers = { "x-organization-id": organization.id };
    await administrator.signIn(await makeMember(testApp, organization.id, "org_admin"));
    const member = await makeMember(testApp, organization.id, "viewer");
    const ownClient = new TestClient(testApp);
    await ownClient.signIn(member);
    const lockStatuses = async () => {
      const list = await administrator.call(listUsers, { query: { search: member.username ?? "" } });
      const person = await administrator.call(getUser, { params: { id: member.personId } });
      const me = await ownClient.call(getMe);
      return [list.result.data[0], person.result, me.result].map((user) => user?.lockStatus);
    };
    expect(await lockStatuses()).toEqual(["unlocked", "unlocked", "unlocked"]);
    await fail(member.username, 10);
    expect(await lockStatuses()).toEqual(["locked", "locked", "locked"]);
    testApp.clock.advance(15 * minuteMs + 1_000);
    for (const client of [administrator, ownClient]) await client.refresh();
    expect(await lockStatuses()).toEqual(["unlocked", "unlocked", "unlocked"]);
  });

  it("R3-12 see R3-11 the displayed counter is the current one, not that of an earlier attempt", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    await fail(member.username, 3);
    let fourth: Promise<number[]> | undefined;
    await inTransaction(testApp, async (other) => {
      await other.query("select 1 from person where id = $1 for update", [member.personId]);
      fourth = fail(member.username, 1);
      await untilLockWait(testApp);
      await queryRows(testApp, "update attempt_limit set failures = 7");
    });
    expect(await fourth).toEqual([401]);
    expect((await storedLocks(member.personId))[0]).toMatchObject({ failures: 7 });
  });

  it("R3-13 see R3-12 users/me shows lock state, number and reason of a lock from elsewhere", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const browser = new TestClient(testApp, "browser");
    await browser.signIn(member);
    await fail(member.username, 10);
    expect((await browser.call(getMe)).result).toMatchObject({
      lockStatus: "locked",
      failedLoginAttempts: 10,
      lockReason: "failed_logins",
      lockedUntil: expect.any(String),
    });
    testApp.clock.advance(16 * minuteMs);
    expect((await browser.refresh({ extend: true })).status).toBe(200);
    expect((await browser.call(getMe)).result).toMatchObject({
      lockStatus: "unlocked",
      lockReason: null,
      lockedUntil: null,
    });
  });

  it("see R5-02 a blocked person's right password counts against the same limit", async () => {
    const member = await makeMember(testApp, organization.id, "viewer", { blockedAt: new Date() });
    for (let index = 0; index < 10; index += 1) {
      expect((await tryLogin(member.username, testPassword)).code).toBe("ACCOUNT_BLOCKED");
    }
    expect((await tryLogin(member.username, testPassword)).status).toBe(429);
    expect((await storedLocks(member.personId))[0]).toMatchObject({ failures: 10, locked: true });
  });
});

describe("a known device", () => {
  it("can sign in although an attacker elsewhere has locked the name, and leaves that lock in place (design decision 10)", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const browser = new TestClient(testApp, "browser");
    await browser.signIn(member);
    await fail(member.username, 10);
    expect((await tryLogin(member.username, testPassword)).status).toBe(429);
    expect(await fail(member.username, 1, browser)).toEqual([401]);
    expect((await storedLocks(member.personId))[0]).toMatchObject({ failures: 10, locked: true });
    expect((await tryLogin(member.username, testPassword, browser)).status).toBe(200);
    expect((await tryLogin(member.username, testPassword)).status).toBe(429);
    expect((await storedLocks(member.personId))[0]).toMatchObject({ failures: 10, locked: true });
  });

  it("has its own counter, for this person only (design decision 10)", async () => {
    const [anna, bert] = [
      await makeMember(testApp, organization.id, "viewer"),
      await makeMember(testApp, organization.id, "viewer"),
    ];
    const browser = new TestClient(testApp, "browser");
    await browser.signIn(anna);
    expect(await fail(anna.username, 11, browser)).toEqual([...times(10, 401), 403]);
    expect((await tryLogin(anna.username, testPassword)).status).toBe(200);
    // The second member never signed in on that device, so their attempts count as on any other device.
    expect(await fail(bert.username, 10, browser)).toEqual(times(10, 401));
    expect((await tryLogin(bert.username, testPassword)).status).toBe(429);
  });
});

describe("the second step", () => {
  it("N33 a right password with a second factor neither resets nor raises the counter", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    await queryRows(
      testApp,
      "insert into two_factor (person_id, secret, enabled_at) values ($1, '\\x00', now())",
      [member.personId],
    );
    await fail(member.username, 9);
    for (let index = 0; index < 3; index += 1) {
      expect((await tryLogin(member.username, testPassword)).status).toBe(200);
    }
    expect(await fail(member.username, 2)).toEqual([401, 429]);
    expect((await tryLogin(member.username, testPassword)).status).toBe(429);
  });
});

describe("a network address", () => {
  it("see R8-51 is stopped after 100 failures over many names; successes do not count (design decision 10)", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const client = new TestClient(testApp);
    const { earlierStatuses, last } = await (async () => {
      const statuses: number[] = [];
      for (let index = 0; index < 99; index += 1) {
        statuses.push((await tryLogin(`streuung_${index}`, "wrong", client)).status);
      }
      expect((await tryLogin(member.username, testPassword)).status).toBe(200);
      statuses.push((await tryLogin("streuung_99", "wrong", client)).status);
      return { earlierStatuses: statuses, last: await tryLogin("streuung_100", "wrong", client) };
    })();
    expect(earlierStatuses).toEqual(times(100, 401));
    expect(last).toMatchObject({ status: 429, code: "TOO_MANY_ATTEMPTS" });
    expect(last.retryAfter).toBeGreaterThan(0);
    const body = { email: member.email, password: testPassword };
    const { status, problem } = await client.call(auth.login, { body });
    expect([status, problem.message]).toEqual([429, "Zu viele Versuche"]);
    // N44: without a trusted proxy, a forwarding header does not change the address.
    const forwardedClient = new TestClient(testApp);
    forwardedClient.headers = { "x-forwarded-for": "203.0.113.7", forwarded: "for=203.0.113.8" };
    expect((await tryLogin(member.username, testPassword, forwardedClient)).status).toBe(429);
    testApp.clock.advance(15 * minuteMs + 1_000);
    expect((await tryLogin(member.username, testPassword)).status).toBe(200);
  });

  it("N44 writes nothing to the platform log once it is over its limit", async () => {
    const client = new TestClient(testApp);
    for (let index = 0; index < 100; index += 1) await tryLogin(`unbekannt_${index}`, "wrong", client);
    const count = () =>
      queryRows(
        testApp,
        `select (select count(*) from audit_entry)::int as entries,
           (select sum(attempts) from unknown_name)::int as counted`,
      );
    const before = await count();
    for (let index = 0; index < 20; index += 1) {
      expect((await tryLogin(`weiter_${index}`, "wrong", client)).status).toBe(429);
    }
    expect(await count()).toEqual(before);
  });

  it("has a limit for wrong practice codes; correct ones do not count", async () => {
    const { practiceCode, id } = await makeOrganization(testApp);
    const client = new TestClient(testApp);
    const find = (code: string) => client.call(auth.findOrganizationByCode, { body: { code } });
    for (let index = 0; index < 99; index += 1) expect((await find(`KEIN-${index}`)).status).toBe(404);
    for (let index = 0; index < 3; index += 1) {
      expect((await find(practiceCode.toLowerCase())).result.organizationId).toBe(id);
    }
    expect((await find("KEIN-99")).status).toBe(404);
    const refusal = await find(practiceCode);
    expect([refusal.status, refusal.problem.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("a flood of passwords", () => {
  it("gets 503 and Retry-After beyond the queue, without counting attempts", async () => {
    const responses = await Promise.all(
      Array.from({ length: 260 }, (_, index) => tryLogin(`flut_${index}`, "wrong")),
    );
    const refusals = responses.filter((response) => response.status === 503);
    expect(refusals.length).toBeGreaterThan(0);
    expect(
      refusals.every((response) => response.code === "OVERLOADED" && (response.retryAfter ?? 0) > 0),
    ).toBe(true);
    const evaluatedCount = responses.filter((response) => response.status === 401).length;
    expect(evaluatedCount + refusals.length).toBe(260);
    const [row] = await queryRows<{ count: string }>(testApp, "select count(*) from attempt_limit");
    // One counter for each evaluated name and one for the address.
    expect(Number(row?.count)).toBe(evaluatedCount + 1);
  });

  it("does not delay requests of signed-in users", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const client = new TestClient(testApp);
    await client.signIn(member);
    const finished: string[] = [];
    const logins = Array.from({ length: 40 }, async (_, index) => {
      await tryLogin(`welle_${index}`, "wrong");
      finished.push("login");
    });
    await Promise.race(logins);
    await client.call(getMe);
    finished.push("read");
    await Promise.all(logins);
    expect(finished.indexOf("read")).toBeLessThan(finished.length - 1);
    expect(finished).toHaveLength(41);
  });
});
