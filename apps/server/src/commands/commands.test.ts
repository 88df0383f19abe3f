import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { makeOrganization, makePerson, makePlatformAccount, queryRows } from "../../test/factories.ts";
import { bookCall, makeProviders } from "../../test/ai/ai-calls.ts";
import { insertFinalInvoice } from "../../test/invoices/final-invoice.ts";
import { mailedToken } from "../../test/mailbox.ts";
import { createTestApp, type TestApp } from "../../test/test-app.ts";
import { exportOf } from "../../test/tenant-export/exports.ts";
import { unzip } from "../../test/files/unzip.ts";
import { makeFullOrganization } from "../../test/tenant-export/full-organization.ts";
import { startEmbeddedPostgres } from "../platform/embedded-postgres/embedded-postgres.ts";

let folder: string;
let admin: pg.Client;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "praxisportal commands-"));
  admin = new pg.Client({ connectionString: inject("cluster").adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command in a separate process, like npm does. */
async function run(name: string, args: readonly string[], env: Record<string, string> = {}) {
  const script = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env["PATH"], DATA_DIR: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (bytes) => (out += String(bytes)));
  child.stderr.on("data", (bytes) => (err += String(bytes)));
  const [code] = (await once(child, "close")) as [number];
  return { code, out, err };
}

/** Runs a command that stops with a one-line message. */
async function oneLine(name: string, args: readonly string[], env: Record<string, string> = {}) {
  const { code, out, err } = await run(name, args, env);
  expect(err.trim().split("\n"), err).toHaveLength(1);
  expect(err).not.toMatch(/geheim|\bat \S+ \(/);
  return { code, out, err };
}

const key = Buffer.alloc(32, 4).toString("base64");
const envOf = (testApp: TestApp) => ({
  DATABASE_URL: testApp.urls.app,
  DATABASE_PLATFORM_URL: testApp.urls.platform,
  MASTER_KEY: key,
  DATA_DIR: testApp.dataDir,
});

describe("db:setup", () => {
  it("creates roles and database on an empty server and prints settings that work", async () => {
    // Roles belong to a whole server, and the test server already has them, so this test starts its own.
    const dataDir = join(folder, "server");
    const server = await startEmbeddedPostgres({ dataDir });
    try {
      // The administrator of a managed server is not a superuser.
      await withClient(server.superuserUrl, (client) =>
        client.query("create role leitung login createrole createdb password 'geheim'"),
      );
      const managed = new URL(server.superuserUrl);
      managed.username = "leitung";
      managed.password = "geheim";
      const { code, out, err } = await run("db-setup", [managed.href]);
      expect(err).toContain("Database praxisportal is ready");
      expect(code).toBe(0);
      const lines = Object.fromEntries(
        out
          .trim()
          .split("\n")
          .map((line) => line.split(/=(.*)/s).slice(0, 2)),
      ) as Record<string, string>;
      expect(Object.keys(lines)).toEqual([
        "DATABASE_URL",
        "DATABASE_PLATFORM_URL",
        "DATABASE_OWNER_URL",
        "MASTER_KEY",
      ]);
      expect(Buffer.from(lines["MASTER_KEY"] ?? "", "base64")).toHaveLength(32);

      expect(await run("migrate", [], lines)).toMatchObject({ code: 0, out: "database is up to date\n" });
      expect(await run("admin-create", [], lines)).toMatchObject({ code: 0 });
      expect(await run("verify-audit", [], lines)).toMatchObject({ code: 0 });

      const secondRun = await oneLine("db-setup", [managed.href]);
      expect([secondRun.code, secondRun.out]).toEqual([1, ""]);
      expect(secondRun.err).toContain("--new-passwords");
      const renewal = await run("db-setup", ["--new-passwords"], { DATABASE_ADMIN_URL: managed.href });
      expect(renewal.code).toBe(0);
      expect(renewal.out).not.toContain("MASTER_KEY");
      const withOldPasswords = await oneLine("verify-audit", [], lines);
      expect([withOldPasswords.code, withOldPasswords.err]).toEqual([
        1,
        expect.stringMatching(/^DATABASE_OWNER_URL: |^DATABASE_URL: /) as unknown,
      ]);

      await withClient(server.superuserUrl, (client) =>
        client.query("create role gast login password 'geheim'"),
      );
      const guest = new URL(managed);
      guest.username = "gast";
      const refusal = await oneLine("db-setup", [guest.href]);
      expect(refusal.err).toContain("may not create roles");
    } finally {
      await server.stop();
    }
  }, 120_000);

  it("reports an error in one line", async () => {
    expect(await oneLine("db-setup", [])).toMatchObject({ code: 2 });
    expect(await oneLine("db-setup", ["a", "b"])).toMatchObject({ code: 2 });
    expect(await oneLine("db-setup", ["mysql://root:geheim@db"])).toMatchObject({ code: 2 });
    expect(await oneLine("db-setup", ["postgres://x:geheim@127.0.0.1:1/x"])).toMatchObject({ code: 1 });
    expect(
      await oneLine("db-setup", ["--database", "a;drop", "postgres://x:geheim@127.0.0.1:1/x"]),
    ).toMatchObject({ code: 2 });
    expect(await oneLine("db-setup", ["--unknown"])).toMatchObject({ code: 2 });
  });
});

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

describe("the commands on an external database", () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.stop());

  it("migrate requires the owner", async () => {
    const { code, err } = await oneLine("migrate", [], envOf(testApp));
    expect([code, err]).toEqual([1, expect.stringMatching(/^DATABASE_OWNER_URL: /) as unknown]);
    expect(
      await run("migrate", [], { ...envOf(testApp), DATABASE_OWNER_URL: testApp.urls.owner }),
    ).toMatchObject({
      code: 0,
    });
    expect(await oneLine("migrate", ["--unknown"], envOf(testApp))).toMatchObject({ code: 2 });
  });

  it("report an invalid setting in one line that names it", async () => {
    for (const command of ["migrate", "admin-create", "demo-remove", "verify-audit"]) {
      const { code, err } = await oneLine(command, [], { ...envOf(testApp), MASTER_KEY: "kurz" });
      expect([code, err.startsWith("MASTER_KEY: ")]).toEqual([1, true]);
    }
  });

  it("see R7n-22 verify-audit checks every chain and exits with 1 if one is broken or empty", async () => {
    const organization = await makeOrganization(testApp);
    await testApp.app.identityDb.write(async (tx) => {
      tx.record({
        organizationId: organization.id,
        action: "user.updated",
        actor: { type: "system", id: null },
        personId: organization.id,
      });
    });
    expect(await run("verify-audit", [], envOf(testApp))).toMatchObject({
      code: 0,
      out: "1 chains, 1 entries: intact\n",
    });
    const entries = await queryRows<{ seq: number; record: object; hash: string }>(
      testApp,
      "select seq::int, record, encode(hash, 'hex') as hash from audit_entry",
    );
    const file = join(testApp.dataDir, "audit.json");
    await writeFile(file, JSON.stringify({ entries, checkpoint: null }));
    // No database is needed for a file.
    const noDatabase = { ...envOf(testApp), DATABASE_PLATFORM_URL: "postgres://127.0.0.1:1/none" };
    expect(await run("verify-audit", [file], noDatabase)).toMatchObject({
      code: 0,
      out: `1 entries: intact, up to ${entries[0]?.hash}\n`,
    });
    const changedEntries = entries.map((entry) => ({
      ...entry,
      record: { ...entry.record, reason: "anders" },
    }));
    await writeFile(file, JSON.stringify({ entries: changedEntries, checkpoint: null }));
    expect(await run("verify-audit", [file], noDatabase)).toMatchObject({
      code: 1,
      err: "broken at entry 1\n",
    });
    await withClient(testApp.urls.owner, (owner) =>
      owner.query("update audit_entry set action = 'test.other'"),
    );
    const brokenChainRun = await run("verify-audit", [], envOf(testApp));
    expect(brokenChainRun).toMatchObject({ code: 1, out: "1 chains, 0 entries: 1 broken\n" });
    expect(brokenChainRun.err).toBe(`${organization.id}: broken at entry 1 (changed)\n`);
    await withClient(testApp.urls.owner, (owner) =>
      owner.query("delete from audit_entry; delete from audit_chain"),
    );
    const emptied = await run("verify-audit", [], envOf(testApp));
    expect(emptied).toMatchObject({ code: 1, err: `${organization.id}: has no entries\n` });
  });

  it("admin:create writes a link that works once, and never prints it", async () => {
    const first = await run("admin-create", [], envOf(testApp));
    const file = join(testApp.dataDir, "setup-link.txt");
    const token = (await readFile(file, "utf8")).trim().split("/").at(-1) ?? "";
    expect(first.code).toBe(0);
    expect(first.out).toContain(file);
    expect(first.out + first.err).not.toContain(token);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await testApp.app.setup.check(token)).toMatchObject({ valid: true });
    await run("admin-create", [], envOf(testApp));
    await expect(testApp.app.setup.check(token)).rejects.toMatchObject({ code: "LINK_INVALID" });

    await makePlatformAccount(testApp, "super_admin");
    const { code, err } = await oneLine("admin-create", [], envOf(testApp));
    expect([code, err]).toEqual([1, expect.stringContaining("administrator already") as unknown]);
    await expect(stat(file)).rejects.toThrow("ENOENT");
  });

  it("outbox:retry makes given-up messages due again, of one topic or of all", async () => {
    const park = (topic: string) =>
      queryRows(
        testApp,
        `insert into outbox (id, topic, payload, attempts, available_at, last_error)
         values ($1, $2, '{}', 12, 'infinity', 'gave up')`,
        [uuidV7(), topic],
      );
    const dueMessages = () =>
      queryRows(
        testApp,
        `select topic, attempts, available_at <= now() as due from outbox
         where topic like 'probe-%' order by topic`,
      );
    await park("probe-a");
    await park("probe-b");
    await park("probe-b");
    expect(await run("retry-outbox", ["--topic", "probe-a"], envOf(testApp))).toMatchObject({
      code: 0,
      out: "probe-a: 1 retried\n",
    });
    expect(await dueMessages()).toEqual([
      { topic: "probe-a", attempts: 0, due: true },
      { topic: "probe-b", attempts: 12, due: false },
      { topic: "probe-b", attempts: 12, due: false },
    ]);
    expect((await run("retry-outbox", [], envOf(testApp))).out).toBe("probe-b: 2 retried\n");
    expect((await dueMessages()).every((row) => row["due"] === true)).toBe(true);
    expect((await run("retry-outbox", [], envOf(testApp))).out).toBe("no message was given up\n");
  });

  it("outbox:retry skips messages that were permanently refused or have expired, and prints their number", async () => {
    const park = (payload: object, age: string, reason: string) =>
      queryRows(
        testApp,
        `insert into outbox (id, topic, payload, attempts, available_at, last_error, created_at)
         values ($1, 'left-out', $2, 12, 'infinity', $3, now() - $4::interval)`,
        [uuidV7(), payload, reason, age],
      );
    const unreachable = "Error: SMTP ESOCKET";
    await park({ template: "passwordReset", name: "fresh" }, "20 minutes", unreachable);
    await park({ template: "passwordReset", name: "expired" }, "40 minutes", unreachable);
    await park({ template: "passwordChanged", name: "late" }, "29 days", unreachable);
    await park({ template: "passwordChanged", name: "too late" }, "31 days", unreachable);
    await park(
      { template: "passwordChanged", name: "refused" },
      "2 hours",
      "UnretryableError: SMTP RCPT TO 550",
    );
    // Refused by an earlier version that did not have this mail.
    await park(
      { template: "seatsNear", name: "new" },
      "2 hours",
      'UnretryableError: there is no mail "seatsNear"',
    );
    expect((await run("retry-outbox", ["--topic", "left-out"], envOf(testApp))).out).toBe(
      "left-out: 3 retried, 1 refused for good, 2 expired\n",
    );
    const dueMessages = await queryRows(
      testApp,
      "select payload ->> 'name' as name from outbox where topic = 'left-out' and available_at <= now() order by 1",
    );
    expect(dueMessages).toEqual([{ name: "fresh" }, { name: "late" }, { name: "new" }]);
    await queryRows(testApp, "delete from outbox where topic = 'left-out'");
  });

  it("demo:remove removes the demonstration from an external database", async () => {
    const otherApp = await createTestApp({ DEMO: "on" });
    try {
      await otherApp.app.demo.seed();
      const first = await run("demo-remove", [], envOf(otherApp));
      expect(first.err).toBe("");
      expect(first.out).toMatch(/^Removed 5 organizations and \d+ people/);
      expect(await run("demo-remove", [], envOf(otherApp))).toMatchObject({
        code: 0,
        out: "This database holds no demonstration.\n",
      });
      expect(await run("verify-audit", [], envOf(otherApp))).toMatchObject({ code: 0 });
    } finally {
      await otherApp.stop();
    }
  });
});

