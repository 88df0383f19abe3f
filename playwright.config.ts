import { defineConfig } from "@playwright/test";
import { chromiumExecutable } from "./tools/chromium.ts";

const { executablePath, args, env } = await chromiumExecutable();

export default defineConfig({
  testDir: "e2e",
  outputDir: ".cache/e2e",
  fullyParallel: true,
  // Each worker runs its own portal and database. Two would leave two cores idle a third of the time.
  workers: 3,
  // No retries: a flaky test is a failing test.
  retries: 0,
  forbidOnly: true,
  // On a busy machine a test of several pages takes half a minute.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Prints failures in full at the end.
  reporter: "dot",
  use: {
    browserName: "chromium",
    launchOptions: { executablePath, args, env },
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    viewport: { width: 1280, height: 800 },
    // Requests of a service worker are seen by no test; its own tests allow it.
    serviceWorkers: "block",
    // Animations slow the tests down; they are tested with the components.
    contextOptions: { reducedMotion: "reduce" },
    // Recording slows each test by a tenth; `--trace retain-on-failure` shows a failure step by step.
    trace: "off",
  },
});
