import { createHash } from "node:crypto";
import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { updateMe } from "@praxisportal/contract/users/users.endpoints";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, queryRows, testPassword } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ LOG_LEVEL: "trace" });
});
afterAll(() => test.stop());

/** Everything in every table, as text, with the owner's eyes. */
async function wholeDatabase(): Promise<string> {
  const owner = new pg.Client({ connectionString: test.urls.owner });
  await owner.connect();
  const { rows: tables } = await owner.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1",
  );
  expect(tables.map((table) => table.name)).toEqual(
    expect.arrayContaining([
      "access_token",
      "audit_entry",
      "attempt_limit",
      "device_secret",
      "outbox",
      "person",
    ]),
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${name} t`);
    parts.push(...rows.map((row) => row.row));
  }
  await owner.end();
  return parts.join("\n");
}

/** Forms in which a secret could stand in a column: as it is, and as hexadecimal text of a bytea. */
const forms = (secret: string) => [
  secret,
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret, "base64url").toString("hex"),
];

describe("what is kept of a secret", () => {
  it("R7s-41 N29 no token, password or tried name of a run stands in any table, log line or audit entry", async () => {
    const practice = await makeOrganization(test);
    const member = await makeMember(test, practice.id, "viewer");
    const secrets = new Map<string, string>();
    const browser = new TestClient(test, "browser");
    const program = new TestClient(test, "client");
    const keep = (name: string, client: TestClient) => {
      secrets.set(`${name} access token`, client.accessToken ?? "");
      secrets.set(`${name} secret`, client.cookie?.split("=")[1] ?? client.refreshToken ?? "");
    };
    await browser.signIn(member);
    keep("first", browser);
    await browser.refresh();
    keep("second", browser);
    await program.signIn(member);
    keep("program", program);
    await program.refresh();
    keep("renewed program", program);
    secrets.set("ticket", (await browser.call(auth.wsTicket)).result.ticket);
    const strangers = "canary_unbekannt_4711";
    const wrong = "Canary-falsch-4711";
    const body = { username: strangers, password: wrong };
    expect((await new TestClient(test).call(auth.login, { body })).status).toBe(401);
    await program.call(auth.login, { body: { username: member.username, password: wrong } });
    const address = "canary_adresse_4711@example.org";
    await program.call(auth.login, { body: { email: address, password: wrong } });
    const newPassword = "Canary-Neu-4711";
    const change = { currentPassword: testPassword, newPassword };
    expect((await browser.call(auth.changePassword, { body: change })).status).toBe(204);
    await browser.call(updateMe, { body: { phone: "030 1234" } });
    const twoFactor = await makeMember(test, practice.id, "viewer");
    await queryRows(
      test,
      "insert into two_factor (person_id, secret, enabled_at) values ($1, '\\x00', now())",
      [twoFactor.personId],
    );
    const step = await program.call(auth.login, {
      body: { username: twoFactor.username, password: testPassword },
    });
    if (step.result.requires2FA) secrets.set("tempToken", step.result.tempToken);
    for (const [name, value] of [
      ["tried name", strangers],
      ["tried address", address],
      ["wrong password", wrong],
      ["old password", testPassword],
      ["new password", newPassword],
    ] as const) {
      secrets.set(name, value);
    }
    expect(secrets.size).toBe(15);
    const database = await wholeDatabase();
    const logs = test.logLines.join("\n");
    expect(logs.length).toBeGreaterThan(500);
    for (const [name, secret] of secrets) {
      expect([name, secret.length > 10]).toEqual([name, true]);
      for (const form of forms(secret)) {
        expect([name, database.includes(form)]).toEqual([name, false]);
        expect([name, logs.includes(form)]).toEqual([name, false]);
      }
    }
    // The search sees what it should: the hashes are there.
    for (const name of ["second secret", "program secret", "ticket", "tempToken"]) {
      const hash = createHash("sha256")
        .update(secrets.get(name) ?? "")
        .digest("hex");
      expect([name, database.includes(hash)]).toEqual([name, true]);
    }
  });

  it("attempt counters hold neither names nor addresses, only hashes", async () => {
    const body = { username: "canary_zaehler_4712", password: "x" };
    await new TestClient(test).call(auth.login, { body });
    const rows = await queryRows<{ row: string }>(test, "select t::text as row from attempt_limit t");
    expect(rows.length).toBeGreaterThan(0);
    const text = rows.map(({ row }) => row).join("\n");
    for (const clear of ["canary_zaehler_4712", "127.0.0.1", "person", "address"]) {
      expect(text).not.toContain(clear);
      expect(text).not.toContain(Buffer.from(clear).toString("hex"));
    }
  });

  it("passwords are argon2id with 19 MiB, two passes and a salt of their own", async () => {
    const practice = await makeOrganization(test);
    const client = new TestClient(test);
    const newPassword = "Gleiches-Kennwort-1";
    const hashes = [];
    for (let index = 0; index < 2; index += 1) {
      const member = await makeMember(test, practice.id, "viewer");
      await client.signIn(member);
      await client.call(auth.changePassword, { body: { currentPassword: testPassword, newPassword } });
      const [row] = await queryRows<{ password_hash: string }>(
        test,
        "select password_hash from person where id = $1",
        [member.personId],
      );
      hashes.push(row?.password_hash ?? "");
    }
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});
