// The steps that a change must pass, in order. `npm test` runs all of them, `npm run check` the group "check".

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {"check" | "test"} group
 * @property {string[]} command program and arguments; a program of node_modules/.bin, or `node` for the packaged
 * Node.js
 * @property {string[]} [needs] files that the step needs; it fails with their names if they are missing
 * @property {"vitest" | "playwright"} [cases] counts the cases of its JSON report; otherwise the step counts
 * as one
 * @property {number} timeoutMinutes
 * @property {boolean} [together] may run in parallel with the neighboring steps that have this property
 */

/** @type {Step[]} */
export const steps = [
  { name: "format", group: "check", command: ["oxfmt", "--check", "."], timeoutMinutes: 2, together: true },
  {
    name: "lint",
    group: "check",
    command: ["oxlint", "--type-aware", "--deny-warnings"],
    needs: [".oxlintrc.json"],
    timeoutMinutes: 5,
    together: true,
  },
  {
    name: "types",
    group: "check",
    // Several checkers would compute the same types repeatedly, which takes twice the CPU time.
    command: ["tsc", "-b", "--checkers", "1"],
    needs: ["tsconfig.json"],
    timeoutMinutes: 5,
    together: true,
  },
  {
    name: "architecture",
    group: "check",
    command: ["node", "tools/check-architecture.ts"],
    needs: ["tools/check-architecture.ts"],
    timeoutMinutes: 2,
    together: true,
  },
  {
    name: "language",
    group: "check",
    command: ["node", "apps/web/language/check-language.ts"],
    needs: ["apps/web/language/check-language.ts"],
    timeoutMinutes: 2,
    together: true,
  },
  {
    name: "spelling",
    group: "check",
    command: ["cspell", "lint", "--no-progress", "--no-summary", "--show-suggestions"],
    needs: ["cspell.json"],
    timeoutMinutes: 3,
    together: true,
  },
  {
    name: "database types",
    group: "check",
    command: ["node", "tools/generate-db-types.ts", "--check"],
    needs: ["tools/generate-db-types.ts"],
    timeoutMinutes: 2,
    together: true,
  },
  {
    name: "web build",
    group: "check",
    command: ["node", "tools/build-web.mjs"],
    needs: ["apps/web/vite.config.ts"],
    timeoutMinutes: 5,
    together: true,
  },
  { name: "unused code", group: "check", command: ["knip"], timeoutMinutes: 3, together: true },
  {
    name: "unit and integration tests",
    group: "test",
    command: ["vitest", "run"],
    needs: ["vitest.config.ts"],
    cases: "vitest",
    timeoutMinutes: 25,
  },
  {
    name: "browser tests",
    group: "test",
    command: ["playwright", "test"],
    // Without the built web app every test would wait for its time-out.
    needs: ["playwright.config.ts", "apps/web/dist/index.html"],
    cases: "playwright",
    timeoutMinutes: 30,
  },
  // The longest steps start first, so that the run does not end with one core working alone.
  {
    name: "benchmarks run",
    group: "test",
    command: ["node", "bench/run.ts", "--short"],
    needs: ["bench/run.ts", "apps/web/dist/index.html"],
    timeoutMinutes: 5,
    together: true,
  },
  {
    name: "fuzz",
    group: "test",
    command: ["node", "tools/soak-fuzz.ts", "--cases", "2000", "--sweep-share", "4"],
    needs: ["tools/soak-fuzz.ts"],
    timeoutMinutes: 5,
    together: true,
  },
  {
    name: "kill rounds",
    group: "test",
    command: ["node", "tools/soak-kill.ts", "--rounds", "2"],
    needs: ["tools/soak-kill.ts"],
    timeoutMinutes: 3,
    together: true,
  },
  {
    name: "bulk work killed",
    group: "test",
    command: ["node", "tools/soak-bulk.ts", "--people", "40", "--kills", "1"],
    needs: ["tools/soak-bulk.ts"],
    timeoutMinutes: 3,
    together: true,
  },
  {
    name: "webhooks killed",
    group: "test",
    command: ["node", "tools/soak-webhooks.ts", "--short"],
    needs: ["tools/soak-webhooks.ts"],
    timeoutMinutes: 3,
    together: true,
  },
  {
    name: "full disk",
    group: "test",
    command: ["node", "tools/soak-full-disk.ts"],
    needs: ["tools/soak-full-disk.ts"],
    timeoutMinutes: 2,
    together: true,
  },
  {
    name: "restore by another user",
    group: "test",
    command: ["node", "tools/soak-restore.ts"],
    needs: ["tools/soak-restore.ts"],
    timeoutMinutes: 3,
    together: true,
  },
  {
    name: "behind nginx and Caddy",
    group: "test",
    command: ["node", "tools/soak-proxy.ts", "--idle-seconds", "1"],
    needs: ["tools/soak-proxy.ts"],
    timeoutMinutes: 3,
    together: true,
  },
  {
    name: "PostgreSQL 15",
    group: "test",
    command: ["node", "tools/soak-postgres-15.ts", "--short"],
    needs: ["tools/soak-postgres-15.ts"],
    timeoutMinutes: 5,
    together: true,
  },
  {
    name: "races",
    group: "test",
    command: ["node", "tools/soak-races.ts", "--rounds", "1"],
    needs: ["tools/soak-races.ts"],
    timeoutMinutes: 3,
    together: true,
  },
  {
    name: "requirement coverage",
    group: "test",
    command: ["node", "tools/coverage/coverage-spec.ts", "--strict"],
    needs: ["tools/coverage/coverage-spec.ts"],
    timeoutMinutes: 1,
  },
];
