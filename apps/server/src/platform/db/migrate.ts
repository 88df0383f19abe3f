import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import pg from "pg";
import { applyTenantPolicies, tenantPolicyFaults } from "./policies.ts";

const migrationsFolder = new URL("../../../migrations/", import.meta.url);

/** Advisory lock that keeps concurrently starting processes from migrating at the same time. */
const migrationLock = 7_203_411;

/** The database does not match this version of the portal; the message is one line for the operator. */
export class MigrationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "MigrationError";
  }
}

/** One numbered file of the migrations folder. */
export type Migration = { name: string; sql: string; checksum: string };

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
 * Migrates the database to the newest version, forward only, in one transaction under a lock. Migrations that were
 * already applied must be unchanged.
 *
 * @param upTo maximum number of migrations to apply; for the test that upgrades a populated older version
 * @returns names of the migrations that were applied now
 */
export async function migrate(ownerUrl: string, upTo = Number.POSITIVE_INFINITY): Promise<string[]> {
  const migrations = (await readMigrations()).slice(0, upTo === Number.POSITIVE_INFINITY ? undefined : upTo);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "praxisportal migrate" });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
    await client.query(
      "create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    await assertPrepared(client);
    await client.query(
      "grant usage on schema public to portal_app, portal_platform, portal_reader, portal_search",
    );
    await client.query("grant select on migration to portal_app, portal_platform");
    await client.query("grant create on schema public to portal_reader, portal_search");
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from migration",
    );
    const known = new Map(rows.map((row) => [row.name, row.checksum]));
    const pending = migrations.filter((migration) => !known.has(migration.name));
    for (const migration of migrations) {
      const checksum = known.get(migration.name);
      if (checksum !== undefined && checksum !== migration.checksum) {
        throw new MigrationError(`migration ${migration.name} was changed after it had been applied`);
      }
    }
    for (const name of known.keys()) {
      if (upTo === Number.POSITIVE_INFINITY && !migrations.some((migration) => migration.name === name)) {
        throw new MigrationError(`the database was made by a newer version of the portal (${name})`);
      }
    }
    for (const migration of pending) {
      await client.query(migration.sql);
      await client.query("insert into migration (name, checksum) values ($1, $2)", [
        migration.name,
        migration.checksum,
      ]);
    }
    if (pending.length > 0) await applyTenantPolicies(client);
    const faults = await tenantPolicyFaults(client);
    if (faults.length > 0)
      throw new MigrationError(`isolation of practices is incomplete: ${faults.join("; ")}`);
    await client.query("revoke create on schema public from portal_reader, portal_search");
    await client.query("commit");
    return pending.map((migration) => migration.name);
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

/** PostgreSQL contrib modules that the portal uses for search indexes. */
const extensions = ["pg_trgm", "btree_gin"];

/**
 * Throws when the server lacks something that only its administrator can add: an extension, or a role introduced in a
 * later release.
 *
 * @throws MigrationError whose message says what to install or to run
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
  const known = new Set(rows.map((row) => row.name));
  return migrations.map(({ name }) => name).filter((name) => !known.has(name));
}
