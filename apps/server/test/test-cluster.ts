import { mkdtemp, rm, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../src/platform/db/migrate.ts";
import { createRoles } from "../src/platform/db/roles.ts";
import { PostgresNode } from "./failover/postgres-node.ts";

/** Address of the PostgreSQL of a test run. The template database is migrated and empty. */
export type ClusterAddress = { adminUrl: string; host: string; template: string };

const passwords = { owner: "owner-test", app: "app-test", platform: "platform-test" };

/** Settings without durability, because hundreds of databases are created and none of them is needed after the run. */
const volatile = { fsync: "off", full_page_writes: "off" };

const gibibyte = 2 ** 30;

/**
 * Creates a data folder for a PostgreSQL server that is needed only during the tests. It is in memory if enough is
 * free, otherwise in the temporary folder. A database has a thousand files, and creating them on disk takes half a
 * second of system time.
 */
export async function createDataFolder(prefix: string): Promise<string> {
  const memory = "/dev/shm";
  const space = await statfs(memory).catch(() => undefined);
  const hasRoom =
    space !== undefined && space.bavail * space.bsize > 3 * gibibyte && freemem() > 6 * gibibyte;
  return mkdtemp(join(hasRoom ? memory : tmpdir(), prefix));
}

/** Returns the connection URL of a role in a database of the cluster. */
export function roleUrl(host: string, database: string, role: keyof typeof passwords): string {
  return `postgres://portal_${role}:${passwords[role]}@${host}/${database}`;
}

/**
 * Starts a PostgreSQL server for tests with roles and a migrated template. It is the bundled one in a temporary folder,
 * or the server of `TEST_DATABASE_ADMIN_URL`, whose role may create roles and databases.
 */
export async function createTestCluster() {
  const external = process.env["TEST_DATABASE_ADMIN_URL"];
  const folder = await createDataFolder("praxisportal test-");
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
