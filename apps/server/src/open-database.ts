import type { Config, DatabaseUrls } from "./platform/config/config.ts";
import {
  closeDatabases,
  type Databases,
  openDatabases,
  prepareEmbeddedRoles,
  roleFault,
} from "./platform/db/connect.ts";
import { migrate, pendingMigrations } from "./platform/db/migrate.ts";
import { startEmbeddedPostgres } from "./platform/embedded-postgres/embedded-postgres.ts";
import type { Tracing } from "./platform/tracing/tracing.ts";
import { databaseRefusal, StartRefusal } from "./start-refusal.ts";

/** The configured PostgreSQL server, which is external or embedded. The embedded one runs until `stop`. */
export type DatabaseServer = {
  urls: DatabaseUrls;
  /** Resolves with a message when the embedded server ends unexpectedly. */
  ended: Promise<string> | undefined;
  stop(): Promise<void>;
};

/** Starts the embedded server or returns the URLs of the external one. Throws StartError if the server cannot start. */
export async function openDatabaseServer(
  config: Pick<Config, "databaseUrls" | "dataDir">,
  onStep: (text: string) => void,
): Promise<DatabaseServer> {
  if (config.databaseUrls) return { urls: config.databaseUrls, ended: undefined, stop: async () => {} };
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, onStep });
  try {
    onStep(`PostgreSQL ${server.version} is running`);
    return {
      urls: await prepareEmbeddedRoles(server.superuserUrl, config.dataDir),
      ended: server.exited.then((reason) => `The database ended. ${reason.message}`),
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Migrates the database if the owner's URL is configured. Throws StartRefusal for a failed connection and
 * MigrationError for a database that does not match this version.
 */
export async function migrateDatabase(urls: DatabaseUrls, onStep: (text: string) => void): Promise<void> {
  if (urls.owner === undefined) return;
  try {
    const applied = await migrate(urls.owner);
    onStep(applied.length > 0 ? `database migrated (${applied.length} steps)` : "database is up to date");
  } catch (error) {
    throw databaseRefusal(error, "DATABASE_OWNER_URL");
  }
}

/**
 * Opens the pools of a migrated database and verifies that row-level security applies to their roles. If it does not,
 * closes the pools and throws a StartRefusal.
 */
export async function openGuardedDatabases(
  urls: DatabaseUrls,
  connections?: number,
  tracing?: Tracing,
): Promise<Databases> {
  const databases = openDatabases(urls, connections, tracing);
  try {
    for (const [use, variable] of [
      ["app", "DATABASE_URL"],
      ["platform", "DATABASE_PLATFORM_URL"],
    ] as const) {
      const fault = await roleFault(databases[use], use).catch((error: unknown) => {
        throw databaseRefusal(error, variable);
      });
      if (fault) throw new StartRefusal(`${variable}: ${fault}; \`npm run db:setup\` creates safe roles.`);
    }
    const pending = await pendingMigrations(databases.platform.pool);
    if (pending.length > 0) {
      throw new StartRefusal(
        `DATABASE_OWNER_URL: the database lacks ${pending.length} migrations; set it, or run \`npm run migrate\` with it.`,
      );
    }
    return databases;
  } catch (error) {
    await closeDatabases(databases);
    throw error;
  }
}
