import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { AuditFile } from "@praxisportal/contract/audit/audit.schema";
import { checkAuditFile } from "../platform/audit/check-audit-file.ts";
import { loadMasterKey } from "../platform/config/keys.ts";
import { deriveKeys, type SealingKeys } from "../platform/crypto/sealed-secrets.ts";
import { readConfig } from "../platform/config/config.ts";
import { withPlatformDb } from "./command-database.ts";
import { runCommand } from "./run-command.ts";
import { verifyChains } from "./verify-chains.ts";

/**
 * `verify-audit [file]`: verifies every chain of the audit log. With the path of a JSON export, it verifies only that
 * file and needs no database. The exit code is 1 when a chain is broken.
 */
await runCommand(async () => {
  const [file] = parseArgs({ options: {}, allowPositionals: true }).positionals;
  const config = readConfig(process.env);
  const { sealing } = deriveKeys(
    await loadMasterKey(config.masterKey, config.dataDir),
    config.previousMasterKey,
  );
  if (file !== undefined) return verifyFile(file, sealing);
  return withPlatformDb(config, async (db) => {
    const { chains, entries, faults } = await verifyChains(db, sealing);
    for (const fault of faults) console.error(fault);
    const result = faults.length === 0 ? "intact" : `${faults.length} broken`;
    console.log(`${chains} chains, ${entries} entries: ${result}`);
    return faults.length === 0 ? 0 : 1;
  });
});

async function verifyFile(path: string, keys: SealingKeys): Promise<number> {
  const file = JSON.parse(await readFile(path, "utf8")) as AuditFile;
  const { entries, brokenAt, isSigned, head } = checkAuditFile(file, keys);
  if (brokenAt !== null) {
    console.error(`broken at entry ${brokenAt}`);
    return 1;
  }
  if (isSigned === false) {
    console.error(`the checkpoint at entry ${file.checkpoint?.seq} was not signed by this portal`);
    return 1;
  }
  const start = file.checkpoint === null ? "" : ` after the checkpoint at entry ${file.checkpoint.seq}`;
  console.log(`${entries} entries${start}: intact, up to ${head}`);
  return 0;
}
