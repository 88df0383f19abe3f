import { uuidV7 } from "@praxisportal/contract/identifiers";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, makePerson } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { Database } from "./database.ts";
import { IdentityDb } from "./handles.ts";

let testApp: TestApp;
let organizationA: string;
let organizationB: string;
beforeAll(async () => {
  testApp = await createTestApp();
  organizationA = (await makeOrganization(testApp, { name: "Praxis A" })).id;
  organizationB = (await makeOrganization(testApp, { name: "Praxis B" })).id;
  for (const organization of [organizationA, organizationB]) {
    await makeMember(testApp, organization, "org_admin");
    await makeMember(testApp, organization, "viewer");
  }
});
afterAll(() => testApp.stop());

/** Runs work on a single connection, so that leftovers of one statement would affect the next one. */
async function withOneConnection<Result>(work: (db: IdentityDb, database: Database) => Promise<Result>) {
  const database = new Database({ url: testApp.urls.app, maxConnections: 1, applicationName: "test" });
  try {
    return await work(new IdentityDb(database), database);
  } finally {
    await database.close();
  }
}

const binding = "select coalesce(current_setting('app.organization_id', true), '') as bound";

async function boundOrganization(database: Database): Promise<unknown> {
  const { rows } = await database.pool.query<{ bound: string }>(binding);
  return rows[0]?.bound;
}

describe("reads of one organization", () => {
  it("see R1-01 see only the bound organization, even if the query names another", async () => {
    await withOneConnection(async (db) => {
      const [ownRows, foreignRows, allRows] = await db
        .organization(organizationA)
        .readAll<[{ organization_id: string }, { organization_id: string }, { organization_id: string }]>(
          (builder) => [
            builder
              .selectFrom("membership")
              .select("organization_id")
              .where("organization_id", "=", organizationA),
            builder
              .selectFrom("membership")
              .select("organization_id")
              .where("organization_id", "=", organizationB),
            builder.selectFrom("membership").select("organization_id"),
          ],
        );
      expect([ownRows.length, foreignRows.length]).toEqual([2, 0]);
      expect(new Set(allRows.map((row) => row.organization_id))).toEqual(new Set([organizationA]));
    });
  });

  it("see R1-01 leave no organization bound on the connection", async () => {
    await withOneConnection(async (db, database) => {
      await db.organization(organizationA).read((builder) => builder.selectFrom("membership").select("id"));
      expect(await boundOrganization(database)).toBe("");
      const { rows } = await database.pool.query("select from membership");
      expect(rows).toHaveLength(0);
    });
  });

  it("see R1-01 leave the connection usable and unbound after an error", async () => {
    await withOneConnection(async (db, database) => {
      const organization = db.organization(organizationA);
      for (const invalidExpression of ["1/0", "'x'::uuid", "no_such_function()"]) {
        await expect(
          organization.read((builder) =>
            builder.selectFrom("membership").select(sql<string>`${sql.raw(invalidExpression)}`.as("wrong")),
          ),
        ).rejects.toThrow(/division by zero|invalid input|does not exist/);
        expect(await boundOrganization(database)).toBe("");
        const { rows } = await database.pool.query<{ pid: number; state: string }>(
          "select count(*)::int as open from pg_stat_activity where state like 'idle in transaction%' and usename = 'portal_app' and datname = current_database()",
        );
        expect(rows).toEqual([{ open: 0 }]);
        const rowsInA = await organization.read((builder) => builder.selectFrom("membership").select("id"));
        expect(rowsInA).toHaveLength(2);
      }
    });
  });

  it("see R1-01 report the statement that failed, not the next one that could not run", async () => {
    await withOneConnection(async (db) => {
      await expect(
        db
          .organization(organizationA)
          .readAll<[{ wrong: string }, { id: string }]>((builder) => [
            builder.selectFrom("membership").select(sql<string>`1/0`.as("wrong")),
            builder.selectFrom("membership").select("id"),
          ]),
      ).rejects.toMatchObject({ code: "22012" });
    });
  });

  it("see R1-01 cannot write", async () => {
    await withOneConnection(async (db) => {
      await expect(
        db
          .organization(organizationA)
          .read((builder) => builder.updateTable("organization").set({ name: "Anders" }).returning("name")),
      ).rejects.toMatchObject({ code: "25006" });
    });
  });

  it("see R1-01 never mix two organizations in 200 parallel reads and writes over few connections", async () => {
    const database = new Database({ url: testApp.urls.app, maxConnections: 3, applicationName: "test" });
    const db = new IdentityDb(database);
    const seen = await Promise.all(
      Array.from({ length: 200 }, async (_unused, index) => {
        const organization = index % 2 === 0 ? organizationA : organizationB;
        const otherOrganization = organization === organizationA ? organizationB : organizationA;
        if (index % 10 === 9) {
          // A failure must not leave its organization bound for the next statement on the connection.
          await db
            .organization(otherOrganization)
            .read((builder) => builder.selectFrom("membership").select(sql<string>`1/0`.as("wrong")))
            .catch(() => undefined);
        }
        if (index % 5 === 4) {
          const rows = await db
            .organization(organization)
            .write((trx) => trx.selectFrom("membership").select("organization_id").execute());
          return { organization, found: rows.map((row) => row.organization_id) };
        }
        const [rows, names] = await db
          .organization(organization)
          .readAll<[{ organization_id: string }, { organization_id: string }]>((builder) => [
            builder.selectFrom("membership").select("organization_id"),
            builder.selectFrom("organization").select("organization_id"),
          ]);
        return { organization, found: [...rows, ...names].map((row) => row.organization_id) };
      }),
    );
    await database.close();
    expect(seen).toHaveLength(200);
    for (const { organization, found } of seen) expect(new Set(found)).toEqual(new Set([organization]));
  });
});

