import { parseArgs } from "node:util";
import { readConfig } from "../platform/config/config.ts";
import { retryParked } from "../platform/outbox/outbox.queries.ts";
import { withPlatformDb } from "./command-database.ts";
import { runCommand } from "./run-command.ts";

/**
 * `retry-outbox [--topic name]`: makes outbox messages, such as mails, due again that were given up after their last
 * attempt. A running portal handles them at once; otherwise the next one to start does.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { topic: { type: "string" } } });
  return withPlatformDb(readConfig(process.env), async (db) => {
    const retried = await retryParked(db, values.topic);
    for (const { topic, count } of retried) console.log(`${topic}: ${count} retried`);
    if (retried.length === 0) console.log("no message was given up");
    return 0;
  });
});