describe("invoices:delete-expired", () => {
  it("see R0-161 deletes invoices whose retention is over, and prints their numbers", async () => {
    const testApp = await createTestApp();
    try {
      const { id } = await makeOrganization(testApp);
      const expired = await insertFinalInvoice(testApp, id, { retainUntil: "2020-12-31" });
      const keptInvoice = await insertFinalInvoice(testApp, id);
      expect(await run("invoices-delete-expired", [], envOf(testApp))).toEqual({
        code: 0,
        out: `  ${expired.number}\nDeleted 1 invoices and credit notes whose retention is over.\n`,
        err: "",
      });
      expect(await queryRows(testApp, "select number from invoice")).toEqual([
        { number: keptInvoice.number },
      ]);
      expect(await oneLine("invoices-delete-expired", ["--all"], envOf(testApp))).toMatchObject({ code: 2 });
    } finally {
      await testApp.stop();
    }
  });
});

describe("tenant:import", () => {
  it("R0-105 restores every section of an archive and lists what must be entered again", async () => {
    const [source, target] = [await createTestApp(), await createTestApp()];
    try {
      const { id, owner } = await makeFullOrganization(source);
      const archive = join(folder, "praxis.zip");
      await writeFile(archive, await exportOf(source, id));
      await makeProviders(target, "mistral");
      const { code, out, err } = await run("tenant-import", [archive], envOf(target));
      expect([code, err]).toEqual([0, ""]);
      expect(out.split("\n")).toEqual([
        expect.stringMatching(`^Restored Praxis Dr\\. Muster \\(${id}\\) as of 20.*Z: 25\\d\\d rows\\.$`),
        "1 people get a mail with a link to a new password while the portal runs.",
        expect.stringMatching(/^1 people need a one-time code, valid until 20.*Z:$/),
        expect.stringMatching(/^ {2}\d{8} {2}ohne\.mail \(Mia Ohne-Mail\)$/),
        "To be set up again, because an archive contains no secrets:",
        "  second factors and passkeys of all people",
        "  an organization token of Kasse am Empfang",
        "  the SEPA mandate M-1 of Praxis Dr. Muster",
        "  1 open invitations: send them again",
        "",
      ]);
      const [exported, restored] = [await sectionsOf(source, id), await sectionsOf(target, id)];
      expect(exported.size).toBe(35);
      expect([...exported].filter(([, text]) => text === "")).toEqual([]);
      // The import has an entry of its own.
      for (const name of ["sections/audit.ndjson", "sections/auditNames.ndjson"]) {
        expect(restored.get(name)?.split("\n")).toEqual(
          expect.arrayContaining(exported.get(name)?.split("\n") ?? []),
        );
        for (const sections of [exported, restored]) sections.delete(name);
      }
      // The mandate is given again.
      expect(restored.get("sections/billingProfile.ndjson")).toContain('"mandateReference":null');
      for (const sections of [exported, restored]) sections.delete("sections/billingProfile.ndjson");
      expect(restored).toEqual(exported);
      expect(await run("verify-audit", [], envOf(target))).toMatchObject({ code: 0 });
      expect(await mailedToken(target, "passwordReset", owner.email ?? "")).toHaveLength(43);
      const secondImport = await oneLine("tenant-import", [archive], envOf(target));
      expect([secondImport.code, secondImport.out]).toEqual([1, ""]);
      expect(secondImport.err).toContain("already exists");
    } finally {
      await target.stop();
      await source.stop();
    }
  });

  it("reports an error in one line", async () => {
    expect(await oneLine("tenant-import", [])).toMatchObject({ code: 2 });
    expect(await oneLine("tenant-import", ["a.zip", "b.zip"])).toMatchObject({ code: 2 });
  });

  async function sectionsOf(testApp: TestApp, id: string): Promise<Map<string, string>> {
    const files = [...(await unzip(await exportOf(testApp, id)))].filter(([name]) =>
      name.startsWith("sections/"),
    );
    return new Map(files.map(([name, content]) => [name, content.toString()]));
  }
});

