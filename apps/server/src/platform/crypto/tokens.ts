import { createHash, createHmac, randomBytes } from "node:crypto";

/** A new opaque secret: 32 random bytes, base64url. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What of a secret is stored: its SHA-256. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * The refresh secret of one generation of a device. Derived, so that the same child can be handed out again when
 * an answer was lost, without keeping it in clear anywhere.
 */
export function deriveRefreshSecret(key: Buffer, deviceId: string, generation: number): string {
  return createHmac("sha256", key).update(`refresh:${deviceId}:${generation}`).digest("base64url");
}
