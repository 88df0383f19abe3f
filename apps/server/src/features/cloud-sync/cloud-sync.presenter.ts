import { createHash } from "node:crypto";
import type {
  CloudSync,
  CloudSyncError,
  CloudSyncSchedule,
} from "@praxisportal/contract/cloud-sync/cloud-sync.schema";

/** Settings of an organization, and the result of its last run. */
export type CloudSyncRow = {
  schedule: CloudSyncSchedule;
  public_key: string | null;
  version: number;
  due_at: Date | null;
  requested_at: Date | null;
  run_id: string | null;
  last_run_at: Date | null;
  last_success_at: Date | null;
  bytes: string | null;
  sha256: string | null;
  error: CloudSyncError | null;
};

const noRow: CloudSyncRow = {
  schedule: "off",
  public_key: null,
  version: 0,
  due_at: null,
  requested_at: null,
  run_id: null,
  last_run_at: null,
  last_success_at: null,
  bytes: null,
  sha256: null,
  error: null,
};

const fingerprintLength = 16;

/** Presents the cloud sync of an organization. Without a row it was never set up. */
export function presentCloudSync(row: CloudSyncRow = noRow, isAvailable: boolean): CloudSync {
  return {
    state: stateOf(row),
    lastRunAt: row.last_run_at?.toISOString() ?? null,
    lastSuccessAt: row.last_success_at?.toISOString() ?? null,
    bytes: row.bytes === null ? null : Number(row.bytes),
    sha256: row.sha256,
    error: row.error,
    schedule: row.schedule,
    nextRunAt: row.due_at?.toISOString() ?? null,
    keyFingerprint: row.public_key === null ? null : fingerprintOf(row.public_key),
    isAvailable,
    version: row.version,
  };
}

function stateOf(row: CloudSyncRow): CloudSync["state"] {
  if (row.run_id !== null) return "running";
  if (row.requested_at !== null) return "queued";
  if (row.error !== null) return "failed";
  return row.last_success_at === null ? "never" : "succeeded";
}

/** Returns a short name for a public key that people can recognize. */
export function fingerprintOf(publicKey: string): string {
  return createHash("sha256").update(publicKey).digest("hex").slice(0, fingerprintLength);
}
