import { defineConfig } from "@playwright/test";
import { chromiumExecutable } from "./tools/chromium.ts";

const { executablePath, args, env } = await chromiumExecutable();

export default defineConfig({
  testDir: "e2e",
  outputDir: ".cache/e2e",
  fullyParallel: true,
  // Each worker runs a portal with its own database; more would only wait for each other.
  workers: 2,
  // A test that passes only the second time is a failing test.
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  // What failed stands at the end, in full.
  reporter: "dot",
  use: {
    browserName: "chromium",
    launchOptions: { executablePath, args, env },
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    viewport: { width: 1280, height: 800 },
    // Moves would only make the tests wait; what moves and what stands still is tested beside the components.
    contextOptions: { reducedMotion: "reduce" },
    // Recording costs each test a tenth; `--trace retain-on-failure` shows a failure step by step.
    trace: "off",
  },
});
