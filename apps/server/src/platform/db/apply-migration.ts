import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { applyTenantPolicies } from "./policies.ts";

/** One numbered file of the migrations folder. */
export type Migration = { name: string; sql: string; checksum: string };

/** First line of a migration with a single statement that cannot run in a transaction. */
const withoutTransaction = "-- transaction: none";

/** Codes of a lock timeout and of a deadlock with the running portal. */
const retriedErrors: ReadonlySet<unknown> = new Set(["55P03", "40P01"]);
/**
 * Maximum number of attempts per migration, and longest pause between two attempts in ms. The first pause is an eighth
 * of it.
 */
const attempts = 20;
const maxPauseMs = 800;

/**
 * Applies one migration, records it and isolates the tenant tables that it adds or changes, all in one transaction. The
 * lock timeout keeps other statements from queueing behind a lock that the migration waits for. After the timeout or a
 * deadlock the migration is retried.
 *
 * @throws The error of the database if the migration fails or gets no lock in any attempt.
 */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  const apply = migration.sql.startsWith(withoutTransaction) ? applyAlone : applyInTransaction;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(client, migration);
    } catch (error) {
      if (!retriedErrors.has((error as { code?: string }).code) || attempt === attempts) throw error;
      await setTimeout(Math.min(100 * 2 ** (attempt - 1), maxPauseMs));
    }
  }
}

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await inTransaction(client, async () => {
    // Functions of these roles are created by the owner on their behalf.
    await client.query("grant create on schema public to portal_reader, portal_search");
    await client.query(migration.sql);
    await record(client, migration);
    await applyTenantPolicies(client);
    await client.query("revoke create on schema public from portal_reader, portal_search");
  });
}

/** Applies a concurrent index build. An interrupted build leaves an invalid index, which is dropped first. */
async function applyAlone(client: pg.Client, migration: Migration): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select indexrelid::regclass::text as name from pg_index where not indisvalid",
  );
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`);
  await client.query(migration.sql);
  await record(client, migration);
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query("insert into migration (name, checksum) values ($1, $2)", [name, checksum]);
}

/** Runs `work` in a transaction and rolls it back on an error. */
export async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
