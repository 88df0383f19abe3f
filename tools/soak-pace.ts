import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * `npm run soak -- pace` runs the browser tests with responses that are slow at random, to find tests and screens that
 * depend on the order in which things finish. It prints its seed; `--seed 7` repeats a run.
 *
 * Other options are those of Playwright. Needs the built web app (`npm run build`).
 */
const root = fileURLToPath(new URL("..", import.meta.url));
if (!existsSync(new URL("../apps/web/dist/index.html", import.meta.url))) {
  throw new Error("The web app is not built: run npm run build first.");
}
const options = process.argv.slice(2);
const at = options.indexOf("--seed");
const seed = at === -1 ? String(1 + (Date.now() % 100_000)) : (options.splice(at, 2)[1] ?? "1");
console.log(`--seed ${seed}`);
const { status } = spawnSync(
  fileURLToPath(new URL("../node_modules/.bin/playwright", import.meta.url)),
  ["test", ...options],
  { cwd: root, stdio: "inherit", env: { ...process.env, PACE_SEED: seed } },
);
process.exitCode = status ?? 1;
