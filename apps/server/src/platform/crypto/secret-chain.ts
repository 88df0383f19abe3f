/** Parallel tabs may still send the parent for this long after its child was first used. */
export const previousSecretGraceMs = 10_000;

/** The state of a secret in the chain of its device. */
export type SecretState = "child" | "current" | "parent" | "reused";

/**
 * Returns the state of a secret. The parent stays valid until its child has been used, without a time limit, because
 * a client may retry a lost response much later; then for {@link previousSecretGraceMs}. Anything older was stolen or
 * kept, and revokes the device.
 */
export function secretStateOf(
  secretGeneration: number,
  device: { generation: number; previousRetiresAt: Date },
  now: Date,
): SecretState {
  if (secretGeneration === device.generation + 1) return "child";
  if (secretGeneration === device.generation) return "current";
  if (secretGeneration === device.generation - 1 && now < device.previousRetiresAt) return "parent";
  return "reused";
}
