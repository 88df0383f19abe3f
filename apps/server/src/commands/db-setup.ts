import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { setUpDatabase } from "../platform/db/set-up-database.ts";
import { databaseRefusal } from "../start-refusal.ts";
import { runCommand } from "./run-command.ts";

const usage =
  "Usage: npm run db:setup -- <postgres://administrator:password@host/postgres> [--database name] [--new-passwords]";

/** `npm run db:setup`: creates roles, database and tables on a PostgreSQL server and prints the settings to use. */
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      database: { type: "string", default: "praxisportal" },
      "new-passwords": { type: "boolean", default: false },
    },
  });
  const adminUrl = positionals[0] ?? (process.env["DATABASE_ADMIN_URL"] || undefined);
  if (adminUrl === undefined || positionals.length > 1) {
    console.error(`${usage} (or DATABASE_ADMIN_URL)`);
    return 2;
  }
  if (!/^postgres(ql)?:\/\//.test(adminUrl) || !URL.canParse(adminUrl)) {
    console.error("DATABASE_ADMIN_URL must be an address that begins with postgres://.");
    return 2;
  }
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(values.database)) {
    console.error("--database may contain only lower-case letters, digits and underscores.");
    return 2;
  }
  const options = { adminUrl, database: values.database, renew: values["new-passwords"] };
  const result = await setUpDatabase(options).catch((error: unknown) => {
    throw databaseRefusal(error, "DATABASE_ADMIN_URL");
  });
  if (!result.done) {
    console.error(`DATABASE_ADMIN_URL: ${result.problem}.`);
    return 1;
  }
  console.error(
    `Database ${values.database} is ready (${result.applied.length} migrations applied now). Set:`,
  );
  console.log(`DATABASE_URL=${result.urls.app}`);
  console.log(`DATABASE_PLATFORM_URL=${result.urls.platform}`);
  console.log(`DATABASE_OWNER_URL=${result.urls.owner}`);
  // A new key would make the secrets in an existing database unreadable.
  if (result.isNew) console.log(`MASTER_KEY=${randomBytes(32).toString("base64")}`);
  else console.error("MASTER_KEY stays as it is: the secrets in this database are sealed with it.");
  return 0;
});
