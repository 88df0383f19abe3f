import { parseArgs } from "node:util";
import { removeDemo } from "../features/demo/remove-demo.ts";
import { readConfig } from "../platform/config/config.ts";
import { withPlatformDb } from "./command-database.ts";
import { runCommand } from "./run-command.ts";

/** `npm run demo:remove`: removes the demonstration data from the database, so that it can serve real organizations. */
await runCommand(async () => {
  parseArgs({ options: {} });
  const counts = await withPlatformDb(readConfig(process.env), removeDemo);
  if (counts.people === 0 && counts.organizations === 0) {
    console.log("This database holds no demonstration.");
    return 0;
  }
  console.log(
    `Removed ${counts.organizations} organizations and ${counts.people} people of the demonstration.`,
  );
  console.log(
    "Start the portal with DEMO=off; otherwise it creates the demonstration again in an empty database.",
  );
  return 0;
});
