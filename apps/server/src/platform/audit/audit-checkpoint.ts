import { open, seal, type SealingKeys } from "../crypto/sealed-secrets.ts";

/** Last entry that was removed from a chain. Verification begins after it. */
export type Checkpoint = { organizationId: string; seq: number; hash: Buffer; occurredAt: Date };

/** Prefix of the context in which a signature is sealed. The id of the organization follows. */
export const checkpointContext = "audit_checkpoint";

/** Signs a checkpoint with the master key. The signature is renewed when the key is rotated. */
export function signCheckpoint(keys: SealingKeys, checkpoint: Checkpoint): Buffer {
  return seal(keys, `${checkpointContext}:${checkpoint.organizationId}`, textOf(checkpoint));
}

/** Returns whether the signature belongs to exactly this checkpoint. */
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
