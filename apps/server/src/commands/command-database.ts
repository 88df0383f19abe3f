import { migrateDatabase, openDatabaseServer, openGuardedDatabases } from "../open-database.ts";
import type { Config, DatabaseUrls } from "../platform/config/config.ts";
import { closeDatabases, prepareEmbeddedRoles } from "../platform/db/connect.ts";
import { PlatformDb } from "../platform/db/platform-db.ts";
import { runningEmbeddedPostgres } from "../platform/embedded-postgres/embedded-postgres.ts";

/**
 * Opens the database of the configuration for a command. An embedded one that the portal runs at present is used as
 * it is; else it is started for as long as the command takes.
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

/** The migrated database as the platform role, which sees every practice. */
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
