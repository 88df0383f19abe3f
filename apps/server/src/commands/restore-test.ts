import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../platform/config/config.ts";
import { loadMasterKey } from "../platform/config/keys.ts";
import { deriveKeys } from "../platform/crypto/sealed-secrets.ts";
import { embeddedPaths } from "../platform/embedded-postgres/paths.ts";
import { restoreDatabase } from "../platform/embedded-postgres/restore-backup.ts";
import { withPlatformDb } from "./command-database.ts";
import { recordRestoreTest } from "./restore-test.queries.ts";
import { callerPath, isEmbedded, runCommand } from "./run-command.ts";
import { verifyChains } from "./verify-chains.ts";

/**
 * `npm run restore:test -- <folder>`: restores a backup into a temporary folder, verifies every file and every chain of
 * the audit log, and records the test in the portal's database. Exit code 1, and no record, when something is wrong.
 */
await runCommand(async () => {
  const [folder, ...extraArguments] = parseArgs({ allowPositionals: true, options: {} }).positionals;
  if (folder === undefined || extraArguments.length > 0) {
    console.error("Usage: npm run restore:test -- <folder>");
    return 2;
  }
  if (!isEmbedded("pg_restore")) return 2;
  const config = readConfig(process.env);
  const dataDir = resolve(config.dataDir);
  const { sealing } = deriveKeys(await loadMasterKey(config.masterKey, dataDir), config.previousMasterKey);
  const copy = mkdtempSync(join(dataDir, "restore-test-"));
  try {
    cpSync(embeddedPaths(dataDir).keys, join(copy, "keys"), { recursive: true });
    const { startedAt } = await restoreDatabase({
      source: callerPath(folder),
      dataDir: copy,
      onStep: (text) => console.log(text),
    });
    const verification = await withPlatformDb({ databaseUrls: undefined, dataDir: copy }, (db) =>
      verifyChains(db, sealing),
    );
    for (const fault of verification.faults) console.error(fault);
    if (verification.faults.length > 0) return 1;
    const { chains, entries } = verification;
    await withPlatformDb(config, (db) => recordRestoreTest(db, { backupAt: startedAt, chains, entries }));
    console.log(`Restored the backup of ${startedAt}: ${chains} chains, ${entries} entries: intact`);
    return 0;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
