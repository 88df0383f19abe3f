import pg from "pg";
import { expect } from "vitest";
import { queryRows } from "./factories.ts";
import type { TestApp } from "./test-app.ts";

/** Resolves when the given number of connections to the test's database, by default one, wait for a row lock. */
export async function untilLockWait(testApp: TestApp, count = 1): Promise<void> {
  const waiting = `select 1 from pg_locks where not granted and pid in (
    select pid from pg_locks where database = (select oid from pg_database where datname = current_database()))`;
  await expect
    .poll(async () => (await queryRows(testApp, waiting)).length, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(count);
}

/** Runs `work` within a transaction on a separate connection as the platform role, and commits. */
export async function inTransaction(
  testApp: TestApp,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: testApp.urls.platform });
  await client.connect();
  try {
    await client.query("begin");
    await work(client);
    await client.query("commit");
  } finally {
    await client.end();
  }
}
