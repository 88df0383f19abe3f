import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject, afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { legacyLoginBody } from "../test/legacy/legacy-practice.ts";
import { createTestDatabase } from "../test/test-app.ts";
import { demoAccounts, demoPassword } from "./features/demo/demo-people.ts";
import { removeDemo } from "./features/demo/remove-demo.ts";
import { type Clock, systemClock } from "./platform/clock/clock.ts";
import { deriveKeys, seal } from "./platform/crypto/sealed-secrets.ts";
import { migrate } from "./platform/db/migrate.ts";
import { type Portal, startPortal } from "./start-portal.ts";
import { isStartRefusal } from "./start-refusal.ts";
import { findFreePort } from "../test/cluster/free-port.ts";

const masterKey = Buffer.alloc(32, 3).toString("base64");
type Database = Awaited<ReturnType<typeof createTestDatabase>>;

let folder: string;
let database: Database;
const running: Portal[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "praxisportal start-"));
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const portal of running.splice(0)) await portal.stop();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the settings of a portal that uses the database of this file. */
async function settings(extra: Record<string, string> = {}): Promise<Record<string, string>> {
  return {
    PORT: String(await findFreePort()),
    HOST: "127.0.0.1",
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
    MASTER_KEY: masterKey,
    DATABASE_URL: database.urls.app,
    DATABASE_PLATFORM_URL: database.urls.platform,
    ...extra,
  };
}

async function start(env: Record<string, string>, clock: Clock = systemClock): Promise<Portal> {
  const portal = await startPortal({ env, onStep: () => undefined, clock });
  running.push(portal);
  return portal;
}

/** Signs in with a documented account of the demonstration's legacy server, and reads invented patients. */
async function readFromLegacyServer({ config }: Portal): Promise<void> {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, `http://127.0.0.1:${config.port}`), init);
  const signIn = await call("/api/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(legacyLoginBody({ praxisId: undefined })),
  });
  const { token } = (await signIn.json()) as { token: string };
  const [cookie = ""] = (signIn.headers.get("set-cookie") ?? "").split(";", 1);
  const read = await call("/api/patienten", { headers: { authorization: `Bearer ${token}`, cookie } });
  const { data } = (await read.json()) as { data: { lastName: string }[] };
  expect(data).toHaveLength(20);
  for (const { lastName } of data) expect(lastName).toMatch(/^Muster/);
}

/** Returns the message of a refused start. */
async function refusal(env: Record<string, string>, clock?: Clock): Promise<string> {
  const error: unknown = await start(env, clock).then(
    () => new Error("it started"),
    (reason: unknown) => reason,
  );
  expect(isStartRefusal(error), String(error)).toBe(true);
  const { message } = error as Error;
  expect(message).not.toContain("\n");
  // Database URLs contain passwords.
  expect(message).not.toMatch(/app-test|platform-test|owner-test|geheim/);
  return message;
}

