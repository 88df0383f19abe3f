import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, queryRows, testPassword } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ LOG_LEVEL: "trace" });
});
afterAll(() => testApp.stop());

describe("storage of secrets", () => {
  it("attempt counters contain neither names nor addresses, only hashes", async () => {
    const body = { username: "canary_zaehler_4712", password: "x" };
    await new TestClient(testApp).call(auth.login, { body });
    const rows = await queryRows<{ row: string }>(testApp, "select t::text as row from attempt_limit t");
    expect(rows.length).toBeGreaterThan(0);
    const text = rows.map(({ row }) => row).join("\n");
    for (const plainText of ["canary_zaehler_4712", "127.0.0.1", "person", "address"]) {
      expect(text).not.toContain(plainText);
      expect(text).not.toContain(Buffer.from(plainText).toString("hex"));
    }
  });

  it("passwords are argon2id with 19 MiB, two passes and individual salts", async () => {
    const organization = await makeOrganization(testApp);
    const client = new TestClient(testApp);
    const newPassword = "Gleiches-Kennwort-1";
    const hashes = [];
    for (let index = 0; index < 2; index += 1) {
      const member = await makeMember(testApp, organization.id, "viewer");
      await client.signIn(member);
      await client.call(auth.changePassword, { body: { currentPassword: testPassword, newPassword } });
      const [row] = await queryRows<{ password_hash: string }>(
        testApp,
        "select password_hash from person where id = $1",
        [member.personId],
      );
      hashes.push(row?.password_hash ?? "");
    }
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});
