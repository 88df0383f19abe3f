import { randomBytes } from "node:crypto";
import pg from "pg";
import type { DatabaseUrls } from "../config/config.ts";
import { migrate } from "./migrate.ts";
import { createRoles } from "./roles.ts";

/** Minimum major version of PostgreSQL. */
const minPostgresVersion = 15;

export type SetUpOptions = {
  /** Connection URL of a role that may create roles and databases. */
  adminUrl: string;
  database: string;
  /** Whether existing roles get new passwords. Otherwise existing roles are an error. */
  renew: boolean;
};

/** Result of the setup, or a one-line reason why nothing was created. */
export type SetUpResult =
  | { done: true; urls: Required<Omit<DatabaseUrls, "reports">>; isNew: boolean; applied: readonly string[] }
  | { done: false; problem: string };

/** Creates roles with random passwords and the database, and migrates it. Throws connection errors. */
export async function setUpDatabase({ adminUrl, database, renew }: SetUpOptions): Promise<SetUpResult> {
  const passwords = { owner: randomPassword(), app: randomPassword(), platform: randomPassword() };
  const admin = new pg.Client({ connectionString: adminUrl, application_name: "praxisportal setup" });
  await admin.connect();
  let isNew: boolean;
  try {
    const { rows } = await admin.query<{ version: number; roles: boolean; known: boolean; allowed: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as version,
        exists (select from pg_roles where rolname in ('portal_owner', 'portal_app', 'portal_platform')) as roles,
        exists (select from pg_database where datname = $1) as known,
        (select rolsuper or (rolcreaterole and rolcreatedb) from pg_roles where rolname = current_user) as allowed`,
      [database],
    );
    const state = rows[0] ?? { version: 0, roles: false, known: false, allowed: false };
    const problem = problemOf(state, renew);
    if (problem !== undefined) return { done: false, problem };
    isNew = !state.known;
    await createRoles(admin, database, passwords);
  } finally {
    await admin.end();
  }
  const urlOf = (role: keyof typeof passwords) => {
    const url = new URL(adminUrl);
    url.username = `portal_${role}`;
    url.password = passwords[role];
    url.pathname = `/${encodeURIComponent(database)}`;
    return url.href;
  };
  const urls = { owner: urlOf("owner"), app: urlOf("app"), platform: urlOf("platform") };
  return { done: true, urls, isNew, applied: await migrate(urls.owner) };
}

type State = { version: number; roles: boolean; allowed: boolean };

function problemOf({ version, roles, allowed }: State, renew: boolean): string | undefined {
  if (version < minPostgresVersion) {
    return `the server is PostgreSQL ${version}; the portal needs ${minPostgresVersion} or newer`;
  }
  if (!allowed) return "this role may not create roles and databases";
  if (roles && !renew) {
    return "the roles of the portal exist already; --new-passwords gives them new passwords and ends the old ones";
  }
  return undefined;
}

function randomPassword(): string {
  return randomBytes(24).toString("hex");
}
