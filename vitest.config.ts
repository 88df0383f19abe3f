import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/**
 * Number of workers: one per core, but at least three and at most four. With two workers, two cores are idle a fifth of
 * the time, because tests also wait for processes, hashes and timers. More workers only queue for the shared
 * PostgreSQL.
 */
const maxWorkers = Math.min(4, Math.max(3, availableParallelism()));

const everywhere = {
  pool: "forks",
  maxWorkers,
  // No retries: a flaky test is a failing test.
  retry: 0,
  allowOnly: false,
  restoreMocks: true,
  // On a busy machine a second, the default, can be too short.
  expect: { poll: { timeout: 10_000 } },
} as const;

const webRoot = join(import.meta.dirname, "apps/web");
const webTests = "{src,language}/**/*.test.{ts,tsx}";

/** Tests with the DOM of a browser, which they request in their first line. */
const withBrowser = globSync(webTests, { cwd: webRoot }).filter((file) =>
  readFileSync(join(webRoot, file), "utf8").startsWith("// @vitest-environment jsdom"),
);

/** Tests of the web app. They use the plugins of the real build, so that they run the code that is shipped. */
const web = {
  ...everywhere,
  root: "apps/web",
  include: [webTests],
  environment: "node",
  setupFiles: [join(webRoot, "src/testing/web-test-setup.ts")],
  testTimeout: 15_000,
};

export default defineConfig({
  test: {
    ...everywhere,
    passWithNoTests: false,
    projects: [
      {
        extends: true,
        test: {
          name: "contract",
          root: "packages/contract",
          include: ["src/**/*.test.ts"],
          isolate: false,
          // Property tests try thousands of values, which takes time on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          root: "apps/server",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          // The files of a worker share its modules, because loading them again for each file would take a third of
          // the time. Every file starts its own server with its own database.
          isolate: false,
          setupFiles: [join(import.meta.dirname, "apps/server/test/setup.ts")],
          // The entire run uses one PostgreSQL. Each file creates its own database from the migrated template.
          globalSetup: [join(import.meta.dirname, "apps/server/test/global-setup.ts")],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: "apps/web/vite.config.ts",
        // The files of a worker share its modules, because loading them again takes longer than these tests themselves.
        test: { ...web, name: "web", exclude: withBrowser, isolate: false },
      },
      {
        // Components leave state in the modules of libraries, such as the focused element, so each file loads its own
        // modules. A new scope in the same process takes a third of the time of a new process, which would load jsdom
        // again.
        extends: "apps/web/vite.config.ts",
        test: { ...web, name: "web-browser", include: withBrowser, pool: "vmForks" },
      },
      {
        extends: true,
        test: {
          name: "tools",
          root: ".",
          include: [
            "{tools,bench}/**/*.test.ts",
            "apps/{legacy-practice-server,demo-ai-upstream}/**/*.test.ts",
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
