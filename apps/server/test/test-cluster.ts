import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../src/platform/db/migrate.ts";
import { createRoles } from "../src/platform/db/roles.ts";
import { PostgresNode } from "./failover/postgres-node.ts";

/** How a test process reaches its PostgreSQL; the template database is migrated and empty. */
export type ClusterAddress = { adminUrl: string; host: string; template: string };

const passwords = { owner: "owner-test", app: "app-test", platform: "platform-test" };

/** Hundreds of databases are created and dropped, of which none outlives the run. */
const volatile = { fsync: "off", full_page_writes: "off" };

/** Returns the connection URL of a role in a database of the cluster. */
export function roleUrl(host: string, database: string, role: keyof typeof passwords): string {
  return `postgres://portal_${role}:${passwords[role]}@${host}/${database}`;
}

/**
 * Starts a PostgreSQL for tests with roles and a migrated template: the bundled one in a temporary folder, or the
 * server of `TEST_DATABASE_ADMIN_URL` (a role that may create roles and databases).
 */
export async function createTestCluster() {
  const external = process.env["TEST_DATABASE_ADMIN_URL"];
  const folder = await mkdtemp(join(tmpdir(), "praxisportal test-"));
  const server = external ? undefined : await PostgresNode.createPrimary(folder, volatile);
  const adminUrl = external ?? server?.url ?? "";
  const host = new URL(adminUrl).host;
  const template = `portal_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await createRoles(admin, template, passwords);
  await migrate(roleUrl(host, template, "owner"));
  return {
    adminUrl,
    host,
    template,
    ownerUrl: roleUrl(host, template, "owner"),
    async stop() {
      await admin.query(`drop database if exists "${template}" with (force)`);
      await admin.end();
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
