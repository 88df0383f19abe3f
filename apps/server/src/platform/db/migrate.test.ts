import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { rowsOf, type StoredRow, withCurrentNames } from "../../../test/stored-rows.ts";
import { roleUrl } from "../../../test/test-cluster.ts";
import { applyMigrations, assertPrepared, migrate, pendingMigrations, readMigrations } from "./migrate.ts";
import { createRoles } from "./roles.ts";
import { tenantPolicyFaults } from "./policies.ts";

const passwords = { owner: "owner-test", app: "app-test", platform: "platform-test" };
const created: string[] = [];
let admin: pg.Client;
beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject("cluster").adminUrl });
  await admin.connect();
});
afterAll(async () => {
  for (const name of created) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
});

/** Creates an empty database with the roles of the portal. */
async function createEmptyDatabase(): Promise<string> {
  const name = `portal_migrate_${process.pid}_${created.length + 1}`;
  created.push(name);
  await createRoles(admin, name, passwords);
  return name;
}

async function withOwner<Result>(database: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: roleUrl(inject("cluster").host, database, "owner") });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const ownerUrl = (database: string) => roleUrl(inject("cluster").host, database, "owner");

/** Returns the schema of a database as comparable text. */
async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select line from (
      select format('column %s.%s %s null=%s default=%s generated=%s', c.relname, a.attname,
        format_type(a.atttypid, a.atttypmod), not a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attgenerated) as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      union all
      select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
      union all
      select 'index ' || indexdef from pg_indexes where schemaname = 'public'
      union all
      select format('policy %s %s %s %s %s', tablename, policyname, roles, qual, with_check) from pg_policies
      union all
      select format('table %s owner=%s rls=%s force=%s acl=%s', relname, relowner::regrole, relrowsecurity,
        relforcerowsecurity, (select string_agg(acl::text, ',' order by acl::text) from unnest(relacl) acl))
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      union all
      select format('column right %s.%s %s', attrelid::regclass, attname, attacl) from pg_attribute
      where attacl is not null and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      union all
      select format('function %s owner=%s acl=%s', pg_get_functiondef(oid), proowner::regrole,
        (select string_agg(acl::text, ',' order by acl::text) from unnest(proacl) acl))
      from pg_proc where pronamespace = 'public'::regnamespace
    ) lines order by line`);
  return rows.map((row) => row.line);
}

describe("the migration files", () => {
  async function folderOf(files: Readonly<Record<string, string>>): Promise<URL> {
    const folder = await mkdtemp(join(tmpdir(), "praxisportal migrations-"));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    return pathToFileURL(`${folder}/`);
  }

  it.each([
    ["a gap", { "0001-a.sql": "", "0003-b.sql": "" }],
    ["a duplicate number", { "0001-a.sql": "", "0001-b.sql": "" }],
    ["a file without a number", { "0001-a.sql": "", "later.sql": "" }],
  ])("see R7n-22 are rejected with %s", async (_title, files) => {
    const folder = await folderOf(files);
    await expect(readMigrations(folder)).rejects.toThrow("breaks the numbering");
    await rm(folder, { recursive: true });
  });

  it("see R7n-22 are read in order, without other files", async () => {
    const folder = await folderOf({ "0002-b.sql": "b", "0001-a.sql": "a", "README.md": "" });
    await mkdir(new URL("notes", folder));
    expect((await readMigrations(folder)).map(({ name }) => name)).toEqual(["0001-a.sql", "0002-b.sql"]);
    await rm(folder, { recursive: true });
  });
});

describe("migrate", () => {
  it("creates the schema once, and changes nothing in a second run", async () => {
    const database = await createEmptyDatabase();
    const allNames = (await readMigrations()).map(({ name }) => name);
    expect(await migrate(ownerUrl(database))).toEqual(allNames);
    expect(await migrate(ownerUrl(database))).toEqual([]);
    expect(await withOwner(database, tenantPolicyFaults)).toEqual([]);
  });

  it("rejects a database whose migration was changed, and does not change it", async () => {
    const database = await createEmptyDatabase();
    await migrate(ownerUrl(database), 2);
    await withOwner(database, (client) =>
      client.query("update migration set checksum = 'other' where name like '0001-%'"),
    );
    await expect(migrate(ownerUrl(database))).rejects.toThrow(/0001-.*was changed after it had been applied/);
    const { rows } = await withOwner(database, (client) => client.query("select name from migration"));
    expect(rows).toHaveLength(2);
  });

  it("rejects a database of a newer version", async () => {
    const database = await createEmptyDatabase();
    await migrate(ownerUrl(database));
    await withOwner(database, (client) =>
      client.query("insert into migration (name, checksum) values ('9999-future.sql', 'x')"),
    );
    await expect(migrate(ownerUrl(database))).rejects.toThrow(
      /newer version of the portal \(9999-future.sql\)/,
    );
  });

  it("applies each migration once when several processes migrate at the same time", async () => {
    const database = await createEmptyDatabase();
    const results = await Promise.all([1, 2, 3].map(() => migrate(ownerUrl(database))));
    const total = (await readMigrations()).length;
    expect(results.map((names) => names.length).toSorted((left, right) => left - right)).toEqual([
      0,
      0,
      total,
    ]);
  });

  it("see R1-01 rejects a tenant table without isolation", async () => {
    const database = await createEmptyDatabase();
    await migrate(ownerUrl(database));
    await withOwner(database, (client) =>
      client.query("create table planted (organization_id uuid not null)"),
    );
    await expect(migrate(ownerUrl(database))).rejects.toThrow(
      /isolation of organizations is incomplete: planted/,
    );
  });

  it("upgrades a database of any earlier version to the current schema and keeps its rows", async () => {
    const total = (await readMigrations()).length;
    const fresh = await createEmptyDatabase();
    await migrate(ownerUrl(fresh));
    const expected = await withOwner(fresh, schemaOf);
    expect(expected.length).toBeGreaterThan(100);
    const database = await createEmptyDatabase();
    const filled: StoredRow[] = [];
    for (let version = 1; version <= total; version += 1) {
      await migrateTo(database, version);
      await withOwner(database, async (client) => {
        await fill(client, version);
        for (const stored of await rowsOf(client))
          if (JSON.stringify(stored).includes(idOf("person", version))) filled.push(stored);
      });
    }
    expect(filled.length).toBeGreaterThan(total);
    await withOwner(database, async (client) => {
      expect(await schemaOf(client)).toEqual(expected);
      const after = await rowsOf(client);
      // A later version may add columns to existing rows.
      for (const { table, row } of filled.map((stored) => withCurrentNames(stored)))
        expect(after).toContainEqual({ table, row: expect.objectContaining(row) as unknown });
    });
  }, 120_000);

  it("reports extensions and roles that only the server's administrator can add", async () => {
    const database = await createEmptyDatabase();
    await withOwner(database, async (client) => {
      await expect(assertPrepared(client)).resolves.toBeUndefined();
      await expect(assertPrepared(client, ["pg_trgm", "no_such_module"])).rejects.toThrow(
        /^this PostgreSQL lacks no_such_module: install its contributed modules/,
      );
    });
    await admin.query("begin");
    // A database set up by an earlier release lacks this role. The change is not visible outside the transaction.
    await admin.query("alter role portal_search rename to portal_search_gone");
    await expect(assertPrepared(admin)).rejects.toThrow(
      /^the role portal_search is missing: run `create role/,
    );
    await admin.query("rollback");
  });

  it("reports pending migrations to a role that may not migrate", async () => {
    const database = await createEmptyDatabase();
    const total = (await readMigrations()).map(({ name }) => name);
    const pool = new pg.Pool({
      connectionString: roleUrl(inject("cluster").host, database, "platform"),
      max: 1,
    });
    expect(await pendingMigrations(pool)).toEqual(total);
    await migrateTo(database, 2);
    expect(await pendingMigrations(pool)).toEqual(total.slice(2));
    await migrate(ownerUrl(database));
    expect(await pendingMigrations(pool)).toEqual([]);
    await pool.end();
  });
});

