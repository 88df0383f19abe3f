import { parseArgs } from "node:util";
import { SetupService } from "../features/setup/setup.service.ts";
import { systemClock } from "../platform/clock/clock.ts";
import { readConfig } from "../platform/config/config.ts";
import { PasswordHasher } from "../platform/crypto/password-hasher.ts";
import { writeSetupLink } from "../setup-link.ts";
import { withPlatformDb } from "./command-database.ts";
import { runCommand } from "./run-command.ts";

/** `npm run admin:create`: creates a new one-time link for the first administrator; earlier links become invalid. */
await runCommand(async () => {
  parseArgs({ options: {} });
  const config = readConfig(process.env);
  return withPlatformDb(config, async (platformDb) => {
    const setup = new SetupService({
      platformDb,
      clock: systemClock,
      hasher: new PasswordHasher(),
    });
    const file = await writeSetupLink(setup, config);
    if (file === undefined) {
      console.error("An administrator already exists; further ones are created in the portal.");
      return 1;
    }
    console.log(`Open the link in ${file} within 30 minutes, while the portal runs.`);
    return 0;
  });
});
