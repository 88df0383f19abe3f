import { open, seal, type SealingKeys } from "../crypto/sealed-secrets.ts";

/** The last entry that was removed from a chain; verification begins after it. */
export type Checkpoint = { organizationId: string; seq: number; hash: Buffer; occurredAt: Date };

/** Prefix of the name under which a signature is sealed; the id of the organization follows. */
export const checkpointContext = "audit_checkpoint";

/** Signs a checkpoint with the master key. The signature is renewed when that key is rotated. */
export function signCheckpoint(keys: SealingKeys, checkpoint: Checkpoint): Buffer {
  return seal(keys, `${checkpointContext}:${checkpoint.organizationId}`, textOf(checkpoint));
}

/** Returns whether the signature is that of exactly this checkpoint. */
export function isSigned(keys: SealingKeys, checkpoint: Checkpoint, signature: Buffer): boolean {
  try {
    return open(keys, `${checkpointContext}:${checkpoint.organizationId}`, signature) === textOf(checkpoint);
  } catch {
    return false;
  }
}

function textOf({ seq, hash, occurredAt }: Checkpoint): string {
  return `${seq} ${hash.toString("hex")} ${occurredAt.toISOString()}`;
}