describe("migrating while the portal is in use", () => {
  /** Applies one more migration to a database of the newest version. */
  async function applyPlanted(database: string, sql: string): Promise<string[]> {
    const planted = { name: "9998-planted.sql", sql, checksum: "planted" };
    return applyMigrations(ownerUrl(database), [...(await readMigrations()), planted]);
  }

  it("R0-239 applies policies to the tables that a migration changed, and locks no other table", async () => {
    const database = await createEmptyDatabase();
    await migrate(ownerUrl(database));
    await withOwner(database, async (reader) => {
      await reader.query("begin; select from membership");
      await applyPlanted(
        database,
        `set local lock_timeout = '200ms';
        create table planted (organization_id uuid not null);
        alter table site disable row level security;
        drop policy owner_all on site`,
      );
      await reader.query("commit");
      expect(await tenantPolicyFaults(reader)).toEqual([]);
    });
  });

  it("R0-239 stops waiting for a lock after the timeout, and retries", async () => {
    const database = await createEmptyDatabase();
    await migrate(ownerUrl(database));
    await withOwner(database, async (reader) => {
      await reader.query("begin; select from membership");
      const migrating = applyPlanted(
        database,
        "set local lock_timeout = '100ms'; alter table membership add column planted text",
      );
      await expect
        .poll(async () => {
          const { rows } = await admin.query<{ query: string }>(
            "select query from pg_stat_activity where datname = $1 and application_name = 'praxisportal migrate'",
            [database],
          );
          return rows[0]?.query;
        })
        .toBe("rollback");
      await reader.query("commit");
      expect(await migrating).toEqual(["9998-planted.sql"]);
      await expect(reader.query("select planted from membership")).resolves.toBeDefined();
    });
  });

  it("see R0-239 retries after a deadlock with the portal", async () => {
    const database = await createEmptyDatabase();
    await migrate(ownerUrl(database));
    // The migration detects the deadlock first.
    await admin.query(`alter role portal_owner in database ${database} set deadlock_timeout = '50ms'`);
    await admin.query(`alter role portal_app in database ${database} set deadlock_timeout = '60s'`);
    const portal = new pg.Client({ connectionString: roleUrl(inject("cluster").host, database, "app") });
    await portal.connect();
    await withOwner(database, async (gate) => {
      const untilWaiting = async (lock: string) => {
        const statement = `select from pg_locks where not granted and ${lock}`;
        await expect.poll(async () => (await gate.query(statement)).rowCount).toBe(1);
      };
      await gate.query("select pg_advisory_lock(99)");
      await portal.query("begin; lock table department in access share mode");
      const migrating = applyPlanted(
        database,
        `lock table site; select pg_advisory_lock_shared(99);
        alter table department add column planted text`,
      );
      await untilWaiting("locktype = 'advisory' and objid = 99");
      const waiting = portal.query("lock table site in access share mode; commit");
      await untilWaiting("relation = 'site'::regclass");
      await gate.query("select pg_advisory_unlock(99)");
      expect(await migrating).toEqual(["9998-planted.sql"]);
      await waiting;
      await expect(gate.query("select planted from department")).resolves.toBeDefined();
    });
    await portal.end();
  });

  it("R0-239 builds an index concurrently, and replaces one whose build was interrupted", async () => {
    const database = await createEmptyDatabase();
    await migrate(ownerUrl(database));
    await withOwner(database, async (client) => {
      await client.query("create table planted (id int); insert into planted values (1), (1)");
      await expect(
        client.query("create unique index concurrently planted_id on planted (id)"),
      ).rejects.toThrow("could not create unique index");
      const build = "create index concurrently if not exists planted_id on planted (id)";
      await applyPlanted(database, `-- transaction: none\n${build}`);
      const { rows } = await client.query(
        "select indisvalid, indisunique from pg_index where indexrelid = 'planted_id'::regclass",
      );
      expect(rows).toEqual([{ indisvalid: true, indisunique: false }]);
    });
  });
});

