import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { AuditFile } from "@praxisportal/contract/audit/audit.schema";
import { listChains, verifyChain } from "../platform/audit/audit-verifier.ts";
import { checkAuditFile } from "../platform/audit/check-audit-file.ts";
import { loadMasterKey } from "../platform/config/keys.ts";
import { deriveKeys, type SealingKeys } from "../platform/crypto/sealed-secrets.ts";
import { readConfig } from "../platform/config/config.ts";
import { withPlatformDb } from "./command-database.ts";
import { runCommand } from "./run-command.ts";

/**
 * `verify-audit`: verifies every chain of the audit log; with the path of a JSON export only that file, without a database.
 * Exit code 1 when a chain is broken.
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
    const chains = await listChains(db.all);
    let entries = 0;
    let broken = 0;
    for (const { id, isRequired } of chains) {
      const verdict = await verifyChain(db.all, id, sealing);
      entries += verdict.entries;
      if (!verdict.intact) {
        broken += 1;
        console.error(`${id}: broken at entry ${verdict.brokenAt} (${verdict.fault})`);
      } else if (verdict.entries === 0 && isRequired) {
        // Creating an organization writes an entry, so an empty chain has been cleared.
        broken += 1;
        console.error(`${id}: has no entries`);
      }
    }
    const summary = `${chains.length} chains, ${entries} entries: ${broken === 0 ? "intact" : `${broken} broken`}`;
    console.log(summary);
    return broken === 0 ? 0 : 1;
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