describe("write transactions", () => {
  it("see R1-01 bind an organization only inside its block and restore the outer one after an inner block", async () => {
    await withOneConnection(async (db, database) => {
      const steps = await db.write(async (tx) => {
        const bound = async () => {
          const { rows } = await sql<{ bound: string }>`${sql.raw(binding)}`.execute(tx.identity);
          return rows[0]?.bound;
        };
        const bindings = [await bound()];
        await tx.organization(organizationA, async () => {
          bindings.push(await bound());
          await tx.organization(organizationB, async () => {
            bindings.push(await bound());
          });
          bindings.push(await bound());
        });
        bindings.push(await bound());
        return bindings;
      });
      expect(steps).toEqual(["", organizationA, organizationB, organizationA, ""]);
      expect(await boundOrganization(database)).toBe("");
    });
  });

  it("see R1-01 reject a row of another organization", async () => {
    const { personId } = await makePerson(testApp);
    const write = withOneConnection((db) =>
      db.write((tx) =>
        tx.organization(organizationA, (trx) =>
          trx
            .insertInto("membership")
            .values({
              organization_id: organizationB,
              id: uuidV7(),
              person_id: personId,
              first_name: "Mia",
              last_name: "Muster",
            })
            .execute(),
        ),
      ),
    );
    await expect(write).rejects.toMatchObject({ code: "42501" });
  });

  it("see R1-01 roll back their binding and all changes after an error", async () => {
    await withOneConnection(async (db, database) => {
      await expect(
        db.write(async (tx) => {
          await tx.organization(organizationA, async (trx) => {
            await trx.updateTable("organization").set({ name: "Geändert" }).execute();
            throw new Error("stop");
          });
        }),
      ).rejects.toThrow("stop");
      expect(await boundOrganization(database)).toBe("");
      const rows = await db
        .organization(organizationA)
        .read((builder) => builder.selectFrom("organization").select("name"));
      expect(rows).toEqual([{ name: "Praxis A" }]);
    });
  });

  it("see R1-01 continue unbound if the caller handles an error inside an organization", async () => {
    await withOneConnection(async (db) => {
      const visible = await db.write(async (tx) => {
        await tx
          .organization(organizationA, () => Promise.reject(new Error("handled")))
          .catch(() => undefined);
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from membership`.execute(
          tx.identity,
        );
        return rows;
      });
      expect(visible).toEqual([{ count: 0 }]);
    });
  });

  it("see R7n-22 write event, change and audit entry atomically", async () => {
    const id = uuidV7();
    await expect(
      testApp.app.identityDb.write(async (tx) => {
        tx.emit("test.event", { id }, id);
        tx.record({
          organizationId: organizationA,
          action: "user.deleted",
          actor: { type: "system", id: null },
          personId: id,
        });
        throw new Error("stop");
      }),
    ).rejects.toThrow("stop");
    const [events, entries] = await Promise.all([
      testApp.app.platformDb.reads.selectFrom("outbox").select("id").where("id", "=", id).execute(),
      testApp.app.platformDb.reads
        .selectFrom("audit_entry")
        .select("id")
        .where("action", "=", "user.deleted")
        .execute(),
    ]);
    expect([...events, ...entries]).toEqual([]);
  });

  it("see R7n-22 are retried after a deadlock and write one entry", async () => {
    const people = [await makePerson(testApp), await makePerson(testApp)];
    let waiting = 0;
    let bothHold: () => void = () => undefined;
    const lockHeld = new Promise<void>((resolve) => {
      bothHold = resolve;
    });
    let tries = 0;
    const lockBoth = (first: string, second: string) =>
      testApp.app.identityDb.write(async (tx) => {
        tries += 1;
        const touch = (id: string) =>
          tx.identity.updateTable("person").set({ phone: "1234" }).where("id", "=", id).execute();
        await touch(first);
        waiting += 1;
        if (waiting === 2) bothHold();
        await lockHeld;
        await touch(second);
        tx.record({
          organizationId: organizationB,
          action: "user.role_changed",
          actor: { type: "user", id: first },
          personId: first,
        });
      });
    const [one, two] = people.map((person) => person.personId) as [string, string];
    await Promise.all([lockBoth(one, two), lockBoth(two, one)]);
    expect(tries).toBeGreaterThanOrEqual(3);
    const entries = await testApp.app.platformDb.reads
      .selectFrom("audit_entry")
      .select("seq")
      .where("action", "=", "user.role_changed")
      .execute();
    expect(entries).toHaveLength(2);
  });
});

describe("a lost connection", () => {
  it("see R1-01 makes its statements fail but not the process, and is replaced", async () => {
    await withOneConnection(async (db) => {
      const [connection] = await db.call<{ pid: number }>("own-pid", "select pg_backend_pid() as pid", []);
      const slow = db
        .organization(organizationA)
        .read((builder) =>
          builder.selectFrom("membership").select(sql<string>`pg_sleep(20)::text`.as("slow")),
        );
      const outcome = slow.then(
        () => "read",
        (error: { code?: string }) => error.code,
      );
      await expect
        .poll(
          async () => {
            const { rows } = await testApp.databases.app.pool.query<{ ended: boolean }>(
              "select pg_terminate_backend(pid) as ended from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'",
              [connection?.pid],
            );
            return rows.length;
          },
          { timeout: 10_000 },
        )
        .toBe(1);
      expect(await outcome).toBe("57P01");
      const again = await db
        .organization(organizationA)
        .read((builder) => builder.selectFrom("membership").select("id"));
      expect(again).toHaveLength(2);
    });
  });
});