describe("check-usage", () => {
  it("see R7b-01 compares sums of AI usage with the calls and exits with 1 if one is wrong", async () => {
    const testApp = await createTestApp();
    try {
      await makeProviders(testApp, "probe");
      const { id } = await makeOrganization(testApp);
      const { personId } = await makePerson(testApp);
      await bookCall(testApp, { organizationId: id, personId });
      const correctSums = await run("check-usage", [], envOf(testApp));
      expect(correctSums).toMatchObject({ code: 0, err: "" });
      expect(correctSums.out).toMatch(
        /^1 organizations since \d{4}-\d\d-\d\d: every sum matches its calls\n$/,
      );
      await withClient(testApp.urls.owner, (owner) => owner.query("update ai_usage_day set calls = 2"));
      const wrongSums = await run("check-usage", ["--since", "2026-01-01"], envOf(testApp));
      expect(wrongSums).toMatchObject({ code: 1, out: "1 organizations since 2026-01-01: 1 wrong\n" });
      expect(wrongSums.err).toMatch(new RegExp(`^${id}: ai_usage_day of .* \\(probe probe-1 EUR\\)\n$`));
      expect((await oneLine("check-usage", ["--since", "gestern"], envOf(testApp))).code).toBe(2);
    } finally {
      await testApp.stop();
    }
  });
});

describe("the commands on the embedded database", () => {
  it("work whether or not the portal is running it", async () => {
    const dataDir = join(folder, "embedded");
    expect(await run("migrate", [], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    const server = await startEmbeddedPostgres({ dataDir });
    try {
      expect(await run("verify-audit", [], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
      expect(await run("admin-create", [], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    } finally {
      await server.stop();
    }
    expect(await run("demo-remove", [], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  });
});
