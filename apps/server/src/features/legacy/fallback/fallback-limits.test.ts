import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import * as endpoints from "@praxisportal/contract/legacy/legacy.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { auditEntries, deleteAttempts, makeMember, queryRows } from "../../../../test/factories.ts";
import {
  cutDatabase,
  fallbackSession,
  legacyLoginBody,
  startLegacyPortal,
  startLegacyServer,
} from "../../../../test/legacy/legacy-practice.ts";
import { TestClient } from "../../../../test/test-client.ts";

const proxySettings = { LEGACY_FALLBACK_NETWORKS: "10.20.0.0/16, fd00::/8", TRUST_PROXY: "1" };
const inside = "10.20.0.7";

let server: Awaited<ReturnType<typeof startLegacyServer>>;
let portal: Awaited<ReturnType<typeof startLegacyPortal>>;
beforeAll(async () => {
  server = await startLegacyServer();
  portal = await startLegacyPortal(server.url, proxySettings);
});
beforeEach(() => deleteAttempts(portal.testApp));
afterAll(async () => {
  await portal.testApp.stop();
  await server.stop();
});

/** Returns a client at an address behind the proxy of the portal. */
function clientAt(address: string): TestClient {
  const client = new TestClient(portal.testApp);
  client.headers = { "x-forwarded-for": address };
  return client;
}

/** Tries the fallback login. Returns status and code, and the body without the request id. */
async function attempt(overrides: object = {}, address = inside) {
  const response = await clientAt(address).call(endpoints.legacySignIn, { body: legacyLoginBody(overrides) });
  if (response.status === 200) return { outcome: [200], body: undefined };
  const { requestId: _id, ...body } = response.problem;
  return { outcome: [response.status, body.code], body };
}
const wrongPassword = { password: "falsch" };

describe("the network of the fallback login", () => {
  it("R0-305 is one of those that the operator lists", async () => {
    for (const address of [inside, "::ffff:10.20.255.255", "fd12:3456::1"])
      expect((await attempt({}, address)).outcome, address).toEqual([200]);
    for (const address of ["10.21.0.1", "127.0.0.1", "fe80::1", "203.0.113.9"]) {
      expect((await attempt({}, address)).outcome, address).toEqual([404, "LEGACY_NOT_OFFERED"]);
      expect((await attempt(wrongPassword, address)).outcome, address).toEqual([404, "LEGACY_NOT_OFFERED"]);
    }
  });

  it("R0-305 is checked on every call of the session", async () => {
    const { client } = await fallbackSession(portal.testApp, clientAt(inside));
    client.headers = { "x-forwarded-for": "203.0.113.9" };
    expect((await client.call(endpoints.legacyPatients)).status).toBe(401);
    client.headers = { "x-forwarded-for": inside };
    expect((await client.call(endpoints.legacyPatients)).status).toBe(200);
  });

  it("see R0-305 is the local machine in the demonstration, without requests that a proxy forwards to it", async () => {
    const demo = await startLegacyPortal(server.url);
    onTestFinished(() => demo.testApp.stop());
    const client = new TestClient(demo.testApp);
    const body = legacyLoginBody();
    expect((await client.call(endpoints.legacySignIn, { body })).status).toBe(200);
    client.headers = { "x-forwarded-for": "127.0.0.1" };
    expect((await client.call(endpoints.legacySignIn, { body })).problem.code).toBe("LEGACY_NOT_OFFERED");
  });
});

