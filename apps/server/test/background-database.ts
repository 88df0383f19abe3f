import { randomUUID } from "node:crypto";
import { CompiledQuery } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import { roleUrl } from "./test-cluster.ts";
import { Database } from "../src/platform/db/database.ts";
import { IdentityDb } from "../src/platform/db/handles.ts";
import { PlatformDb } from "../src/platform/db/platform-db.ts";

/** Creates a migrated, empty database for one test file, with the handles of both roles. */
export async function createTestDatabase() {
  const { adminUrl, host, template } = inject("cluster");
  const name = `background_${randomUUID().slice(0, 8)}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  admin.on("error", () => undefined);
  await admin.connect();
  // Cloning needs exclusive access to the template, so concurrent test files take turns.
  await admin.query("select pg_advisory_lock(4711)");
  await admin.query(`create database ${name} template "${template}" owner portal_owner strategy file_copy`);
  await admin.query("select pg_advisory_unlock(4711)");
  await admin.query(`grant connect on database ${name} to portal_app, portal_platform`);
  const appUrl = roleUrl(host, name, "app");
  const platformUrl = roleUrl(host, name, "platform");
  const open = (url: string) => new Database({ url, maxConnections: 10, applicationName: "test" });
  const app = open(appUrl);
  const platform = open(platformUrl);
  const disconnectAll = () =>
    admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  return {
    appUrl,
    platformUrl,
    identityDb: new IdentityDb(app),
    platformDb: new PlatformDb(platform),
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await platform.unbound.executeQuery<Row>(CompiledQuery.raw(text, values))).rows,
    /** Runs the same maintenance as autovacuum, which removes dead rows and updates planner statistics. */
    async vacuum(table: string) {
      const owner = new pg.Client({ connectionString: roleUrl(host, name, "owner") });
      await owner.connect();
      await owner.query(`vacuum analyze ${owner.escapeIdentifier(table)}`);
      await owner.end();
    },
    /** Ends all connections, like a database restart. */
    disconnectAll,
    /** Rejects all connections until {@link allowConnections}. */
    async refuseConnections() {
      await admin.query(`alter database ${name} with allow_connections false`);
      await disconnectAll();
    },
    allowConnections: () => admin.query(`alter database ${name} with allow_connections true`),
    async close() {
      await Promise.all([app.close(), platform.close()]);
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

/** Collects log lines for assertions. */
export function quietLog() {
  const lines: unknown[][] = [];
  const record = (...line: unknown[]) => void lines.push(line);
  return { lines, info: record, warn: record, error: record };
}
