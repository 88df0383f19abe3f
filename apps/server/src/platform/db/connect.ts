import { randomBytes } from "node:crypto";
import pg from "pg";
import { databasePoolSize } from "../config/operation-limits.ts";
import { loadOrCreate } from "../config/keys.ts";
import type { DatabaseUrls } from "../config/config.ts";
import { Database } from "./database.ts";
import { hostUrls } from "./hosts/database-hosts.ts";
import type { ReplicaDatabases } from "./reports/report-db.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { createRoles } from "./roles.ts";

const embeddedDatabase = "praxisportal";

/** Creates roles and database in the embedded server and returns their connection URLs. */
export async function prepareEmbeddedRoles(
  superuserUrl: string,
  dataDir: string,
): Promise<Required<Omit<DatabaseUrls, "reports">>> {
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

/** Pools of a running server, and those of its replica for reports. */
export type Databases = { app: Database; platform: Database; replica?: ReplicaDatabases };

/** Share of the connections for requests. The others are for background work and operators. */
const requestShare = 4 / 7;
/** Number of connections of a role to the replica. Reports are few and long. */
const replicaConnections = 4;

/**
 * @param connections Maximum number of connections to the primary. A few more go to the replica and to the bus.
 * @param tracing Gets a span for each query of a request.
 */
export function openDatabases(
  urls: DatabaseUrls,
  connections: number = databasePoolSize,
  tracing?: Tracing,
): Databases {
  const app = Math.round(connections * requestShare);
  const open = (url: string, maxConnections: number, applicationName: string) =>
    new Database({ url, maxConnections, applicationName, tracing });
  return {
    app: open(urls.app, app, "praxisportal"),
    platform: open(urls.platform, connections - app, "praxisportal platform"),
    ...(urls.reports && {
      replica: {
        app: open(atHostOf(urls.reports, urls.app), replicaConnections, "praxisportal reports"),
        platform: open(atHostOf(urls.reports, urls.platform), replicaConnections, "praxisportal reports"),
      },
    }),
  };
}

/** Returns the URL of a role at another host. A replica has the same roles, passwords and databases. */
function atHostOf(host: string, url: string): string {
  const [first = ""] = hostUrls(url);
  const moved = new URL(first);
  const { hostname, port, search } = new URL(host);
  moved.hostname = hostname;
  moved.port = port;
  if (search !== "") moved.search = search;
  return moved.href;
}

/**
 * Returns the fault of a login role, or undefined. A role that is a superuser, bypasses row-level security, owns tables
 * or (for the application) has platform rights would silently disable row-level security. Roles that it can assume with
 * `set role` count as well.
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
  const { app, platform, replica } = databases;
  const pools = replica === undefined ? [app, platform] : [app, platform, replica.app, replica.platform];
  await Promise.all(pools.map((pool) => pool.close()));
}
