import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * `npm run soak`: runs the long versions of what `npm test` runs briefly, one after the other. `npm run soak -- fuzz
 * --seed 7` runs one of them with its own options, documented in its file.
 */
const parts = ["kill", "bulk", "full-disk", "fuzz", "races", "audit", "ai"] as const;

const [wanted, ...options] = process.argv.slice(2);
const chosen = wanted === undefined ? parts : parts.filter((part) => part === wanted);
if (chosen.length === 0) {
  console.error(`Unknown part "${wanted}"; choose one of ${parts.join(", ")}.`);
  process.exitCode = 2;
}
for (const part of chosen) {
  console.log(`\n${part}`);
  const file = fileURLToPath(new URL(`soak-${part}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file, ...options], { stdio: "inherit" });
  // 77: not supported on this system.
  if (status !== 0 && status !== 77) process.exitCode = 1;
}
