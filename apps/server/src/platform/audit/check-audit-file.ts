import type { AuditFile } from "@praxisportal/contract/audit/audit.schema";
import type { SealingKeys } from "../crypto/sealed-secrets.ts";
import { isSigned } from "./audit-checkpoint.ts";
import { type AuditRecord, hashRecord } from "./audit-record.ts";

/** Result of checking an exported file. `brokenAt` is the sequence number of the first entry that does not match. */
export type FileVerdict = {
  entries: number;
  brokenAt: number | null;
  /** Whether this portal signed the checkpoint, or null without a checkpoint. */
  isSigned: boolean | null;
  /** Hexadecimal hash of the last entry, for comparison with that of the portal. */
  head: string | null;
};

/** Verifies an exported audit log without the database, from its checkpoint or from entry 1. */
export function checkAuditFile({ entries, checkpoint }: AuditFile, keys: SealingKeys): FileVerdict {
  let seq = checkpoint?.seq ?? 0;
  let hash: Buffer = checkpoint === null ? Buffer.alloc(32) : Buffer.from(checkpoint.hash, "hex");
  // Entries that expired while the file was written are covered by its checkpoint.
  const following = entries
    .filter((entry) => entry.seq > seq)
    .toSorted((left, right) => left.seq - right.seq);
  const first = following[0]?.record as AuditRecord | undefined;
  const verdict = (count: number, brokenAt: number | null): FileVerdict => ({
    entries: count,
    brokenAt,
    isSigned:
      checkpoint === null
        ? null
        : first !== undefined &&
          isSigned(
            keys,
            {
              organizationId: first.organizationId,
              seq: checkpoint.seq,
              hash: Buffer.from(checkpoint.hash, "hex"),
              occurredAt: new Date(checkpoint.occurredAt),
            },
            Buffer.from(checkpoint.signature, "base64"),
          ),
    head: following.at(-1)?.hash ?? null,
  });
  for (const [index, entry] of following.entries()) {
    const record = entry.record as AuditRecord;
    const expected = hashRecord(hash, record);
    if (entry.seq !== seq + 1 || record.seq !== entry.seq || expected.toString("hex") !== entry.hash)
      return verdict(index, seq + 1);
    seq = entry.seq;
    hash = expected;
  }
  return verdict(following.length, null);
}
