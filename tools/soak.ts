import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * `npm run soak` runs the long versions of suites that `npm test` runs briefly, one after the other.
 * `npm run soak -- fuzz --seed 7` runs one of them with its own options, which its file documents.
 */
const suites = [
  "kill",
  "bulk",
  "full-disk",
  "restore",
  "upgrade",
  "old-node",
  "proxy",
  "clocks",
  "postgres-15",
  "fuzz",
  "races",
  "audit",
  "ai",
  "webhooks",
  "cluster",
  "screens",
  "pace",
] as const;

const [requestedSuite, ...options] = process.argv.slice(2);
const chosen = requestedSuite === undefined ? suites : suites.filter((suite) => suite === requestedSuite);
if (chosen.length === 0) {
  console.error(`Unknown suite "${requestedSuite}"; choose one of ${suites.join(", ")}.`);
  process.exitCode = 2;
}
for (const suite of chosen) {
  console.log(`\n${suite}`);
  const file = fileURLToPath(new URL(`soak-${suite}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file, ...options], { stdio: "inherit" });
  // Exit code 77 means that the suite is not supported on this system.
  if (status !== 0 && status !== 77) process.exitCode = 1;
}
