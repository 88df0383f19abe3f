import type { ExportCheckpoint } from "@praxisportal/contract/tenant-export/tenant-export.schema";
import type { Snapshot } from "../../platform/db/snapshot.ts";

type Row = { seq: string; hash: Buffer; occurred_at: Date; signature: Buffer };

/** Returns the signed beginning of the audit log, or undefined if no entry was removed. */
export async function readAuditCheckpoint(snapshot: Snapshot): Promise<ExportCheckpoint | undefined> {
  const statement = `select seq, hash, occurred_at, signature from audit_checkpoint
    where organization_id = current_setting('app.organization_id')::uuid`;
  for await (const [row] of snapshot.batches<Row>(statement)) {
    if (row === undefined) continue;
    return {
      seq: Number(row.seq),
      hash: row.hash.toString("hex"),
      occurredAt: row.occurred_at.toISOString(),
      signature: row.signature.toString("base64"),
    };
  }
  return undefined;
}
