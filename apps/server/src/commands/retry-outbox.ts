import { parseArgs } from "node:util";
import { readConfig } from "../platform/config/config.ts";
import { mailLifetimesMs } from "../platform/mail/mail-lifetimes.ts";
import { type Retried, retryParked } from "../platform/outbox/outbox.queries.ts";
import { withPlatformDb } from "./command-database.ts";
import { runCommand } from "./run-command.ts";

/**
 * `retry-outbox [--topic name]`: makes outbox messages, such as mails, due again if they were given up after their last
 * attempt. Messages that were refused for good or have expired are skipped. A running portal handles the messages at
 * once; otherwise the next one to start does.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { topic: { type: "string" } } });
  return withPlatformDb(readConfig(process.env), async (db) => {
    const topics = await retryParked(db.writes, values.topic, mailLifetimesMs);
    for (const topic of topics) console.log(textOf(topic));
    if (topics.length === 0) console.log("no message was given up");
    return 0;
  });
});

function textOf({ topic, retried, refused, expired }: Retried): string {
  const skipped = [
    ...(refused > 0 ? [`${refused} refused for good`] : []),
    ...(expired > 0 ? [`${expired} expired`] : []),
  ];
  return `${topic}: ${[`${retried} retried`, ...skipped].join(", ")}`;
}