describe("starting with an external database", () => {
  it("serves requests, writes a setup link to a file that only its owner can read, and prints only its path", async () => {
    const env = await settings();
    const portal = await start(env);
    const health = await fetch(`http://127.0.0.1:${env["PORT"]}/readyz`);
    expect(health.status).toBe(200);
    const file = join(folder, "setup-link.txt");
    const link = (await readFile(file, "utf8")).trim();
    expect(link).toMatch(new RegExp(`^http://localhost:${env["PORT"]}/setup/[\\w-]{43}$`));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(portal.greeting).toContain(file);
    expect(portal.greeting).not.toContain(link.split("/").at(-1));
  });

  it("removes the file with the link if there is an administrator, and stops listening when it stops", async () => {
    const env = await settings();
    const portal = await start(env);
    await portal.app.platformDb.write((tx) =>
      tx.identity
        .insertInto("person")
        .values({ id: crypto.randomUUID(), first_name: "P", last_name: "M", platform_role: "super_admin" })
        .execute(),
    );
    await portal.stop();
    await expect(fetch(`http://127.0.0.1:${env["PORT"]}/healthz`)).rejects.toThrow("fetch failed");
    await start(await settings());
    await expect(stat(join(folder, "setup-link.txt"))).rejects.toThrow("ENOENT");
  });

  it("R7s-42 is refused with a PUBLIC_URL that is neither loopback nor https", async () => {
    const env = await settings({ PUBLIC_URL: "http://praxis.example.org" });
    expect(await refusal(env)).toMatch(/^PUBLIC_URL: /);
  });

  it("see R1-01 is refused with a role that bypasses row-level security", async () => {
    const admin = new URL(inject("cluster").adminUrl);
    admin.pathname = new URL(database.urls.app).pathname;
    expect(await refusal(await settings({ DATABASE_URL: admin.href }))).toMatch(/^DATABASE_URL: .*superuser/);
    const owner = await settings({ DATABASE_URL: database.urls.owner });
    expect(await refusal(owner)).toMatch(/^DATABASE_URL: .*owns tables/);
    const swapped = await settings({ DATABASE_URL: database.urls.platform });
    expect(await refusal(swapped)).toMatch(/^DATABASE_URL: .*sees every organization/);
  });

  it("is refused in one line if the database cannot be reached", async () => {
    const closed = `postgres://portal_app:geheim@127.0.0.1:${await findFreePort()}/x`;
    expect(await refusal(await settings({ DATABASE_URL: closed }))).toMatch(
      /^DATABASE_URL: .*nothing listens/,
    );
    expect(await refusal(await settings({ DATABASE_PLATFORM_URL: closed }))).toMatch(
      /^DATABASE_PLATFORM_URL: /,
    );
    expect(await refusal(await settings({ DATABASE_OWNER_URL: closed }))).toMatch(/^DATABASE_OWNER_URL: /);
    const unknown = new URL(database.urls.app);
    unknown.pathname = "/there_is_none";
    expect(await refusal(await settings({ DATABASE_URL: unknown.href }))).toMatch(/^DATABASE_URL: /);
  });

  it("is refused if migrations are missing and the owner is not configured, otherwise it migrates", async () => {
    const otherDatabase = await createTestDatabase();
    const owner = new pg.Client({ connectionString: otherDatabase.urls.owner });
    await owner.connect();
    await owner.query("drop schema public, history cascade; create schema public");
    await owner.end();
    await migrate(otherDatabase.urls.owner, 2);
    const urls = { DATABASE_URL: otherDatabase.urls.app, DATABASE_PLATFORM_URL: otherDatabase.urls.platform };
    expect(await refusal(await settings(urls))).toMatch(/^DATABASE_OWNER_URL: .*lacks \d+ migrations/);
    await start(await settings({ ...urls, DATABASE_OWNER_URL: otherDatabase.urls.owner }));
    await running.splice(0)[0]?.stop();
    await start(await settings(urls));
    await running.splice(0)[0]?.stop();
    await otherDatabase.drop();
  });

  it("is refused with a master key that cannot open the stored secrets, unless the previous one is set too", async () => {
    const portal = await start(await settings());
    const [id, { sealing }] = [crypto.randomUUID(), deriveKeys(Buffer.from(masterKey, "base64"))];
    await portal.app.platformDb.write(async (tx) => {
      await tx.identity.insertInto("person").values({ id, first_name: "M", last_name: "P" }).execute();
      const secret = seal(sealing, `two_factor:${id}`, "JBSWY3DPEHPK3PXP");
      await tx.identity.insertInto("two_factor").values({ person_id: id, secret }).execute();
    });
    await running.splice(0)[0]?.stop();
    const otherKey = { MASTER_KEY: Buffer.alloc(32, 4).toString("base64") };
    expect(await refusal(await settings(otherKey))).toMatch(/^MASTER_KEY: .*MASTER_KEY_PREVIOUS/);
    await start(await settings({ ...otherKey, MASTER_KEY_PREVIOUS: masterKey }));
    await running.splice(0)[0]?.stop();
    const owner = new pg.Client({ connectionString: database.urls.owner });
    await owner.connect();
    await owner.query("delete from two_factor");
    await owner.end();
  });

  it("is refused for a port in use and for an address of another machine", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await once(blocker, "listening");
    const address = blocker.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    expect(await refusal(await settings({ PORT: String(port) }))).toMatch(new RegExp(`^PORT: ${port} `));
    blocker.close();
    expect(await refusal(await settings({ HOST: "203.0.113.1" }))).toMatch(/^HOST: /);
    expect(await refusal(await settings({ HOST: "no such host" }))).toMatch(/^HOST: /);
  });
});

