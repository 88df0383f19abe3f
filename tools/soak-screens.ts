import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * `npm run soak -- screens`: checks every state of every screen with axe in both themes and all languages, its focus
 * order, 320 px and 200 %, broken words, forced colors and print, how every form behaves, and the requests of every page
 * after live updates. `npm test` checks one state per route and viewer, in German and French, some forms and some pages.
 *
 * Options are those of Playwright: `npm run soak -- screens -g webhooks`. Needs the built web app (`npm run build`).
 */
const root = fileURLToPath(new URL("..", import.meta.url));
if (!existsSync(new URL("../apps/web/dist/index.html", import.meta.url))) {
  throw new Error("The web app is not built: run npm run build first.");
}
const { status } = spawnSync(
  fileURLToPath(new URL("../node_modules/.bin/playwright", import.meta.url)),
  [
    "test",
    "e2e/portal/accessibility.spec.ts",
    "e2e/portal/accessibility-forms.spec.ts",
    "e2e/portal/navigation-live.spec.ts",
    "e2e/portal/shell-figures.spec.ts",
    "e2e/portal/shell-grid.spec.ts",
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, ALL_SCREENS: "on" } },
);
process.exitCode = status ?? 1;