describe("the limits of the fallback login", () => {
  /** Creates a member who has the same name as an account of the legacy server. */
  const member = (username: string) =>
    makeMember(portal.testApp, portal.organization.id, "viewer", { username });

  it("R0-220 are those of the portal's own login, counted together, while the database is available", async () => {
    const { username } = await member("leitung");
    const body = { username, organizationId: portal.organization.id, password: "falsch" };
    for (let n = 0; n < 5; n += 1) {
      expect((await clientAt(inside).call(auth.login, { body })).status).toBe(401);
      expect((await attempt({ ...wrongPassword, username })).outcome).toEqual([400, "LEGACY_LOGIN_REFUSED"]);
    }
    expect((await attempt({ username, password: "Muster-Leitung-3000" })).outcome).toEqual([
      429,
      "TOO_MANY_ATTEMPTS",
    ]);
    expect((await clientAt("10.20.0.8").call(auth.login, { body })).status).toBe(429);
    // A further name at the same address is not locked; one without failures at a locked address is.
    expect((await attempt()).outcome).toEqual([200]);
    // The only failure at this address is one of the fallback login.
    await attempt({ ...wrongPassword, username: "fremd" }, "10.20.7.7");
    await queryRows(portal.testApp, "update attempt_limit set locked_until = now() + interval '1 minute'");
    for (const address of [inside, "10.20.7.7"])
      expect((await attempt({ username: "neu" }, address)).outcome).toEqual([429, "TOO_MANY_ATTEMPTS"]);
  });

  it("R0-220 are the same ones in memory without the database", async () => {
    const restore = cutDatabase();
    try {
      for (let n = 0; n < 10; n += 1)
        expect((await attempt({ username: "niemand" })).outcome).toEqual([400, "LEGACY_LOGIN_REFUSED"]);
      expect((await attempt({ username: "Niemand" })).outcome).toEqual([429, "TOO_MANY_ATTEMPTS"]);
      expect((await attempt()).outcome).toEqual([200]);
      // A missing response does not count as a failure.
      server.setSwitches({ status: 500 });
      for (let n = 0; n <= 10; n += 1)
        expect((await attempt({ username: "leitung" })).outcome).toEqual([503, "LEGACY_UNREACHABLE"]);
      server.setSwitches({});
      for (let n = 0; n < 100; n += 1)
        await attempt({ ...wrongPassword, username: `name-${n}` }, "10.20.9.9");
      expect((await attempt({ username: "neu" }, "10.20.9.9")).outcome).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    } finally {
      server.setSwitches({});
      restore();
    }
  });

  it.each([
    ["blocked", "update membership set blocked_at = now() where person_id = $1"],
    ["deactivated", "update membership set status = 'deactivated' where person_id = $1"],
    ["expired", "update membership set valid_until = now() - interval '1 minute' where person_id = $1"],
    ["removed", "update membership set status = 'removed' where person_id = $1"],
    [
      "protected by a second factor",
      "insert into two_factor (person_id, secret, enabled_at) values ($1, '\\x00', now())",
    ],
    [
      "protected by a passkey",
      `insert into passkey (id, person_id, credential_id, public_key, name)
       values (gen_random_uuid(), $1, '\\x01', '\\x02', 'Probe')`,
    ],
    ["closed by the operator", "update person set deactivated_at = now() where id = $1"],
  ])("R0-306 an account that is %s gets the same response as a wrong password", async (state, change) => {
    await queryRows(portal.testApp, "delete from membership where username = 'empfang'");
    const { personId } = await member("empfang");
    expect((await attempt()).outcome).toEqual([200]);
    const reference = await attempt(wrongPassword);
    await queryRows(portal.testApp, change, [personId]);
    // Entries of earlier tests that waited for the database may be written meanwhile.
    const barredEntries = async () => {
      const entries = await auditEntries(portal.testApp, portal.organization.id, "legacy.signed_in");
      return entries.filter(
        ({ record }) => record.outcome === "denied" && record.reason === "fallback_barred",
      ).length;
    };
    const before = await barredEntries();
    const response = await attempt();
    expect(response, state).toEqual(reference);
    expect(response.outcome).toEqual([400, "LEGACY_LOGIN_REFUSED"]);
    expect(await barredEntries()).toBe(before + 1);
    await queryRows(portal.testApp, "delete from membership where username = 'empfang'");
  });
});

describe("the limits of a user of the portal who signs in to the legacy server", () => {
  const signIn = (client: TestClient, overrides: object = {}) =>
    client.call(endpoints.legacySignIn, { body: legacyLoginBody(overrides) });
  const outcome = async (client: TestClient, overrides: object = {}) => {
    const response = await signIn(client, overrides);
    return response.status === 200 ? [200] : [response.status, response.problem.code];
  };

  it("R0-220 are those of the portal's own login, per user and per address", async () => {
    const user = await portal.signedIn(clientAt(inside));
    expect(await outcome(user)).toEqual([200]);
    server.setSwitches({ status: 500 });
    for (let n = 0; n <= 10; n += 1) expect(await outcome(user)).toEqual([503, "LEGACY_UNREACHABLE"]);
    server.setSwitches({});
    // Each attempt tries another name.
    for (let n = 0; n < 10; n += 1)
      expect(await outcome(user, { ...wrongPassword, username: `name-${n}` })).toEqual([
        400,
        "LEGACY_LOGIN_REFUSED",
      ]);
    const lockedResponse = await signIn(user);
    expect([lockedResponse.status, lockedResponse.problem.code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    expect(Number(lockedResponse.headers.get("retry-after"))).toBeGreaterThan(800);
    // Another user at the same address is not locked, until the address is.
    const colleague = await portal.signedIn(clientAt(inside));
    expect(await outcome(colleague)).toEqual([200]);
    await queryRows(portal.testApp, "update attempt_limit set locked_until = now() + interval '1 minute'");
    expect(await outcome(colleague)).toEqual([429, "TOO_MANY_ATTEMPTS"]);
  });
});

describe("the caller's own address", () => {
  it("see R7s-51 comes from the portal, and is limited", async () => {
    const client = clientAt("203.0.113.9");
    expect((await client.call(endpoints.publicAddress)).result).toEqual({ publicIp: "203.0.113.9" });
    const restore = cutDatabase();
    try {
      for (let n = 1; n < 300; n += 1) await client.call(endpoints.publicAddress);
      const response = await client.call(endpoints.publicAddress);
      expect([response.status, response.problem.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    } finally {
      restore();
    }
  });
});