describe("starting several processes on one database", () => {
  /** Returns the settings of another process, whose mails are not delivered. */
  const another = async (extra: Record<string, string> = {}) =>
    settings({ DATA_DIR: join(folder, crypto.randomUUID()), SMTP_URL: "smtp://127.0.0.1:1", ...extra });
  const linkOf = ({ config }: Portal) => readFile(join(config.dataDir, "setup-link.txt"), "utf8");

  it("creates a setup link only in the first process, which stays valid; a single process creates a new one", async () => {
    const otherDatabase = await createTestDatabase();
    const urls = { DATABASE_URL: otherDatabase.urls.app, DATABASE_PLATFORM_URL: otherDatabase.urls.platform };
    try {
      const [first, second] = [await start(await another(urls)), await start(await another(urls))];
      expect(first.greeting).toContain("setup-link.txt");
      expect(second.greeting).not.toContain("setup-link.txt");
      await expect(linkOf(second)).rejects.toThrow("ENOENT");
      const token = (await linkOf(first)).trim().split("/").at(-1) ?? "";
      expect(await second.app.setup.check(token)).toMatchObject({ valid: true });

      for (const portal of running.splice(0)) await portal.stop();
      const alone = await start(await another(urls));
      expect(alone.greeting).toContain("setup-link.txt");
      await expect(alone.app.setup.check(token)).rejects.toMatchObject({ code: "LINK_INVALID" });
    } finally {
      for (const portal of running.splice(0)) await portal.stop();
      await otherDatabase.drop();
    }
  });

  it("refuses another process in one line without SMTP_URL, unless the first one was killed", async () => {
    await start(await settings());
    expect(await refusal(await another({ SMTP_URL: "" }))).toMatch(/^SMTP_URL: /);
    await start(await another());
    for (const portal of running.splice(0)) await portal.stop();
    // The row belongs to a process that was killed a moment ago.
    const owner = new pg.Client({ connectionString: database.urls.owner });
    await owner.connect();
    await owner.query("insert into process values (gen_random_uuid(), clock_timestamp())");
    await owner.end();
    await start(await another({ SMTP_URL: "" }));
  });

  it.each([5_000, -5_000])("is refused in one line with a clock that is %d ms ahead", async (aheadMs) => {
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    const direction = aheadMs > 0 ? "ahead of" : "behind";
    expect(await refusal(await settings(), clock)).toMatch(
      new RegExp(`^DATABASE_URL: the clock of this machine is [45]\\.\\d s ${direction} `),
    );
    await start(await settings(), { now: () => new Date(Date.now() + aheadMs / 5) });
  });
});

describe("starting with the embedded database", () => {
  it("R0-205 R1-45 runs the demonstration with the simulated legacy server, and refuses it without DEMO until it is removed", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "praxisportal embedded-"));
    const env = { HOST: "127.0.0.1", DATA_DIR: dataDir, LOG_LEVEL: "silent" };
    try {
      const portal = await start({ ...env, PORT: String(await findFreePort()) });
      for (const account of demoAccounts) expect(portal.greeting).toContain(account.username);
      expect(portal.greeting).toContain(demoPassword);
      // The receiver of the demonstration is on this machine.
      const succeeded = portal.app.platformDb.reads
        .selectFrom("webhook_delivery")
        .select("id")
        .where("state", "=", "succeeded");
      await vi.waitFor(async () => expect(await succeeded.execute()).not.toEqual([]), { timeout: 20_000 });
      await readFromLegacyServer(portal);
      await running.splice(0)[0]?.stop();

      expect(await refusal({ ...env, PORT: String(await findFreePort()), DEMO: "off" })).toMatch(/^DEMO: /);
      expect(await refusal({ ...env, PORT: String(await findFreePort()), NODE_ENV: "production" })).toMatch(
        /^DEMO: /,
      );

      const again = await start({ ...env, PORT: String(await findFreePort()) });
      await removeDemo(again.app.platformDb);
      await running.splice(0)[0]?.stop();
      const real = await start({ ...env, PORT: String(await findFreePort()), DEMO: "off" });
      expect(real.greeting).toContain("setup-link.txt");
      expect(real.greeting).not.toContain(demoPassword);
    } finally {
      for (const portal of running.splice(0)) await portal.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 120_000);
});
