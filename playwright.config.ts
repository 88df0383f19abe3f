import { defineConfig } from "@playwright/test";
import { isFullRun } from "./e2e/support/screens/full-run.ts";
import { chromiumExecutable } from "./tools/chromium.ts";

/** The slowed pages of `npm run soak -- pace` take several times as long. */
const slowness = process.env["PACE_SEED"] === undefined ? 1 : 4;

const { executablePath, args, env } = await chromiumExecutable();

export default defineConfig({
  testDir: "e2e",
  outputDir: ".cache/e2e",
  // Second proofs and visits of every page run with `npm run soak -- screens`.
  ...(!isFullRun && { grepInvert: /@soak/ }),
  fullyParallel: true,
  // Each worker runs its own portal and database. With two workers, two cores would be idle a third of the time.
  workers: 3,
  // No retries: a flaky test is a failing test.
  retries: 0,
  forbidOnly: true,
  // A test that opens several pages takes half a minute on a busy machine.
  timeout: 60_000 * slowness,
  expect: { timeout: 10_000 * slowness },
  // Prints failures in full at the end.
  reporter: "dot",
  use: {
    browserName: "chromium",
    launchOptions: { executablePath, args, env },
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    viewport: { width: 1280, height: 800 },
    // Tests cannot intercept the requests of a service worker; its own tests allow it.
    serviceWorkers: "block",
    // Animations slow the tests down; the component tests cover them.
    contextOptions: { reducedMotion: "reduce" },
    // Recording slows each test by a tenth; `--trace retain-on-failure` shows a failure step by step.
    trace: "off",
  },
});
