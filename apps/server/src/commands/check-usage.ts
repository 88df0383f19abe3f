import { parseArgs } from "node:util";
import { dateInTimeZone, periodRange } from "@praxisportal/contract/usage/usage.rules";
import { dateSchema } from "@praxisportal/contract/validation";
import { findDifferences } from "../features/usage/usage-check.platform-queries.ts";
import { lineOf } from "../features/usage/usage-check.worker.ts";
import { readConfig } from "../platform/config/config.ts";
import { withPlatformDb } from "./command-database.ts";
import { runCommand } from "./run-command.ts";

/**
 * `check-usage [--since YYYY-MM-DD]`: compares the stored sums of AI usage with the calls. The exit code
 * is 1 when they differ.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { since: { type: "string" } } });
  const since = values.since ?? periodRange("year", dateInTimeZone("UTC", new Date())).startDate;
  if (!dateSchema.safeParse(since).success) {
    console.error("--since takes a date (YYYY-MM-DD)");
    return 2;
  }
  return withPlatformDb(readConfig(process.env), async (db) => {
    const { organizations, differences } = await findDifferences(db, since);
    for (const difference of differences) console.error(lineOf(difference));
    const verdict = differences.length === 0 ? "every sum matches its calls" : `${differences.length} wrong`;
    console.log(`${organizations} organizations since ${since}: ${verdict}`);
    return differences.length === 0 ? 0 : 1;
  });
});
