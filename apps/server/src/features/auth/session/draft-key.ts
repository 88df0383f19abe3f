import { hkdfSync } from "node:crypto";

/**
 * Returns the key that a browser uses to encrypt what its user had typed when the screen was locked, as base64url. The
 * browser gets it at the lock and at the next sign-in of that user on that device, and does not keep it in between: the
 * colleague who continues there cannot read the draft.
 */
export function draftKeyOf(
  refreshKey: Buffer,
  { personId, deviceId }: { personId: string; deviceId: string },
): string {
  const key = hkdfSync("sha256", refreshKey, deviceId, `draft of ${personId}`, 32);
  return Buffer.from(key).toString("base64url");
}
