import { randomBytes } from "node:crypto";
import pg from "pg";
import { loadOrCreate } from "../config/keys.ts";
import type { DatabaseUrls } from "../config/config.ts";
import { Database } from "./database.ts";
import { createRoles } from "./roles.ts";

const embeddedDatabase = "praxisportal";

/** Creates roles and database in the embedded server and returns their connection URLs. */
export async function prepareEmbeddedRoles(
  superuserUrl: string,
  dataDir: string,
): Promise<Required<DatabaseUrls>> {
  const password = (role: string) =>
    loadOrCreate(dataDir, `postgres-${role}`, () => randomBytes(24).toString("hex"));
  const passwords = {
    owner: await password("owner"),
    app: await password("app"),
    platform: await password("platform"),
  };
  const admin = new pg.Client({ connectionString: superuserUrl });
  await admin.connect();
  try {
    await createRoles(admin, embeddedDatabase, passwords);
  } finally {
    await admin.end();
  }
  const { host } = new URL(superuserUrl);
  const url = (role: keyof typeof passwords) =>
    `postgres://portal_${role}:${passwords[role]}@${host}/${embeddedDatabase}`;
  return { owner: url("owner"), app: url("app"), platform: url("platform") };
}

/** The pools of a running server. */
export type Databases = { app: Database; platform: Database };

export function openDatabases(urls: DatabaseUrls): Databases {
  return {
    app: new Database({ url: urls.app, maxConnections: 16, applicationName: "praxisportal" }),
    platform: new Database({
      url: urls.platform,
      maxConnections: 12,
      applicationName: "praxisportal platform",
    }),
  };
}

/**
 * Returns what is wrong with a login role, or undefined. A role that is a superuser, bypasses row-level security, owns
 * tables or (for the application) has platform rights would silently disable row-level security. Roles that it can
 * assume with `set role` count as well.
 */
export async function roleFault(database: Database, use: "app" | "platform"): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ name: string; fault: string | null }>(
    `select current_user as name, case
      when rolsuper then 'is a superuser'
      when rolbypassrls then 'bypasses row-level security'
      when exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r' and pg_has_role(current_user, c.relowner, 'member'))
        then 'owns tables of the portal'
      when $1 = 'app' and exists (select from pg_roles wide
        where wide.rolname in ('portal_platform', 'portal_reader', 'portal_search')
          and pg_has_role(current_user, wide.oid, 'member'))
        then 'sees every organization'
    end as fault
    from pg_roles where rolname = current_user`,
    [use],
  );
  const [row] = rows;
  return row?.fault ? `the database role ${row.name} ${row.fault}` : undefined;
}

export async function closeDatabases(databases: Databases): Promise<void> {
  await Promise.all([databases.app.close(), databases.platform.close()]);
}
