import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { changeOwner, chooseRunAs } from "../apps/server/src/platform/embedded-postgres/run-as.ts";
import { findFreePort } from "../apps/server/test/cluster/free-port.ts";
import { skipped } from "./soak/skipped.ts";

/**
 * `npm run soak -- postgres-15` runs all tests of the server on PostgreSQL 15, the oldest supported version, if it is
 * installed in `/usr/lib/postgresql/15/bin` or in the folder `PG15_BIN`.
 *
 * `--short` runs only the tests that use most features of the database, as a step of `npm test`. Paths as arguments
 * select tests.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: "boolean", default: false } },
});
const mostDatabase = [
  "platform/db/migrate",
  "platform/db/row-level-security",
  "platform/db/stale-plan",
  "platform/jobs/",
  "ai/metering/holds",
  "users/list/platform-list",
];
const bin = process.env["PG15_BIN"] ?? "/usr/lib/postgresql/15/bin";

process.exitCode = existsSync(join(bin, "initdb"))
  ? await runOnPostgres15()
  : skipped("PostgreSQL 15 is not installed (Debian package postgresql-15, or set PG15_BIN)");

async function runOnPostgres15(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "praxisportal-postgres-15-"));
  const data = join(folder, "data");
  const runAs = chooseRunAs([bin]);
  const run = (program: string, args: string[]): void => {
    const [command = "", ...commandArgs] = [...runAs.prefix, join(bin, program), "-D", data, ...args];
    const { status, stderr } = spawnSync(command, commandArgs, {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      ...(runAs.user && { uid: runAs.user.uid, gid: runAs.user.gid }),
    });
    if (status !== 0) throw new Error(`${program}: ${stderr.toString()}`);
  };
  try {
    changeOwner(runAs, folder);
    run("initdb", ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", "C.UTF-8", "--no-sync"]);
    const port = await findFreePort();
    const settings = `-p ${port} -h 127.0.0.1 -k '' -F -c max_connections=200 -c timezone=UTC`;
    run("pg_ctl", ["-w", "-s", "-l", join(folder, "log"), "-o", settings, "start"]);
    try {
      return runTests(`postgres://postgres@127.0.0.1:${port}/postgres`);
    } finally {
      run("pg_ctl", ["-w", "-s", "-m", "immediate", "stop"]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runTests(adminUrl: string): number {
  const files = values.short ? mostDatabase : positionals;
  const { status } = spawnSync("npx", ["vitest", "run", "--project", "server", ...files], {
    stdio: "inherit",
    env: { ...process.env, TEST_DATABASE_ADMIN_URL: adminUrl },
  });
  return status ?? 1;
}
