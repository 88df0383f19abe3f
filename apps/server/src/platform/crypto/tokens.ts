import { createHmac, hash, randomBytes } from "node:crypto";

/** A new opaque secret: 32 random bytes, base64url. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What of a secret is stored: its SHA-256. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/**
 * The refresh secret of one generation of a device. Derived, so that the same child can be handed out again when
 * an answer was lost, without keeping it in clear anywhere.
 */
export function deriveRefreshSecret(key: Buffer, deviceId: string, generation: number): string {
  return createHmac("sha256", key).update(`refresh:${deviceId}:${generation}`).digest("base64url");
}

/** How the values of an application's token begin, so that people and secret scanners recognise them. */
const applicationPrefixes = { access: "pp_at_", refresh: "pp_rt_" } as const;
const applicationTokenLength = applicationPrefixes.access.length + 43;

/** A value of one generation of an application's token; derived for the same reason as {@link deriveRefreshSecret}. */
export function deriveApplicationToken(
  key: Buffer,
  kind: "access" | "refresh",
  tokenId: string,
  generation: number,
): string {
  const value = createHmac("sha256", key).update(`application:${kind}:${tokenId}:${generation}`);
  return applicationPrefixes[kind] + value.digest("base64url");
}

/** Tells the access token of an application from that of a session, which has no prefix and is shorter. */
export function isApplicationToken(token: string | undefined): token is string {
  return token?.length === applicationTokenLength && token.startsWith(applicationPrefixes.access);
}
