import autocannon from "autocannon";
import { insertMembership, insertPerson } from "../apps/server/src/directory/provision.queries.ts";
import { PasswordHasher } from "../apps/server/src/platform/crypto/password-hasher.ts";
import { Database } from "../apps/server/src/platform/db/database.ts";
import { PlatformDb } from "../apps/server/src/platform/db/platform-db.ts";
import { type BenchPortal, demoPassword, startBenchPortal } from "./support/portal.ts";
import type { Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";

const people = scaled(64, 4);
const seconds = scaled(6, 1);

/**
 * Measures the cost of a password hash, the cost of a whole sign-in, and the latency that a signed-in user sees while
 * 64 others sign in at once. Both load generators share the cores with the server, so the last row is a worst case.
 */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  try {
    const { accessToken, organizationId } = await portal.signIn("inhaberin");
    await addPeople(portal, organizationId);
    await runLoginStorm(portal, organizationId);
    const before = { process: portal.cpuSeconds(), database: await portal.databaseCpuSeconds() };
    const logins = await runLoginStorm(portal, organizationId);
    const cpu = portal.cpuSeconds() - before.process;
    const databaseMs = (((await portal.databaseCpuSeconds()) - before.database) * 1000) / logins.count;
    const [, meDuringStorm] = await Promise.all([
      runLoginStorm(portal, organizationId),
      readMe(portal, accessToken),
    ]);
    return [
      {
        subject: "password verifies per CPU-second",
        value: await verifiesPerCpuSecond(),
        unit: "/s",
        budget: { min: 70 },
        note: "the hash alone, as many at once as there are slots",
      },
      {
        subject: "whole sign-ins per CPU-second of the server process",
        value: logins.count / cpu,
        unit: "/s",
        budget: { min: 70 },
        note: `${(logins.count / seconds).toFixed(0)} sign-ins/s`,
      },
      { subject: "CPU of the database per sign-in", value: databaseMs, unit: "ms" },
      {
        subject: "GET /users/me p99 while 64 sign in",
        value: meDuringStorm.p99,
        unit: "ms",
        budget: { max: 15 },
      },
      { subject: "sign-ins refused because too many waited", value: logins.refused, unit: "" },
    ];
  } finally {
    await portal.stop();
  }
}

async function verifiesPerCpuSecond(): Promise<number> {
  const hasher = new PasswordHasher();
  const stored = await hasher.hash(demoPassword);
  const before = process.cpuUsage();
  const count = scaled(100, 4);
  let remainingCount = count;
  const verifyOneByOne = async () => {
    while (remainingCount-- > 0) await hasher.withSlot(() => hasher.verify(stored, demoPassword));
  };
  await Promise.all(Array.from({ length: hasher.slots }, verifyOneByOne));
  const { user, system } = process.cpuUsage(before);
  return (count * 1_000_000) / (user + system);
}

async function addPeople(portal: BenchPortal, organizationId: string): Promise<void> {
  const database = new Database({
    url: await portal.databaseUrl("platform"),
    maxConnections: 2,
    applicationName: "bench",
  });
  const passwordHash = await new PasswordHasher().hash(demoPassword);
  await new PlatformDb(database).write(async (tx) => {
    for (let index = 0; index < people; index += 1) {
      const personId = await insertPerson(tx, {
        firstName: "Last",
        lastName: `Probe-${index}`,
        passwordHash,
      });
      await insertMembership(tx, organizationId, { personId, username: `last_${index}`, role: "viewer" });
    }
  });
  await database.close();
}

async function runLoginStorm(
  portal: BenchPortal,
  organizationId: string,
): Promise<{ count: number; refused: number }> {
  const until = Date.now() + seconds * 1000;
  let count = 0;
  let refusedCount = 0;
  await Promise.all(
    Array.from({ length: people }, async (_unused, index) => {
      while (Date.now() < until) {
        const response = await fetch(`${portal.baseUrl}/api/v1/auth/login`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ username: `last_${index}`, password: demoPassword, organizationId }),
        });
        await response.arrayBuffer();
        if (response.ok) count += 1;
        else refusedCount += 1;
      }
    }),
  );
  return { count, refused: refusedCount };
}

async function readMe(portal: BenchPortal, accessToken: string): Promise<{ p99: number }> {
  const result = await autocannon({
    url: `${portal.baseUrl}/api/v1/users/me`,
    headers: { authorization: `Bearer ${accessToken}` },
    connections: 4,
    overallRate: 200,
    duration: seconds,
    // Runs in a worker thread, because the sign-in load keeps this thread busy, which must not be attributed to the
    // server.
    workers: 1,
  });
  return { p99: result.latency.p99 };
}
