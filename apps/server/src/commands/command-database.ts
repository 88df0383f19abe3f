import { migrateDatabase, openDatabaseServer, openGuardedDatabases } from "../open-database.ts";
import type { Config, DatabaseUrls } from "../platform/config/config.ts";
import { closeDatabases, prepareEmbeddedRoles } from "../platform/db/connect.ts";
import { PlatformDb } from "../platform/db/platform-db.ts";
import { runningEmbeddedPostgres } from "../platform/embedded-postgres/embedded-postgres.ts";

/**
 * Opens the configured database for a command. An embedded one that the portal is running is used as it is; otherwise
 * it is started for the duration of the command.
 */
export async function withDatabase<Result>(
  config: Pick<Config, "databaseUrls" | "dataDir">,
  work: (urls: DatabaseUrls) => Promise<Result>,
): Promise<Result> {
  const running = config.databaseUrls ? undefined : runningEmbeddedPostgres(config.dataDir);
  if (running) return work(await prepareEmbeddedRoles(running.superuserUrl, config.dataDir));
  const server = await openDatabaseServer(config, () => undefined);
  try {
    return await work(server.urls);
  } finally {
    await server.stop();
  }
}

/** Migrates the database and opens it as the platform role, which can access every organization. */
export function withPlatformDb<Result>(
  config: Pick<Config, "databaseUrls" | "dataDir">,
  work: (db: PlatformDb) => Promise<Result>,
): Promise<Result> {
  return withDatabase(config, async (urls) => {
    await migrateDatabase(urls, () => undefined);
    const databases = await openGuardedDatabases(urls);
    try {
      return await work(new PlatformDb(databases.platform));
    } finally {
      await closeDatabases(databases);
    }
  });
}
