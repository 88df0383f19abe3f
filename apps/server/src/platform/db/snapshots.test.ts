import { listOrganizations } from "@praxisportal/contract/organizations/organizations.endpoints";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, makePlatformAccount, queryRows } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { Database } from "./database.ts";
import { IdentityDb } from "./handles.ts";

let testApp: TestApp;
let organizationId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  organizationId = (await makeOrganization(testApp)).id;
  await makeMember(testApp, organizationId, "org_admin");
});
afterAll(() => testApp.stop());

const lockKey = 52_001;

/** Holds an advisory lock on its own connection until `release` is called. */
async function holdLock() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  const done = testApp.databases.platform.unbound.connection().execute(async (db) => {
    await sql`select pg_advisory_lock(${sql.lit(lockKey)})`.execute(db);
    take();
    await held;
    await sql`select pg_advisory_unlock(${sql.lit(lockKey)})`.execute(db);
  });
  await taken;
  return async () => {
    release();
    await done;
  };
}

describe("reads of one organization", () => {
  it("R0-15 see one snapshot even if a change is committed between two statements", async () => {
    const release = await holdLock();
    const db = new IdentityDb(testApp.databases.app).organization(organizationId);
    const read = db.readAll<[{ id: string }, object, { id: string }]>((builder) => [
      builder.selectFrom("membership").select("id").where("organization_id", "=", organizationId),
      builder
        .selectFrom("organization")
        .select(sql`pg_advisory_xact_lock_shared(${sql.lit(lockKey)})`.as("lock"))
        .where("organization_id", "=", organizationId),
      builder.selectFrom("membership").select("id").where("organization_id", "=", organizationId),
    ]);
    // The first statement has run when the second waits for the lock.
    await expect
      .poll(() => queryRows(testApp, "select from pg_locks where objid = $1 and not granted", [lockKey]), {
        timeout: 10_000,
      })
      .toHaveLength(1);
    await makeMember(testApp, organizationId, "viewer");
    await release();
    const [before, , after] = await read;
    expect([before.length, after.length]).toEqual([1, 1]);
    const later = await db.read((builder) => builder.selectFrom("membership").select("id"));
    expect(later).toHaveLength(2);
  });

  it("R0-15 see one snapshot even with settings in the URL of the database", async () => {
    const url = `${testApp.urls.app}?options=-c%20work_mem%3D5MB`;
    const database = new Database({ url, maxConnections: 3, applicationName: "test" });
    const settings = ["default_transaction_isolation", "default_transaction_read_only", "work_mem"];
    const { rows } = await database.pool.query<{ value: string }>(
      "select current_setting(name) as value from unnest($1::text[]) as name",
      [settings],
    );
    await database.close();
    expect(rows.map(({ value }) => value)).toEqual(["repeatable read", "on", "5MB"]);
  });
});

describe("reads across all organizations", () => {
  it("R0-16 continue, like lease renewals, while all connections for platform transactions are occupied", async () => {
    const root = new TestClient(testApp);
    await root.signIn(await makePlatformAccount(testApp, "super_admin"));
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    let occupied = 0;
    // There are more writers than connections for transactions, so some of them wait.
    const writers = Array.from({ length: 14 }, () =>
      testApp.app.platformDb.write(async (_tx, db) => {
        await sql`select 1`.execute(db);
        occupied += 1;
        await finished;
      }),
    );
    await expect.poll(() => occupied, { timeout: 10_000 }).toBeGreaterThan(0);
    const rows = await testApp.app.platformDb.reads.selectFrom("organization").select("name").execute();
    expect(rows.length).toBeGreaterThan(0);
    expect((await root.call(listOrganizations)).status).toBe(200);
    // Single statements renew leases, so they must not wait for the transactions either.
    await sql`update outbox set leased_until = leased_until`.execute(testApp.app.platformDb.writes);
    expect(occupied).toBeLessThan(writers.length);
    finish();
    await Promise.all(writers);
    expect(occupied).toBe(writers.length);
  });

  it("R0-16 cannot change anything", async () => {
    await expect(
      testApp.app.platformDb.reads.updateTable("organization").set({ name: "Anders" }).execute(),
    ).rejects.toMatchObject({ code: "25006" });
  });
});
