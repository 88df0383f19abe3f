import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { connectToPrimary } from "./hosts/primary-connections.ts";
import { applyMigration, inTransaction, type Migration } from "./apply-migration.ts";
import { tenantPolicyFaults } from "./policies.ts";

const migrationsFolder = new URL("../../../migrations/", import.meta.url);

/** Advisory lock that keeps concurrent processes from migrating at the same time. */
const migrationLock = 7_203_411;
const migrationLockRetryMs = 200;

/** Thrown if the database does not match this version of the portal. The message is one line for the operator. */
export class MigrationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "MigrationError";
  }
}

/** Reads the migrations in order. Throws on a gap or duplicate in the numbering. */
export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(
    names.map(async (name, index) => {
      if (Number(name.slice(0, 4)) !== index + 1)
        throw new MigrationError(`migration ${name} breaks the numbering`);
      const sql = await readFile(new URL(name, folder), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * Migrates the database forward to the newest version under a lock. Each migration has its own transaction, so that
 * locks are short while another version of the portal is running. Applied migrations must be unchanged.
 *
 * @param upTo Maximum number of migrations to apply, for the test that upgrades an older version with rows.
 * @returns Names of the newly applied migrations.
 */
export async function migrate(ownerUrl: string, upTo = Number.POSITIVE_INFINITY): Promise<string[]> {
  const migrations = await readMigrations();
  return applyMigrations(ownerUrl, migrations.slice(0, upTo), { isNewest: upTo >= migrations.length });
}

/**
 * Applies the `migrations` that the database lacks and returns their names. With `isNewest`, rejects a database that
 * has other migrations, because a newer version created it.
 */
export async function applyMigrations(
  ownerUrl: string,
  migrations: readonly Migration[],
  { isNewest } = { isNewest: true },
): Promise<string[]> {
  const client = await connectToPrimary(ownerUrl, { application_name: "praxisportal migrate" });
  try {
    await takeMigrationLock(client);
    const knownNames = await inTransaction(client, () => prepare(client));
    for (const { name, checksum } of migrations) {
      if ((knownNames.get(name) ?? checksum) !== checksum)
        throw new MigrationError(`migration ${name} was changed after it had been applied`);
    }
    for (const name of knownNames.keys()) {
      if (isNewest && !migrations.some((migration) => migration.name === name))
        throw new MigrationError(`the database was made by a newer version of the portal (${name})`);
    }
    const pending = migrations.filter(({ name }) => !knownNames.has(name));
    for (const migration of pending) await applyMigration(client, migration);
    const faults = await tenantPolicyFaults(client);
    if (faults.length > 0)
      throw new MigrationError(`isolation of organizations is incomplete: ${faults.join("; ")}`);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * Waits until no other process migrates. The lock is held until the connection ends. It is polled, because a concurrent
 * index build waits for every running statement, including one that waits for the lock.
 */
async function takeMigrationLock(client: pg.Client): Promise<void> {
  const takeLock = "select pg_try_advisory_lock($1) as taken";
  while (!(await client.query<{ taken: boolean }>(takeLock, [migrationLock])).rows[0]?.taken)
    await setTimeout(migrationLockRetryMs);
}

/** Creates the table of applied migrations if it is missing, and returns the migrations with their checksums. */
async function prepare(client: pg.Client): Promise<Map<string, string>> {
  await client.query(
    "create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
  );
  await assertPrepared(client);
  await client.query(
    "grant usage on schema public to portal_app, portal_platform, portal_reader, portal_search",
  );
  await client.query("grant select on migration to portal_app, portal_platform");
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from migration",
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** PostgreSQL contrib modules that the portal uses for search indexes. */
const extensions = ["pg_trgm", "btree_gin"];

/**
 * Checks that the server has what only its administrator can add, which are the extensions and a role introduced in a
 * later release.
 *
 * @throws MigrationError whose message says what to install or run.
 */
export async function assertPrepared(
  client: pg.ClientBase,
  needed: readonly string[] = extensions,
): Promise<void> {
  const { rows } = await client.query<{ missing: string[]; search: boolean }>(
    `select array(select name from unnest($1::text[]) as needed (name)
        where not exists (select from pg_available_extensions available where available.name = needed.name))
        as missing,
      exists (select from pg_roles where rolname = 'portal_search') as search`,
    [needed],
  );
  const missing = rows[0]?.missing ?? [];
  if (missing.length > 0) {
    throw new MigrationError(
      `this PostgreSQL lacks ${missing.join(" and ")}: install its contributed modules (package postgresql-contrib), then start again`,
    );
  }
  if (!rows[0]?.search) {
    throw new MigrationError(
      "the role portal_search is missing: run `create role portal_search nologin; grant portal_search to portal_owner;` as administrator of the server, then start again",
    );
  }
}

/** Returns the names of missing migrations, using a role that may not migrate. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  const migrations = await readMigrations();
  const { rows } = await pool
    .query<{ name: string }>("select name from migration")
    .catch((error: { code?: string }) => {
      // The table is missing, or was created by a version that did not let this role read it.
      if (error.code === "42P01" || error.code === "42501") return { rows: [] };
      throw error;
    });
  const knownNames = new Set(rows.map((row) => row.name));
  return migrations.map(({ name }) => name).filter((name) => !knownNames.has(name));
}
