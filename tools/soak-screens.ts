import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * `npm run soak -- screens` checks every state of every screen with axe in both themes and all languages, its focus
 * order, 320 px and 200 %, broken words, forced colors and print. It also checks the behavior of every form, the
 * scripts that every page preloads, its requests after live updates, every list with the complete list kit, the
 * journeys in both themes, and the tests marked `@soak`. `npm test` checks one state per route in German, some forms
 * and some pages.
 *
 * Options are those of Playwright: `npm run soak -- screens -g webhooks`. Needs the built web app (`npm run build`).
 */
const root = fileURLToPath(new URL("..", import.meta.url));
if (!existsSync(new URL("../apps/web/dist/index.html", import.meta.url))) {
  throw new Error("The web app is not built: run npm run build first.");
}
/** Tests that check more in the full run, tests of lists, and tests that run only here. */
const specs = globSync("e2e/**/*.spec.ts", { cwd: root }).filter((file) =>
  /full-run\.ts|checkList|@soak/u.test(readFileSync(join(root, file), "utf8")),
);
const { status } = spawnSync(
  fileURLToPath(new URL("../node_modules/.bin/playwright", import.meta.url)),
  ["test", ...specs, ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit", env: { ...process.env, ALL_SCREENS: "on" } },
);
process.exitCode = status ?? 1;