/** Migrates to an earlier version. The first version has no tenant table, which `migrate` reports after applying it. */
async function migrateTo(database: string, version: number): Promise<void> {
  await migrate(ownerUrl(database), version).catch((error: Error) => {
    if (version !== 1 || !error.message.includes("no tenant table found")) throw error;
  });
}

/** Returns the id of the person or organization that {@link fill} inserts for a version. */
function idOf(kind: "person" | "organization", version: number): string {
  return `0190a000-0000-7000-${kind === "person" ? 8000 : 9000}-${String(version).padStart(12, "0")}`;
}

/** Inserts rows into the tables of a version. */
async function fill(client: pg.Client, version: number): Promise<void> {
  const [person, organization] = [idOf("person", version), idOf("organization", version)];
  await client.query("insert into person (id, first_name, last_name) values ($1, 'Änne', 'Muster')", [
    person,
  ]);
  if (version < 2) return;
  await client.query(
    `insert into organization (organization_id, name, practice_code, country, time_zone, currency)
     values ($1, 'Praxis Alt', $2, 'AT', 'Europe/Vienna', 'EUR')`,
    [organization, `ALT-${2000 + version}`],
  );
  await client.query(
    `insert into membership (organization_id, id, person_id, username, first_name, last_name)
     values ($1, $2, $2, 'alt', 'Änne', 'Muster')`,
    [organization, person],
  );
}

describe("the generated types", () => {
  it("match the migrations", async () => {
    const script = fileURLToPath(new URL("../../../../../tools/generate-db-types.ts", import.meta.url));
    await expect(
      promisify(execFile)(process.execPath, [script, "--check"], {
        env: { ...process.env, TEST_DATABASE_ADMIN_URL: inject("cluster").adminUrl },
      }),
    ).resolves.toBeDefined();
  });
});
