import { parseArgs } from "node:util";
import { listChains, verifyChain } from "../platform/audit/audit-verifier.ts";
import { loadMasterKey } from "../platform/config/keys.ts";
import { deriveKeys } from "../platform/crypto/sealed-secrets.ts";
import { readConfig } from "../platform/config/config.ts";
import { withPlatformDb } from "./command-database.ts";
import { runCommand } from "./run-command.ts";

/** `verify-audit`: verifies every chain of the audit log; exit code 1 when one is broken. */
await runCommand(async () => {
  parseArgs({ options: {} });
  const config = readConfig(process.env);
  return withPlatformDb(config, async (db) => {
    const { sealing } = deriveKeys(
      await loadMasterKey(config.masterKey, config.dataDir),
      config.previousMasterKey,
    );
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
