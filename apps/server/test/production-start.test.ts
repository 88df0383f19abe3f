import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { demoAccounts, demoPassword } from "../src/features/demo/demo-people.ts";
import { createTestDatabase } from "./test-app.ts";
import { findFreePort } from "./cluster/free-port.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const nobody = { uid: 65_534, gid: 65_534 };
/** Whether an unprivileged start is possible: as root, and if that user can read the checkout. */
const canRunUnprivileged =
  process.getuid?.() === 0 && spawnSync(process.execPath, ["--check", main], nobody).status === 0;
const unprivileged = canRunUnprivileged ? nobody : {};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let portal: ChildProcess | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "praxisportal-production-"));
  if (canRunUnprivileged) await chown(dataDir, nobody.uid, nobody.gid);
});
afterAll(async () => {
  if (portal?.exitCode === null) {
    portal.kill("SIGTERM");
    await once(portal, "exit");
  }
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the portal in production. Resolves with its output when it reports that it is serving. */
async function startInProduction(port: number): Promise<string> {
  const child = spawn(process.execPath, [main], {
    ...unprivileged,
    cwd: "/",
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: "https://portal.example.org",
      TRUST_PROXY: "1",
      DATA_DIR: dataDir,
      MASTER_KEY: Buffer.alloc(32, 5).toString("base64"),
      DATABASE_URL: database.urls.app,
      DATABASE_PLATFORM_URL: database.urls.platform,
    },
  });
  portal = child;
  let output = "";
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Ctrl+C")) resolve(output);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

it("serves in production behind a proxy, as a user who can write only to the data folder and without the demonstration", async () => {
  const port = await findFreePort();
  const output = await startInProduction(port);
  expect(output).not.toContain(demoPassword);
  const headers = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7" };
  const url = `http://127.0.0.1:${port}`;
  expect((await fetch(`${url}/readyz`, { headers })).status).toBe(200);
  const signIn = await fetch(`${url}/api/v1/auth/login`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ username: demoAccounts[0]?.username, password: demoPassword }),
  });
  expect([signIn.status, signIn.headers.get("strict-transport-security")]).toEqual([
    401,
    expect.stringContaining("max-age="),
  ]);
  // The recorded address is the client address from the proxy header.
  const reset = await fetch(`${url}/api/v1/auth/password-reset/initiate`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ email: "niemand@example.org" }),
  });
  expect(reset.status).toBe(202);
  const owner = new pg.Client({ connectionString: database.urls.owner });
  await owner.connect();
  const { rows } = await owner.query(
    "select request ->> 'address' as address from unknown_name where action = 'auth.password_reset_requested'",
  );
  await owner.end();
  expect(rows).toEqual([{ address: "203.0.113.7" }]);
});
