import type pg from "pg";

/** Passwords of the three login roles. */
export type RolePasswords = { owner: string; app: string; platform: string };

/**
 * Creates the roles and the database, or updates existing ones to this state.
 *
 * - `portal_owner` owns the objects and migrates. It is no superuser, and row-level security applies to it.
 * - `portal_app` owns nothing and serves requests.
 * - `portal_platform` is for background work and platform services.
 * - `portal_reader` cannot log in. It owns the few security-definer functions and has only the rights they need.
 * - `portal_search` cannot log in. It owns the search function and may read only the columns that the function uses.
 *
 * @param admin Connection of a role that may create roles and databases.
 */
export async function createRoles(
  admin: pg.Client,
  database: string,
  passwords: RolePasswords,
): Promise<void> {
  const quote = (name: string) => admin.escapeIdentifier(name);
  await withRoleLock(admin, () => upsertRoles(admin, passwords));
  const { rowCount } = await admin.query("select from pg_database where datname = $1", [database]);
  if (!rowCount) {
    // The administrator of a managed server is not a superuser and must be a member of the new database's owner.
    await admin.query("grant portal_owner to current_user").catch(() => undefined);
    await admin.query(`create database ${quote(database)} owner portal_owner`);
  }
  await withRoleLock(admin, async () => {
    await admin.query(`revoke all on database ${quote(database)} from public`);
    await admin.query(`grant connect on database ${quote(database)} to portal_app, portal_platform`);
  });
}

/**
 * Runs work under a server-wide lock, because roles and databases belong to the whole server and concurrent setups
 * would update the same rows.
 */
async function withRoleLock(admin: pg.Client, work: () => Promise<void>): Promise<void> {
  await admin.query("begin");
  try {
    await admin.query("select pg_advisory_xact_lock(hashtext('portal roles'))");
    await work();
    await admin.query("commit");
  } catch (error) {
    await admin.query("rollback");
    throw error;
  }
}

async function upsertRoles(admin: pg.Client, passwords: RolePasswords): Promise<void> {
  for (const [role, password] of [
    ["portal_owner", passwords.owner],
    ["portal_app", passwords.app],
    ["portal_platform", passwords.platform],
    ["portal_reader", undefined],
    ["portal_search", undefined],
  ] as const) {
    const { rowCount } = await admin.query("select from pg_roles where rolname = $1", [role]);
    const login = password === undefined ? "nologin" : `login password ${admin.escapeLiteral(password)}`;
    await admin.query(`${rowCount ? "alter" : "create"} role ${role} ${login}`);
  }
  // The owner transfers functions to these roles and must be a member to replace them.
  await admin.query("grant portal_reader, portal_search to portal_owner");
}
