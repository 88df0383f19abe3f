import type { CloudSyncError } from "@praxisportal/contract/cloud-sync/cloud-sync.schema";
import { OutgoingRefusedError } from "../../platform/outgoing/outgoing-rules.ts";

/** Failure of a run for a reason that its organization may see. */
export class SyncFailure extends Error {
  readonly reason: CloudSyncError;

  constructor(reason: CloudSyncError, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SyncFailure";
    this.reason = reason;
  }
}

const reasonByCode: Readonly<Record<string, CloudSyncError>> = {
  ENOSPC: "no_space",
  EDQUOT: "no_space",
  EFBIG: "too_large",
  EACCES: "rejected",
  EPERM: "rejected",
  EROFS: "rejected",
};

/** Returns the reason of a failed run, without details that only the operator may see. */
export function reasonOf(error: unknown): CloudSyncError {
  if (error instanceof SyncFailure) return error.reason;
  if (error instanceof OutgoingRefusedError) return "not_allowed";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasonByCode[code] ?? "failed";
}
