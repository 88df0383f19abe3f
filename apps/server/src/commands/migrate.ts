import { parseArgs } from "node:util";
import { migrateDatabase } from "../open-database.ts";
import { StartRefusal } from "../start-refusal.ts";
import { readConfig } from "../platform/config/config.ts";
import { withDatabase } from "./command-database.ts";
import { runCommand } from "./run-command.ts";

/**
 * `npm run migrate`: migrates the database to the newest version. If DATABASE_URL is set, it requires
 * DATABASE_OWNER_URL.
 */
await runCommand(async () => {
  parseArgs({ options: {} });
  const config = readConfig(process.env);
  if (config.databaseUrls && config.databaseUrls.owner === undefined) {
    throw new StartRefusal("DATABASE_OWNER_URL: is missing; only the owner of the tables can migrate.");
  }
  await withDatabase(config, (urls) => migrateDatabase(urls, (text) => console.log(text)));
  return 0;
});
