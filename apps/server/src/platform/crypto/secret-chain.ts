/** Time in ms for which parallel tabs may still send the parent after its child was first used. */
export const previousSecretGraceMs = 10_000;

/** The state of a secret in the chain of its device. */
export type SecretState = "child" | "current" | "parent" | "reused";

/**
 * Returns the state of a secret. The parent is valid without a time limit until its child is used, because a client may
 * retry a lost response much later. After that it is valid for {@link previousSecretGraceMs}. An older secret was
 * stolen or kept, so it revokes the device.
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
