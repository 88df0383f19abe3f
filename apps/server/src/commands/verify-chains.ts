import { listChains, verifyChain } from "../platform/audit/audit-verifier.ts";
import type { SealingKeys } from "../platform/crypto/sealed-secrets.ts";
import type { PlatformDb } from "../platform/db/platform-db.ts";

/** Verifies every chain of the audit log. Returns the numbers of chains and entries, and a line per fault. */
export async function verifyChains(
  db: PlatformDb,
  keys: SealingKeys,
): Promise<{ chains: number; entries: number; faults: string[] }> {
  const chains = await listChains(db.reads);
  let entries = 0;
  const faults: string[] = [];
  for (const { id, isRequired } of chains) {
    const verdict = await verifyChain(db.reads, id, keys);
    entries += verdict.entries;
    if (!verdict.intact) faults.push(`${id}: broken at entry ${verdict.brokenAt} (${verdict.fault})`);
    // Creating an organization writes an entry, so an empty chain has been cleared.
    else if (verdict.entries === 0 && isRequired) faults.push(`${id}: has no entries`);
  }
  return { chains: chains.length, entries, faults };
}
