import { createHmac, hash, randomBytes } from "node:crypto";

/** Returns a new opaque secret, 32 random bytes in base64url. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the SHA-256 of a secret, which is its only stored form. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/**
 * Returns the refresh secret of one generation of a device. It is derived, so that the same successor can be issued
 * again after a lost response without being stored in plain text.
 */
export function deriveRefreshSecret(key: Buffer, deviceId: string, generation: number): string {
  return createHmac("sha256", key).update(`refresh:${deviceId}:${generation}`).digest("base64url");
}

/** Prefixes of an application's token values, recognizable for people and secret scanners. */
const applicationPrefixes = { access: "pp_at_", refresh: "pp_rt_" } as const;
const applicationTokenLength = applicationPrefixes.access.length + 43;

/**
 * Returns the value of one generation of an application's token. It is derived for the same reason as
 * {@link deriveRefreshSecret}.
 */
export function deriveApplicationToken(
  key: Buffer,
  kind: "access" | "refresh",
  tokenId: string,
  generation: number,
): string {
  const value = createHmac("sha256", key).update(`application:${kind}:${tokenId}:${generation}`);
  return applicationPrefixes[kind] + value.digest("base64url");
}

/** Prefix of the token of a session of the fallback login. */
export const legacyTokenPrefix = "pp_lt_";

/** Returns whether a token belongs to a session of the fallback login. */
export function isLegacyToken(token: string | undefined): token is string {
  return token?.startsWith(legacyTokenPrefix) === true;
}

/** Returns whether a token is an application's access token. That of a session has no prefix and is shorter. */
export function isApplicationToken(token: string | undefined): token is string {
  return token?.length === applicationTokenLength && token.startsWith(applicationPrefixes.access);
}
